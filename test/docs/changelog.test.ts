import t from 'tap';
import manifest from '../../package.json' with { type: 'json' };
import { readPages } from './pages.ts';

t.test('the newest version of the change log is that of the package', async (t) => {
  const { text } = (await readPages()).find(({ path }) => path === 'CHANGELOG.md')!;
  const headings = [...text.matchAll(/^## \[(.*?)\](.*)$/gm)].map(([, name, date]) => [name, date]);
  t.same(headings[0], ['Unreleased', '']);
  const versions = headings.slice(1);
  t.equal(versions[0]![0], manifest.version);
  for (const [name, date] of versions) {
    t.match(name, /^\d+\.\d+\.\d+$/);
    t.match(date, /^ - \d{4}-\d\d-\d\d$/);
  }
});

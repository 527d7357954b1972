import { readFile } from 'node:fs/promises';
import t from 'tap';
import manifest from '../../package.json' with { type: 'json' };
import { COMMANDS } from '../../src/cli/index.ts';
import { drawnPage, LAYERS_PAGE } from '../../tools/layers.ts';
import { tablePages } from '../../tools/tables.ts';
import { readPages } from './pages.ts';

const pages = await readPages();
const textOf = (wanted: string) => pages.find(({ path }) => path === wanted)!.text;

t.test('the newest version of the change log is that of the package', async (t) => {
  const headings = [...textOf('CHANGELOG.md').matchAll(/^## \[(.*?)\](.*)$/gm)].map(([, name, date]) => [
    name,
    date,
  ]);
  t.same(headings[0], ['Unreleased', '']);
  const versions = headings.slice(1);
  t.equal(versions[0]![0], manifest.version);
  for (const [name, date] of versions) {
    t.match(name, /^\d+\.\d+\.\d+$/);
    t.match(date, /^ - \d{4}-\d\d-\d\d$/);
  }
});

t.test('the page of the commands lists each command, and no others', async (t) => {
  const listed = textOf('docs/commands.md').matchAll(/^\| `npx terrier ([a-z-]+)/gm);
  const names = new Set([...listed].map(([, name]) => name));
  t.same([...names].sort(), Object.keys(COMMANDS).sort());
});

t.test('every decision has a status and a date, and is in the index with them', async (t) => {
  const decisions = pages.filter(({ path }) => /^docs\/adr\/\d/.test(path));
  t.ok(decisions.length > 10);
  const rows = decisions.map(({ path, text }) => {
    const head = /^# (\d+)\. (.*)\n\nStatus: (accepted|superseded by \d+)\. Date: (\d{4}-\d\d-\d\d)\.\n/.exec(
      text,
    );
    t.ok(head, path);
    const [, number, title, status, date] = head ?? [];
    return `| ${number} | [${title}](${path.replace('docs/adr/', '')}) | ${status} | ${date} |`;
  });
  t.same(
    textOf('docs/adr/README.md')
      .split('\n')
      .filter((line) => /^\| \d/.test(line)),
    rows,
  );
});

t.test('the picture of the layers is up to date: else run `npm run generate:layers`', async (t) => {
  const page = await readFile(LAYERS_PAGE, 'utf8');
  t.match(page, /flowchart TB\n {2}accounts --> stores\n/);
  t.equal(page, await drawnPage());
});

t.test('lists of settings and error codes are up to date: else run `npm run generate:tables`', async (t) => {
  for (const { path, text } of await tablePages()) {
    t.match(text, /\n\| [`\d].* \|\n/);
    t.equal(await readFile(path, 'utf8'), text, path);
  }
});

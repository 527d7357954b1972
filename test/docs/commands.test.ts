import t from 'tap';
import { COMMANDS } from '../../src/cli/index.ts';
import { readPages } from './pages.ts';

const page = (await readPages()).find(({ path }) => path === 'docs/commands.md')!;

t.test('the page of the commands lists each command', async (t) => {
  for (const name of Object.keys(COMMANDS)) t.match(page.text, `| \`npx terrier ${name}`, name);
});

t.test('the page of the commands lists no others', async (t) => {
  const listed = [...page.text.matchAll(/^\| `npx terrier ([a-z-]+)/gm)].map(([, name]) => name!);
  t.ok(listed.length > 0);
  for (const name of listed) t.ok(name in COMMANDS, name);
});

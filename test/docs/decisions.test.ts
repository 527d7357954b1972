import t from 'tap';
import { readPages } from './pages.ts';

const decisions = (await readPages()).filter(({ path }) => /^docs\/adr\/\d/.test(path));

t.test('every decision has a status and a date, and is in the index with them', async (t) => {
  const index = (await readPages()).find(({ path }) => path === 'docs/adr/README.md')!.text;
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
    index.split('\n').filter((line) => /^\| \d/.test(line)),
    rows,
  );
});

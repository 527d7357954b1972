import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import t from 'tap';
import { PROJECT_ROOT } from '../../src/config.ts';
import { NIGHTLY, NIGHTLY_TESTS } from '../nightly/files.ts';
import { runAgain } from './again.ts';
import { chooseFiles } from './choose.ts';
import { runFile } from './file.ts';
import { limitOf, USUAL } from './limits.ts';
import type { FileReport } from './report.ts';

const said: string[] = [];
const run = (name: string, limit: number, omitted: string[] = []) =>
  runFile(join('test/runner/made-up', name), {
    env: process.env,
    omitted,
    limit,
    log: (line) => said.push(line),
    grace: 5,
  });

t.test('a file’s assertions are counted, and failures are named', async (t) => {
  t.match(await run('half.ts', 60), { passed: 1, failed: 1, failures: ['another (by its name) > wrong'] });
  t.match(said.join('\n'), /^not ok test\/runner\/made-up\/half\.ts > another \(by its name\) > wrong$/m);
});

t.test('a file leaves out its nightly tests', async (t) => {
  t.match(await run('half.ts', 60, ['another (by']), { passed: 1, failed: 0, skipped: 0 });
});

t.test('a file that hangs is ended, and what it waited for is named', async (t) => {
  t.match(await run('hangs.ts', 20), { failed: 1, failures: ['another step > waits for good > timeout!'] });
});

t.test('the limit of a file is five times its usual time', async (t) => {
  t.equal(limitOf('test/made-up.test.ts'), 300);
  for (const [file, seconds] of Object.entries(USUAL)) {
    t.ok(existsSync(resolve(PROJECT_ROOT, file)), file);
    t.equal(limitOf(file), 5 * seconds);
  }
});

t.test('a file that failed is run again', async (t) => {
  const report = (file: string, failures: string[]): FileReport => ({
    file,
    passed: 5,
    failed: failures.length,
    skipped: 0,
    failures,
  });
  const cases: [what: string, file: string, again: boolean[], runs: number, flaky: boolean][] = [
    ['passes twice', 'test/domain/a.test.ts', [true, true], 2, true],
    ['fails at once', 'test/domain/a.test.ts', [false, true], 1, false],
    ['fails the second time', 'test/domain/a.test.ts', [true, false], 2, false],
    ['of loads', 'test/loading/ingest/a.test.ts', [true, true], 0, false],
    ['of sending', 'test/webhooks/dispatch/a.test.ts', [true, true], 0, false],
    ['of webhooks, killed', 'test/webhooks/a.chaos.ts', [true, true], 0, false],
  ];
  for (const [what, file, again, runs, isFlaky] of cases) {
    const asked: string[] = [];
    const { reports, flaky } = await runAgain(
      [report('test/other.test.ts', []), report(file, ['is right'])],
      async (file) => report(file, again[asked.push(file) - 1] ? [] : ['is right']),
    );
    t.equal(asked.length, runs, what);
    t.same(flaky, isFlaky ? [`FLAKY ${file}: is right`] : [], what);
    t.equal(reports[1]!.failed === 0, isFlaky, what);
  }
});

t.test('some tests run with every change and others nightly', async (t) => {
  const every = chooseFiles([], false).files;
  const nightly = chooseFiles([], true).files;
  t.ok(
    every.includes('test/domain/street.test.ts') && nightly.includes('test/domain/street.test.ts'),
    'seeds',
  );
  t.ok(every.includes('test/api/plugins/cors.test.ts') && !nightly.includes('test/api/plugins/cors.test.ts'));
  t.ok(!every.includes('test/backup/backup.test.ts') && nightly.includes('test/backup/backup.test.ts'));
  t.match(chooseFiles(['test/backup'], false), { files: [], left: ['test/backup/backup.test.ts'] });
  t.same(chooseFiles(['test/backup/backup.test.ts'], false).files, ['test/backup/backup.test.ts'], 'named');
  t.throws(() => chooseFiles(['test/nowhere'], false), /test\/nowhere: no such test/);
  for (const named of NIGHTLY) t.ok(existsSync(resolve(PROJECT_ROOT, named)), named);
  for (const [file, names] of Object.entries(NIGHTLY_TESTS)) {
    const text = readFileSync(resolve(PROJECT_ROOT, file), 'utf8');
    for (const name of names) t.ok(text.includes(`'${name}`), `${file}: ${name}`);
    const given = [file.endsWith('.chaos.ts') ? 'test/**/*.chaos.ts' : dirname(file)];
    t.ok(chooseFiles(given, true).files.includes(file), file);
    t.same(chooseFiles(given, false).omitted(file), names);
    t.same(chooseFiles([file], false).omitted(file), [], 'whole, where it is named');
    t.same(chooseFiles(given, true).omitted(file), []);
  }
});

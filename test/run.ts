/**
 * `npm test [-- FILE…]`: starts the tests' own Elasticsearch and MySQL, runs each test file in its own process, prints
 * the failures and the counts, and stops the servers. Files, folders and patterns may be given. Without any, all
 * `*.test.ts` run except those of the pages, which need a browser (`npm run test:pages`), and the nightly ones
 * (`npm run test:nightly`). TEST_ELASTICSEARCH_URL and TEST_DATABASE_URL name servers that are already running.
 */
import { parseArgs } from 'node:util';
import PQueue from 'p-queue';
import { runAgain } from './runner/again.ts';
import { chooseFiles } from './runner/choose.ts';
import { runFile } from './runner/file.ts';
import { limitOf } from './runner/limits.ts';
import { summary } from './runner/report.ts';
import { stopTestStack, testStack } from './servers.ts';

/**
 * Files that run at once: most wait for the servers about half of the time. Browsers need more processor time, and tests
 * that kill or cut are timed, so fewer of these run at once.
 */
const jobsFor = (files: string[]) =>
  files.some((file) => file.startsWith('test/pages/') || file.endsWith('.chaos.ts')) ? 3 : 4;

const log = (line: string) => console.log(line);

const { values, positionals } = parseArgs({
  options: { nightly: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const { files, omitted, left } = chooseFiles(positionals, values.nightly);
if (left.length > 0 && !values.nightly)
  log(`${left.length} files run nightly only: npm run test:nightly [-- FOLDER]`);
const stopped = new AbortController();
const stack = await testStack(log);
// A signal stops the servers and the running files.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stopped.abort());
try {
  // The tests download from this machine.
  const isProxy = (name: string) => /^(https?|no)_proxy$/i.test(name);
  const env = {
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !isProxy(name))),
    ELASTICSEARCH_URL: stack.elasticsearchUrl,
    DATABASE_URL: stack.databaseUrl,
  };
  const run = (file: string) => {
    stopped.signal.throwIfAborted();
    return runFile(file, { env, omitted: omitted(file), limit: limitOf(file), log, signal: stopped.signal });
  };
  const queue = new PQueue({ concurrency: jobsFor(files) });
  const first = await queue.addAll(files.map((file) => () => run(file)));
  const { reports, flaky } = await runAgain(first, run);
  for (const line of flaky) log(line);
  log(summary(reports));
  process.exitCode = reports.every(({ failed }) => failed === 0) ? 0 : 1;
} finally {
  await stopTestStack(stack, log);
}

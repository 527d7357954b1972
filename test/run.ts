/**
 * `npm test [-- FILE…]`: starts the tests' own Elasticsearch and MySQL, runs test files, each in a process of its own,
 * prints what failed and the counts, and stops the servers. Files, folders and patterns may be given. Without any, all
 * `*.test.ts` run but those of the pages, which need a browser (`npm run test:pages`).
 * TEST_ELASTICSEARCH_URL and TEST_DATABASE_URL use servers that run already.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import PQueue from 'p-queue';
import { PROJECT_ROOT } from '../src/config.ts';
import { type FileReport, fileParser, summary } from './report.ts';
import { stopTestStack, testStack } from './servers.ts';

/**
 * Files that run at once: most wait for the servers about half of the time. Browsers compute more, and what is killed or cut
 * is timed: there are fewer of these.
 */
const jobsFor = (files: string[]) =>
  files.some((file) => file.startsWith('test/pages/') || file.endsWith('.chaos.ts')) ? 3 : 4;
/** Longest that a file may take, in seconds; tap then reports what it was waiting for. */
const LONGEST = 900;

/** Most of what a test makes is short-lived: its room, in MiB, is from the start what it would grow to. */
const FLAGS = ['--min-semi-space-size=16'];

const log = (line: string) => console.log(line);

/** Runs a file. tap's own runner would load a tracer of the loaded modules into this process and all that it starts. */
async function runFile(file: string, env: NodeJS.ProcessEnv): Promise<FileReport> {
  const start = performance.now();
  const child = spawn(process.execPath, [...FLAGS, file], {
    cwd: PROJECT_ROOT,
    env: { ...env, TAP: '1', TAP_TIMEOUT: String(LONGEST) },
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: (LONGEST + 10) * 1_000,
    killSignal: 'SIGKILL',
  });
  const { parser, report, fail } = fileParser(file, log);
  child.stdout.pipe(parser);
  const [code, signal] = await once(child, 'close');
  if (report.failed === 0 && (code !== 0 || !parser.ok))
    fail(signal ?? `exit code ${code}`, parser.failures[0]);
  if (report.passed + report.failed + report.skipped === 0) fail('no tests in this file');
  const seconds = ((performance.now() - start) / 1_000).toFixed(1);
  log(`${report.failed === 0 ? 'ok' : 'not ok'} ${file} (${seconds} s)`);
  return report;
}

/** The test files that are meant by a folder, a file or a pattern. Throws when there are none. */
function testsIn(given: string): string[] {
  const pattern = given.endsWith('.ts') ? given : `${given.replace(/\/$/, '')}/**/*.test.ts`;
  const files = globSync(pattern, { cwd: PROJECT_ROOT });
  if (files.length === 0) throw new Error(`${given}: no such test`);
  return files;
}

const given = process.argv.slice(2);
const chosen =
  given.length > 0
    ? given.flatMap(testsIn)
    : testsIn('test').filter((file) => !file.startsWith('test/pages/'));
// Large files first, which mostly take longest: at the end no job waits long for another.
const size = (file: string) => statSync(resolve(PROJECT_ROOT, file)).size;
const files = [...new Set(chosen)].sort((a, b) => size(b) - size(a));
const stack = await testStack(log);
try {
  const env = {
    ...process.env,
    ELASTICSEARCH_URL: stack.elasticsearchUrl,
    DATABASE_URL: stack.databaseUrl,
  };
  const queue = new PQueue({ concurrency: jobsFor(files) });
  const reports = await queue.addAll(files.map((file) => () => runFile(file, env)));
  log(summary(reports));
  process.exitCode = reports.every(({ failed }) => failed === 0) ? 0 : 1;
} finally {
  await stopTestStack(stack, log);
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { PROJECT_ROOT } from '../../src/config.ts';
import { type FileReport, fileParser } from './report.ts';

/** Most objects in a test are short-lived, so their space, in MiB, starts at the size that it would grow to. */
const FLAGS = ['--min-semi-space-size=16'];
const SEEDS = ['--import', './test/runner/fast-check.ts'];
/** How often the processor time of a file is read, in milliseconds. */
const LOOK = 200;
/** Seconds that a file has to report what it waited for and to clean up, before it is killed. */
const GRACE = 10;
/** Milliseconds to wait for the last output of a file that was killed: its children may hold the output open. */
const LAST_WORDS = 10_000;

export interface RunOptions {
  env: NodeJS.ProcessEnv;
  /** The beginnings of the titles of its tests that are left out. */
  omitted?: string[];
  /** Seconds after which the file is ended and reported as failed, with the test that it waited in. */
  limit: number;
  log: (line: string) => void;
  grace?: number;
  /** Ends the file at once. */
  signal?: AbortSignal;
}

/** The setting that makes tap leave tests out. */
const without = (names: string[]): NodeJS.ProcessEnv =>
  names.length === 0
    ? {}
    : {
        TAP_GREP: `/^(${names.map((name) => name.replace(/\W/g, '.')).join('|')})/`,
        TAP_INVERT: '1',
      };

/** Clock ticks per second, in which Linux counts processor time. */
const TICKS = 100;

/** Processor seconds of a process and its ended children; undefined if the system does not report them. */
function processorTime(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // After the name in brackets: user and system time, and those of its children, are the 12th to 15th fields.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS;
  } catch {
    return undefined;
  }
}

const hasProperties = (file: string) =>
  readFileSync(resolve(PROJECT_ROOT, file), 'utf8').includes(`from 'fast-check'`);

/**
 * Runs a test file in its own process, and prints its failures, how long it took, and its processor time. tap's own
 * runner would load a tracer of modules into this process and all that it starts.
 */
export async function runFile(
  file: string,
  { env, omitted = [], limit, log, grace = GRACE, signal: stopped }: RunOptions,
): Promise<FileReport> {
  const start = performance.now();
  const child = spawn(process.execPath, [...FLAGS, ...(hasProperties(file) ? SEEDS : []), file], {
    cwd: PROJECT_ROOT,
    env: { ...env, ...without(omitted), TAP: '1', TAP_TIMEOUT: String(limit) },
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: (limit + grace) * 1_000,
    killSignal: 'SIGKILL',
    signal: stopped,
  });
  child.on('error', () => {});
  const { parser, report, fail } = fileParser(file, log);
  child.stdout.pipe(parser);
  let processor: number | undefined;
  const looking = setInterval(() => {
    processor = processorTime(child.pid!) ?? processor;
  }, LOOK);
  const closed = once(child, 'close');
  const [code, signal] = await once(child, 'exit');
  clearInterval(looking);
  await Promise.race([closed, delay(LAST_WORDS, undefined, { ref: false })]);
  child.stdout.destroy();
  parser.end();
  if (report.failed === 0 && signal === 'SIGKILL')
    fail(`ended after ${limit} s, after ${report.last ?? 'its start'}`);
  else if (report.failed === 0 && (code !== 0 || !parser.ok))
    fail(signal ?? `exit code ${code}`, parser.failures[0]);
  if (report.passed + report.failed + report.skipped === 0) fail('no tests in this file');
  const seconds = ((performance.now() - start) / 1_000).toFixed(1);
  const used = processor === undefined ? '' : `, processor ${processor.toFixed(1)} s`;
  log(`${report.failed === 0 ? 'ok' : 'not ok'} ${file} (${seconds} s${used})`);
  return report;
}

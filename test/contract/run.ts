/**
 * `npm run test:contract [-- --examples N] [--once]`: sends a running API with real data everything that its OpenAPI
 * document allows and forbids, and checks that every answer is as documented (schemathesis, all checks). Starts the
 * tests' own Elasticsearch and MySQL, or uses those of TEST_ELASTICSEARCH_URL and TEST_DATABASE_URL.
 */
import { spawn } from 'node:child_process';
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Python, preparePython } from '../python.ts';
import { stopTestStack, testHome, testStack } from '../servers.ts';
import { makePlace, type Place } from './place.ts';
import { argumentsFor, documentFor, RUNS, type Run } from './runs.ts';

/** Default number of examples for each operation and kind of data: about two minutes in all. */
const EXAMPLES = '100';
/** The longest that one run may take, in milliseconds, however many examples are wanted. */
const LONGEST = 3_600_000;

const log = (line: string) => console.log(line);
const CONFIG = resolve(import.meta.dirname, 'schemathesis.toml');
const REQUIREMENTS = resolve(import.meta.dirname, 'requirements.txt');
const HOOKS = resolve(import.meta.dirname, 'hooks.py');

/** A signal ends schemathesis; what was made is deleted then too. */
const stopped = new AbortController();
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(name, () => stopped.abort());
}

/** `--once` leaves out all runs except the thorough one. */
function wanted(): { examples: number; runs: Run[] } {
  const { examples, once } = parseArgs({
    options: {
      examples: { type: 'string', default: EXAMPLES },
      once: { type: 'boolean', default: false },
    },
  }).values;
  if (!/^[1-9]\d{0,4}$/.test(examples)) throw new Error('--examples must be a whole number from 1 to 99999.');
  return { examples: Number(examples), runs: once ? RUNS.slice(0, 1) : RUNS };
}

/** Schemathesis prints everything; this keeps what a reader needs: failures, warnings, counts. */
const worthReading = (line: string) =>
  line.trim() !== '' && !/^ *st (replay|explain)|schemathesis\.io/.test(line);

/** Runs schemathesis once, and prints its result; returns its exit code, 0 when all answers were as documented. */
function ask(run: Run, place: Place, program: Python, folder: string, examples: number): Promise<number> {
  const start = performance.now();
  const { command, env } = program;
  const child = spawn(command, ['-m', 'schemathesis.cli', ...argumentsFor(run, place.origin, examples)], {
    cwd: folder,
    env: {
      ...process.env,
      ...env,
      CONTRACT_HOOKS: HOOKS,
      CONTRACT_KEY: place.key,
      CONTRACT_KEY_ID: place.keyId,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: LONGEST,
    signal: stopped.signal,
  });
  return new Promise((done, fail) => {
    let text = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
    child.on('error', fail);
    child.on('close', (code) => {
      const seconds = ((performance.now() - start) / 1_000).toFixed(1);
      log(`\n${run.name}: ${run.prefix}, ${run.keyed ? 'with a key' : 'without a key'} (${seconds} s)`);
      for (const line of text.split('\n').filter(worthReading)) log(line);
      done(code ?? 1);
    });
  });
}

/** A dictionary in the form that schemathesis reads. */
const listed = (values: string[]) => values.map((value) => `"${value}"\n`).join('');

async function askAll(
  place: Place,
  program: Python,
  home: string,
  { examples, runs }: ReturnType<typeof wanted>,
): Promise<Run[]> {
  const folder = join(home, 'contract');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  copyFileSync(CONFIG, join(folder, 'schemathesis.toml'));
  writeFileSync(join(folder, 'endpoints.txt'), listed([place.endpoint]));
  writeFileSync(join(folder, 'deliveries.txt'), listed(place.deliveries));
  const document = await place.document();
  // In parallel: each waits for the API about half of the time.
  const codes = await Promise.all(
    runs.map((run) => {
      writeFileSync(join(folder, `${run.name}.json`), documentFor(run, document));
      return ask(run, place, program, folder, examples);
    }),
  );
  return runs.filter((_, at) => codes[at] !== 0);
}

async function main(): Promise<void> {
  const asked = wanted();
  const home = testHome();
  const program = preparePython(join(home, 'schemathesis'), REQUIREMENTS, log);
  const stack = await testStack(log);
  try {
    process.env.ELASTICSEARCH_URL = stack.elasticsearchUrl;
    process.env.DATABASE_URL = stack.databaseUrl;
    const place = await makePlace();
    try {
      const failed = await askAll(place, program, home, asked);
      const summary = failed.map(({ name }) => name).join(', ');
      log(failed.length === 0 ? '\nEvery answer was as documented.' : `\nNot as documented: ${summary}`);
      process.exitCode = failed.length === 0 ? 0 : 1;
    } finally {
      await place.close();
    }
  } finally {
    await stopTestStack(stack, log);
  }
}

await main().catch((error: Error) => {
  console.error(stopped.signal.aborted ? 'Stopped.' : error.message);
  process.exitCode = 1;
});

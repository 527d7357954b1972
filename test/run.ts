/**
 * `npm test [-- FILE…]`: brings up the tests' own Elasticsearch and MySQL, runs the files or folders (all but the pages
 * by default, which need a browser: `npm run test:pages`), prints the counts and stops the servers. TEST_ELASTICSEARCH_URL and TEST_DATABASE_URL use servers that run already.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, globSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { PROJECT_ROOT } from '../src/config.ts';
import { stackDown } from '../src/stack/index.ts';
import { testHome, testStack } from './servers.ts';

const log = (line: string) => console.log(line);

/**
 * Builds tap for the plugins that .taprc names, once per installation. tap would build by itself at the first run,
 * but it has chosen the loaders of the test files by then.
 */
function buildTap(): void {
  const mark = resolve(PROJECT_ROOT, 'node_modules/.tap-built');
  if (existsSync(mark)) return;
  const tap = resolve(PROJECT_ROOT, 'node_modules/.bin/tap');
  const { status } = spawnSync(tap, ['build'], { cwd: PROJECT_ROOT, stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) throw new Error('`tap build` failed: see above; remove node_modules and try again');
  writeFileSync(mark, '');
}

/** Runs tap on the files; the counts are read from its output as it passes through. */
function runTap(files: string[], env: NodeJS.ProcessEnv): Promise<{ code: number; counts: Counts }> {
  const tap = resolve(PROJECT_ROOT, 'node_modules/.bin/tap');
  const args = ['--disable-coverage', '--jobs=3', '--timeout=300', '--reporter=tap', ...files];
  return new Promise((done, fail) => {
    const child = spawn(tap, args, { cwd: PROJECT_ROOT, env, stdio: ['ignore', 'pipe', 'inherit'] });
    let rest = '';
    const counts = { passed: 0, failed: 0, skipped: 0 };
    child.stdout.on('data', (chunk: Buffer) => {
      process.stdout.write(chunk);
      const lines = (rest + chunk.toString()).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) countLine(line, counts);
    });
    child.on('error', fail);
    child.on('close', (code) => done({ code: code ?? 1, counts }));
  });
}

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

/** Counts single assertions, not the lines that sum up a subtest. */
function countLine(line: string, counts: Counts): void {
  const match = /^\s*(not )?ok \d+(.*)$/.exec(line);
  if (!match || / # time=/.test(line)) return;
  if (/# (SKIP|skip)/.test(match[2]!)) counts.skipped++;
  else if (match[1]) counts.failed++;
  else counts.passed++;
}

/** The test files in a folder, or a file by itself. */
const testsIn = (path: string) =>
  path.endsWith('.ts')
    ? [path]
    : globSync(`${path.replace(/\/$/, '')}/**/*.test.ts`, { cwd: PROJECT_ROOT }).sort();

const given = process.argv.slice(2);
const files =
  given.length > 0
    ? given.flatMap(testsIn)
    : testsIn('test').filter((file) => !file.startsWith('test/pages/'));
buildTap();
const stack = await testStack(log);
let code = 1;
try {
  const env = {
    ...process.env,
    ELASTICSEARCH_URL: stack.elasticsearchUrl,
    DATABASE_URL: stack.databaseUrl,
  };
  const result = await runTap(files, env);
  code = result.code;
  const { passed, failed, skipped } = result.counts;
  console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
} finally {
  await stackDown({ home: testHome(), log });
}
process.exitCode = code;

/**
 * `npm test [-- FILE…]`: brings up the tests' own Elasticsearch and MySQL, runs the files or folders (all but the pages
 * by default, which need a browser: `npm run test:pages`), prints what failed and the counts, and stops the servers.
 * TEST_ELASTICSEARCH_URL and TEST_DATABASE_URL use servers that run already.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { PROJECT_ROOT } from '../src/config.ts';
import { stackDown } from '../src/stack/index.ts';
import { report } from './report.ts';
import { testHome, testStack } from './servers.ts';

const log = (line: string) => console.log(line);

/**
 * Builds tap for the plugins that .taprc names, once per installation and choice. tap would build by itself at the
 * first run, but it has chosen the loaders of the test files by then.
 */
function buildTap(): void {
  const mark = resolve(PROJECT_ROOT, 'node_modules/.tap-built');
  const wanted = readFileSync(resolve(PROJECT_ROOT, '.taprc'), 'utf8');
  if (existsSync(mark) && readFileSync(mark, 'utf8') === wanted) return;
  const tap = resolve(PROJECT_ROOT, 'node_modules/.bin/tap');
  const { status } = spawnSync(tap, ['build'], { cwd: PROJECT_ROOT, stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) throw new Error('`tap build` failed: see above; remove node_modules and try again');
  writeFileSync(mark, wanted);
}

/** Runs tap on the files and reports as each of them ends. Returns tap's exit code. */
async function runTap(files: string[], env: NodeJS.ProcessEnv): Promise<number> {
  const tap = resolve(PROJECT_ROOT, 'node_modules/.bin/tap');
  const args = ['--disable-coverage', '--jobs=3', '--timeout=900', '--reporter=tap', ...files];
  const child = spawn(tap, args, { cwd: PROJECT_ROOT, env, stdio: ['ignore', 'pipe', 'inherit'] });
  const exit = once(child, 'close');
  const { line, end } = report(log);
  for await (const text of createInterface({ input: child.stdout })) line(text);
  const [code] = await exit;
  end();
  return code ?? 1;
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
  code = await runTap(files, env);
} finally {
  // Neither named servers nor those of another run in this folder are stopped.
  if (Object.values(stack.started).some((origin) => origin !== 'given'))
    await stackDown({ home: testHome(), log });
}
process.exitCode = code;

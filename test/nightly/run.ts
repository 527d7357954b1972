/**
 * `npm run test:nightly [-- FOLDER…]`: what does not run with every change (`files.ts` lists it), and the properties once
 * more, with other seeds. With folders, only the test files in them. Continues after a part that fails, and then ends
 * with 1.
 */
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { stopTestStack, testHome, testStack } from '../servers.ts';

const log = (line: string) => console.log(line);
const script = (file: string, ...args: string[]) => [process.execPath, `test/${file}`, ...args];

/** The parts, in the order in which they run. */
const PARTS: Record<string, string[]> = {
  files: script('run.ts', '--nightly'),
  crashes: script('run.ts', '--nightly', 'test/**/*.chaos.ts'),
  pages: script('run.ts', '--nightly', 'test/pages'),
  contract: script('contract/run.ts'),
  supply: script('supply/run.ts'),
  hostile: script('hostile/run.ts', '--requests', '2000'),
  overload: script('overload/run.ts', '--seconds', '24'),
  nodes: script('nodes/run.ts'),
  chaos: script('chaos/run.ts', '--minutes', '4'),
};

const folders = process.argv.slice(2);
const parts = folders.length > 0 ? { files: [...PARTS.files!, ...folders] } : PARTS;
const seed = String(process.env.SEED ?? randomInt(1, 1_000_000));
const tools = join(testHome(), 'tools');

/** A signal ends the current part, and no other begins. */
const stop = new AbortController();
const stopped = stop.signal;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort());

async function run([command, ...args]: string[], env: NodeJS.ProcessEnv): Promise<boolean> {
  const child = spawn(command!, args, { env, stdio: 'inherit' });
  const end = () => child.kill();
  stopped.addEventListener('abort', end);
  const [code] = await once(child, 'close');
  stopped.removeEventListener('abort', end);
  return code === 0;
}

const stack = await testStack(log);
try {
  const env = {
    ...process.env,
    TEST_ELASTICSEARCH_URL: stack.elasticsearchUrl,
    TEST_DATABASE_URL: stack.databaseUrl,
    PATH: `${process.env.PATH}:${join(tools, 'usr/bin')}`,
    WHOLE_FILES: '1',
    SEED: seed,
  };
  log(`Seed ${seed}`);
  await run(['bash', '.ci/chromium'], env);
  await run(['bash', '.ci/deploy-tools', tools], env);
  const failed: string[] = [];
  for (const [name, command] of Object.entries(parts)) {
    if (stopped.aborted) break;
    const start = performance.now();
    const passed = await run(command, env);
    if (!passed) failed.push(name);
    log(`${passed ? 'ok' : 'not ok'} ${name} (${Math.round((performance.now() - start) / 1_000)} s)`);
  }
  if (stopped.aborted) failed.push('it was stopped');
  log(failed.length === 0 ? `All passed (seed ${seed}).` : `Failed: ${failed.join(', ')} (seed ${seed}).`);
  process.exitCode = failed.length === 0 ? 0 : 1;
} finally {
  await stopTestStack(stack, log);
}

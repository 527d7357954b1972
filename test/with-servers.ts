/**
 * `node src/launch/run.mjs test/with-servers.ts COMMAND [ARGUMENT…]`: starts the tests' own Elasticsearch and MySQL, runs
 * a command whose test runs all use them, and stops them. Ends with the command's exit status.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { stopTestStack, testStack } from './servers.ts';

const log = (line: string) => console.log(line);

const [command, ...args] = process.argv.slice(2);
const stack = await testStack(log);
try {
  const env = {
    ...process.env,
    TEST_ELASTICSEARCH_URL: stack.elasticsearchUrl,
    TEST_DATABASE_URL: stack.databaseUrl,
  };
  const child = spawn(command!, args, { env, stdio: 'inherit' });
  // The servers are stopped when the command has ended, however it was told to.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
  const [code] = await once(child, 'close');
  process.exitCode = code ?? 1;
} finally {
  await stopTestStack(stack, log);
}

/**
 * `npm run test:stress -- FILE [--times 20] [--busy 2]`: runs one test file many times, next to processes that use up
 * processor time. It finds tests that fail by chance. Ends with 1 if a run failed.
 */
import { spawn } from 'node:child_process';
import { parseArgs } from 'node:util';
import { runFile } from './runner/file.ts';
import { limitOf } from './runner/limits.ts';
import { stopTestStack, testStack } from './servers.ts';

const log = (line: string) => console.log(line);
const { values, positionals } = parseArgs({
  options: {
    times: { type: 'string', default: '20' },
    busy: { type: 'string', default: '0' },
  },
  allowPositionals: true,
});
const [file] = positionals;
const [times, busy] = [Number(values.times), Number(values.busy)];
if (file === undefined || !(times >= 1 && times <= 1_000) || !(busy >= 0 && busy <= 64)) {
  console.error('Usage: npm run test:stress -- FILE [--times 1 to 1000] [--busy 0 to 64]');
  process.exit(2);
}
const stopped = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stopped.abort());
const stack = await testStack(log);
// They end with this process, however it ends, since their input closes.
const loops = Array.from({ length: busy }, () =>
  spawn(
    process.execPath,
    [
      '-e',
      'process.stdin.resume().on("end", () => process.exit()); (function work() { for (let n = 0; n < 1e7; n++); setImmediate(work); })()',
    ],
    { stdio: ['pipe', 'ignore', 'ignore'] },
  ),
);
try {
  const env = { ...process.env, ELASTICSEARCH_URL: stack.elasticsearchUrl, DATABASE_URL: stack.databaseUrl };
  let failed = 0;
  for (let time = 1; time <= times && !stopped.signal.aborted; time++) {
    const report = await runFile(file, {
      env,
      limit: limitOf(file) * (1 + busy),
      log,
      signal: stopped.signal,
    });
    if (report.failed > 0) failed++;
  }
  log(`${failed} of ${times} runs failed`);
  process.exitCode = failed === 0 && !stopped.signal.aborted ? 0 : 1;
} finally {
  for (const loop of loops) loop.kill();
  await stopTestStack(stack, log);
}

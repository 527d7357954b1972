import { lstatSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { poll, startDetached } from '../../../src/stores/local/run.ts';

t.test('the log of a server is never written through a link that is in its place', async (t) => {
  const folder = t.testdir({ other: 'theirs' });
  const log = join(folder, 'start.log');
  symlinkSync(join(folder, 'other'), log);
  const command = { command: process.execPath, args: ['-p', '"said"'], cwd: folder, env: {} };
  const { exited } = await startDetached(command, {}, log);
  t.ok(await poll(async () => exited() || undefined, 10_000, 20));
  t.equal(readFileSync(join(folder, 'other'), 'utf8'), 'theirs');
  t.ok(lstatSync(log).isFile());
  t.equal(readFileSync(log, 'utf8'), 'said\n');
});

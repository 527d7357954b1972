import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { serverPassword } from '../../../src/stores/local/home.ts';

t.test('servers that start side by side in a new home get the same password', async (t) => {
  const home = await mkdtemp(join(tmpdir(), 'terrier-test-'));
  t.teardown(() => rm(home, { recursive: true, force: true }));
  const made = await Promise.all([serverPassword(home), serverPassword(home), serverPassword(home)]);
  t.equal(new Set(made).size, 1);
  t.equal(await serverPassword(home), made[0]);
});

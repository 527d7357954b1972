import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { serverPassword } from '../../../src/stores/local/home.ts';

t.test('the password of a home is made once', async (t) => {
  const home = await mkdtemp(join(tmpdir(), 'terrier-test-'));
  t.teardown(() => rm(home, { recursive: true, force: true }));
  const made = serverPassword(home);
  t.match(made, /^[\w-]{24}$/);
  t.equal(serverPassword(home), made);
});

import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { readConfig } from '../../src/config.ts';
import { open, seal, secretKey } from '../../src/webhooks/secrets.ts';

t.test('a message about an unusable key names the setting but does not print the key', async (t) => {
  for (const wrong of ['ab'.repeat(31), `${'ab'.repeat(31)}zz`, 'ab'.repeat(33), 'correct horse battery']) {
    t.throws(() => readConfig({ WEBHOOK_SECRET_KEY: wrong }), /^WEBHOOK_SECRET_KEY cannot be used: /);
    try {
      readConfig({ WEBHOOK_SECRET_KEY: wrong });
    } catch (error) {
      t.notOk((error as Error).message.includes(wrong));
    }
  }
});

t.test('without a configured key, one is made and kept', async (t) => {
  const home = await mkdtemp(join(tmpdir(), 'terrier-key-'));
  t.teardown(() => rm(home, { recursive: true, force: true }));
  const config = readConfig({ TERRIER_HOME: join(home, 'new') });
  const keys = await Promise.all(Array.from({ length: 8 }, () => secretKey(config)));
  t.equal(keys[0]!.length, 32);
  for (const key of keys) t.same(key, keys[0], 'those who start together have one key');
  t.same(await secretKey(config), keys[0], 'and keep it');
  const file = join(home, 'new', 'webhook-key');
  t.equal((await stat(file)).mode & 0o777, 0o600, 'only the owner reads it');
  t.equal((await readFile(file, 'utf8')).trim(), keys[0]!.toString('hex'));
  await writeFile(file, 'abc\n');
  await t.rejects(secretKey(config), /webhook-key/, 'a file that holds none is named');
  const set = readConfig({ TERRIER_HOME: home, WEBHOOK_SECRET_KEY: 'AB'.repeat(32) });
  t.same(await secretKey(set), Buffer.alloc(32, 0xab), 'a configured one goes first');
});

t.test('a secret that an earlier version stored can be read', async (t) => {
  const secret = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYX';
  const key = Buffer.alloc(32, 0xab);
  const stored = Buffer.from(
    'XyvL/V7ARoTZLM87vR0Mogle97BOq8epvu8pglaHysXYKZcJmjQyRTngjr3Mlg7NmOSqZ6wQ2fbHvkM1c30Pqoia',
    'base64',
  );
  t.equal(open(stored, key), secret);
  t.notSame(seal(secret, key), seal(secret, key), 'the same secret is never the same bytes');
});

t.test('a stored secret that is altered or cut anywhere, or under another key, is refused', async (t) => {
  const key = Buffer.alloc(32, 0xab);
  const stored = seal('whsec_secret', key);
  const refused = /another WEBHOOK_SECRET_KEY/;
  for (let at = 0; at < stored.length; at++) {
    const altered = Buffer.from(stored);
    altered[at]! ^= 1;
    t.throws(() => open(altered, key), refused, `the byte at ${at} is altered`);
    t.throws(() => open(stored.subarray(0, at), key), refused, `only ${at} bytes are there`);
  }
  t.throws(() => open(stored, Buffer.alloc(32, 0xac)), refused);
});

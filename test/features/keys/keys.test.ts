import { Writable } from 'node:stream';
import { pino } from 'pino';
import t from 'tap';
import {
  createKey,
  deactivateKey,
  findKey,
  hashKey,
  isKeyShaped,
  listKeys,
  rotateKey,
  touchKey,
} from '../../../src/features/keys/keys.ts';
import { TIERS } from '../../../src/features/keys/tiers.ts';
import { call, makeBed } from '../../helper.ts';

const bed = await makeBed(t);
const { database } = bed;
await bed.load('parcels', [{ county_fips: '31109', parcel_id: '1' }]);

const MINUTE = 60_000;
const byId = async (id: string) => (await listKeys(database)).find((key) => key.id === id)!;
/** Everything that is stored of keys, as text. */
async function stored(): Promise<string> {
  const [rows] = await database.$client.query('SELECT * FROM api_keys');
  return JSON.stringify(rows);
}

t.test('a key is shown when it is created, and never again', async (t) => {
  const before = Date.now();
  const { key, ...record } = await createKey(database, { tier: 'pro', name: 'Map team' });
  t.match(key, /^terrier_[A-Za-z0-9_-]{32}$/);
  t.ok(isKeyShaped(key));
  t.match(record, {
    id: /^key_[0-9a-f]{20}$/,
    account: /^acc_[0-9a-f]{20}$/,
    name: 'Map team',
    tier: 'pro',
    prefix: key.slice(0, 13),
    is_active: true,
    expires_at: null,
    last_used_at: null,
  });
  t.ok(Date.parse(record.created_at) >= before && Date.parse(record.created_at) <= Date.now());
  t.same(await byId(record.id), record, 'the list shows the same record, without the key');
  const rest = key.slice(13);
  t.notOk((await stored()).includes(rest), 'the key itself is not stored');
  t.notOk(JSON.stringify(await listKeys(database)).includes(rest), 'nor listed');
  t.ok((await stored()).includes(hashKey(key)), 'its SHA-256 is');
  t.equal(hashKey('abc'), 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});

t.test('keys differ in every part but the first word', async (t) => {
  const keys = [];
  for (let at = 0; at < 50; at++) keys.push(await createKey(database, { tier: 'free', name: 'many' }));
  for (const part of ['key', 'id', 'account', 'prefix'] as const) {
    t.equal(new Set(keys.map((key) => key[part])).size, 50, part);
  }
});

t.test('every tier, and names in every script', async (t) => {
  for (const tier of TIERS) {
    const name = `Łukasz 🏠 ${tier} 'x' "y" \\ %`;
    const { id } = await createKey(database, { tier, name });
    t.match(await byId(id), { tier, name });
  }
  const { id } = await createKey(database, { tier: 'pro', name: '名'.repeat(200), account: 'a'.repeat(64) });
  t.match(await byId(id), { name: '名'.repeat(200), account: 'a'.repeat(64) }, 'the longest');
  await t.rejects(
    createKey(database, { tier: 'pro', name: 'x'.repeat(201) }),
    'too long a name is not cut silently',
  );
});

t.test('the list has all keys, newest first', async (t) => {
  const all = await listKeys(database);
  const times = all.map(({ created_at }) => created_at);
  t.same(times, times.toSorted().toReversed());
  const made = await createKey(database, { tier: 'free', name: 'newest' });
  t.equal((await listKeys(database)).length, all.length + 1);
  t.equal((await byId(made.id)).name, 'newest');
});

t.test('a key is found by its hash alone', async (t) => {
  const { key, ...record } = await createKey(database, { tier: 'scale', name: 'found' });
  t.same(await findKey(database, hashKey(key)), record);
  t.equal(await findKey(database, hashKey(`${key}x`)), null);
  t.equal(await findKey(database, key), null);
  t.equal(await findKey(database, ''), null);
});

t.test('expiry and last use keep their milliseconds', async (t) => {
  const expiresAt = new Date('2031-02-03T04:05:06.789Z');
  const { id } = await createKey(database, { tier: 'pro', name: 'dated', expiresAt });
  await touchKey(database, id, new Date('2030-12-31T23:59:59.999Z'));
  t.match(await byId(id), {
    expires_at: '2031-02-03T04:05:06.789Z',
    last_used_at: '2030-12-31T23:59:59.999Z',
  });
});

t.test('deactivation is for good, and harmless to repeat', async (t) => {
  const { id } = await createKey(database, { tier: 'pro', name: 'off' });
  const other = await createKey(database, { tier: 'pro', name: 'stays' });
  t.match(await deactivateKey(database, id), { id, is_active: false });
  t.match(await deactivateKey(database, id), { id, is_active: false });
  t.match(await byId(id), { is_active: false });
  t.match(await byId(other.id), { is_active: true });
  await t.rejects(rotateKey(database, id, 60), /deactivated/, 'it cannot be rotated back to life');
});

t.test('rotation makes a key like the old one, which ends after the grace', async (t) => {
  const old = await createKey(database, { tier: 'pro', name: 'rotated', account: 'rotating' });
  const before = Date.now();
  const made = await rotateKey(database, old.id, 90);
  const end = Date.parse(made.old_key_expires_at);
  t.match(made, { account: 'rotating', tier: 'pro', name: 'rotated', is_active: true, expires_at: null });
  t.equal(made.replaces, old.id);
  t.not(made.key, old.key);
  t.ok(end >= before + 90 * MINUTE && end <= Date.now() + 90 * MINUTE);
  t.match(await byId(old.id), { is_active: true, expires_at: made.old_key_expires_at });
  t.equal((await findKey(database, hashKey(made.key)))?.id, made.id);

  const soon = await rotateKey(database, made.id, 0);
  t.ok(Date.parse(soon.old_key_expires_at) <= Date.now(), 'without a grace the old key ends at once');
});

t.test('the grace never lengthens a life', async (t) => {
  const expiresAt = new Date(Date.now() + 5 * MINUTE);
  const { id } = await createKey(database, { tier: 'pro', name: 'short', expiresAt });
  t.equal((await rotateKey(database, id, 60)).old_key_expires_at, expiresAt.toISOString());
  t.equal((await byId(id)).expires_at, expiresAt.toISOString());
});

t.test('a rotation that fails leaves everything as it was', async (t) => {
  const { id } = await createKey(database, { tier: 'pro', name: 'kept' });
  const before = await stored();
  await t.rejects(rotateKey(database, id, Number.NaN));
  t.equal(await stored(), before);
});

t.test('what does not exist is named', async (t) => {
  for (const id of ['key_none', '', "' OR 1=1 --", 'key_'.padEnd(500, '0')]) {
    await t.rejects(deactivateKey(database, id), /There is no key/, id.slice(0, 20));
    await t.rejects(rotateKey(database, id, 60), /There is no key/, id.slice(0, 20));
  }
});

t.test('the form of a key', async (t) => {
  const good = `terrier_${'a'.repeat(32)}`;
  t.ok(isKeyShaped(good));
  for (const bad of [
    '',
    'terrier_',
    good.slice(1),
    `${good}a`,
    ` ${good}`,
    `${good}\n`,
    good.replace('_', '-'),
  ]) {
    t.notOk(isKeyShaped(bad), JSON.stringify(bad));
  }
});

t.test('the use of a key is noted', async (t) => {
  const now = Date.UTC(2031, 0, 2, 3, 4, 5);
  const app = await bed.app({}, () => now);
  const { key, id } = await createKey(database, { tier: 'pro', name: 'used' });
  t.equal((await call(app, 'GET', '/v1/parcels/31109:1', { key })).status, 200);
  await t.resolveMatch(
    (async () => {
      // Noted in the background, so that no request waits for it.
      for (let tries = 0; tries < 200 && (await byId(id)).last_used_at === null; tries++);
      return byId(id);
    })(),
    { last_used_at: '2031-01-02T03:04:05.000Z' },
  );
});

t.test('a key is in no log line and no answer, whatever happens', async (t) => {
  let logged = '';
  const sink = new Writable({
    write(chunk, _encoding, done) {
      logged += chunk;
      done();
    },
  });
  const app = await bed.app({ LOG_LEVEL: 'trace' });
  app.log = pino({ level: 'trace' }, sink) as unknown as typeof app.log;
  const key = await bed.key();
  const unknown = `terrier_${'Q'.repeat(32)}`;
  const texts: string[] = [];
  for (const each of [key, unknown]) {
    for (const url of [
      '/v1/parcels/31109:1',
      '/v1/parcels/31109:9',
      '/v1/usage',
      '/v1/nowhere',
      '/v1/coverage?x=1',
    ]) {
      const answer = await call(app, 'GET', url, { key: each });
      texts.push(answer.text, JSON.stringify(answer.headers));
    }
  }
  // A failure inside is what logs most.
  await app.services.database.$client.end();
  texts.push((await call(app, 'GET', '/v1/usage', { key: await bed.key() })).text);
  const last = await call(app, 'GET', '/v1/usage', { key: unknown });
  t.equal(last.status, 503);
  for (const each of [key, unknown]) {
    for (const text of [...texts, last.text, logged]) t.notOk(text.includes(each.slice(13)));
  }
});

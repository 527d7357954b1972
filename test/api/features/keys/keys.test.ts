import { writeFile } from 'node:fs/promises';
import t from 'tap';
import {
  type ApiKey,
  createKey,
  deactivateKey,
  findKey,
  hashKey,
  listKeys,
  touchKey,
} from '../../../../src/accounts/keys.ts';
import { TIERS } from '../../../../src/accounts/tiers.ts';
import { demoKey } from '../../../../src/cli/demo.ts';
import type { CommandContext } from '../../../../src/cli/services.ts';
import { terrierHere } from '../../../cli/in-process.ts';
import { eventually } from '../../../eventually.ts';
import { call, makeHarness } from '../../../helper.ts';
import { startLogged } from '../../../logged-child.ts';
import { FaultyProxy } from '../../../tcp-proxy.ts';

const harness = await makeHarness(t);
const { database } = harness;
await harness.load('parcels', [{ county_fips: '31109', parcel_id: '1' }]);

const PARCEL = '/api/v1/parcels/31109:1';
const MINUTE = 60_000;
const DAY = 86_400_000;

type Created = ApiKey & { key: string; replaces?: string; old_key_expires_at?: string };

/** Runs `terrier keys …` as an operator does. */
const keys = (...args: string[]) => terrierHere(['keys', ...args], harness.env);

/** What a command prints, parsed as JSON. */
async function printedBy<T = Created>(...args: string[]): Promise<T> {
  const { status, out, err } = await keys(...args, '--json');
  if (status !== 0) throw new Error(`keys ${args.join(' ')}: ${status} ${err}`);
  return JSON.parse(out);
}

const byId = async (id: string) => (await listKeys(database)).find((key) => key.id === id)!;
const secretOf = (key: string) => key.slice('terrier_'.length + 5);

/** Everything that is stored about keys, as text. */
async function stored(): Promise<string> {
  const [rows] = await database.$client.query('SELECT * FROM api_keys');
  return JSON.stringify(rows);
}

t.test('a key is shown when it is created, and never again', async (t) => {
  const before = Date.now();
  const { status, out } = await keys('create', '--tier', 'pro', '--name', 'Map team');
  t.equal(status, 0);
  const [key, rest] = out.split('\n');
  t.match(key, /^terrier_[A-Za-z0-9_-]{32}$/, 'alone on its line, to be copied');
  const id = /key_[0-9a-f]{20}/.exec(rest!)?.[0];
  t.match(rest, /not shown again/);

  const listed = await keys('list');
  t.match(listed.out, /^ID +KEY +TIER +ACCOUNT +STATE +LAST USED +NAME\n/);
  t.match(listed.out, `${id}  ${key!.slice(0, 13)}…  pro   acc_`);
  t.match(listed.out, /active +never +Map team/);
  const records = await printedBy<ApiKey[]>('list');
  const record = records.find((each) => each.id === id)!;
  t.match(record, {
    account: /^acc_[0-9a-f]{20}$/,
    name: 'Map team',
    tier: 'pro',
    prefix: key!.slice(0, 13),
    is_active: true,
    expires_at: null,
    last_used_at: null,
  });
  t.ok(Date.parse(record.created_at) >= before && Date.parse(record.created_at) <= Date.now());
  for (const text of [listed.out, JSON.stringify(records), await stored()]) {
    t.notOk(text.includes(secretOf(key!)), 'neither listed nor stored');
  }
  const app = await harness.app();
  t.equal((await call(app, 'GET', '/v1/usage', { key })).json().tier, 'pro');
});

t.test('a key is created with the tier, name, account and end that are given', async (t) => {
  const before = Date.now();
  const long = '名'.repeat(200);
  const made = await printedBy(
    ...['create', '--tier', 'scale', '--name', long],
    ...['--account', 'a'.repeat(64), '--expires-in-days', '30'],
  );
  t.match(made, { tier: 'scale', name: long, account: 'a'.repeat(64) });
  const end = Date.parse(made.expires_at!);
  t.ok(end >= before + 30 * DAY && end <= Date.now() + 30 * DAY, 'days of 24 hours');
  const { key, ...record } = made;
  t.same(await byId(made.id), record);
  for (const tier of TIERS) {
    const name = `Łukasz 🏠 ${tier} 'x' "y" \\ %`;
    const { id } = await createKey(database, { tier, name });
    t.match(await byId(id), { tier, name }, 'every tier, and names in every script');
  }
});

t.test('an account name is trimmed, and an existing one keeps its form', async (t) => {
  t.equal(
    (await printedBy('create', '--tier', 'pro', '--name', 'x', '--account', '  a.b_c:d@e+f-9 ')).account,
    'a.b_c:d@e+f-9',
  );
  await createKey(database, { tier: 'pro', name: 'x', account: 'Société & Cie ' });
  const same = await printedBy('create', '--tier', 'pro', '--name', 'x', '--account', 'Société & Cie ');
  t.equal(same.account, 'Société & Cie ', 'an account of another form goes on');
});

t.test('keys differ in every part', async (t) => {
  const many = [];
  for (let at = 0; at < 50; at++) many.push(await createKey(database, { tier: 'free', name: 'many' }));
  for (const part of ['key', 'id', 'account', 'prefix'] as const) {
    t.equal(new Set(many.map((key) => key[part])).size, 50, part);
  }
});

t.test('the list has the newest first', async (t) => {
  const times = (await listKeys(database)).map(({ created_at }) => created_at);
  t.ok(times.length > 50);
  t.same(times, times.toSorted().toReversed());
});

t.test('wrong flags and ids are refused, and nothing is changed', async (t) => {
  const { id } = await createKey(database, { tier: 'pro', name: 'kept' });
  const before = await stored();
  const create = (...more: string[]) => ['create', '--tier', 'pro', '--name', 'x', ...more];
  const rows: [string[], RegExp][] = [
    [['create', '--name', 'x'], /--tier/],
    [['create', '--tier', 'gold', '--name', 'x'], /free, starter, api_100k, pro, scale, license/],
    [['create', '--tier', 'pro', '--name', 'two\nlines'], /--name.* 1 to 200 characters on one line/s],
    [create('--account', ''), /--account.* 1 to 64 characters/],
    [create('--account', 'two words'), /--account "two words" cannot be used.*letters, digits/],
    [create('--account', 'Société'), /--account "Société" cannot be used/],
    [create('--account', '-x'), /--account/],
    [['create', '--tier', 'pro', '--name', 'x'.repeat(201)], /--name/],
    [create('--expires-in-days', '99999'), /--expires-in-days.* 1 to 36500/],
    [['rotate', id, '--grace-minutes', '-1'], /--grace-minutes/],
    [['rotate', 'key_none'], /There is no key key_none; `terrier keys list`/],
    [['deactivate', "' OR 1=1 --"], /There is no key/],
  ];
  for (const [args, complaint] of rows) {
    const { status, out, err } = await keys(...args);
    const name = args.join(' ').slice(0, 60);
    t.equal(status, 1, name);
    t.equal(out, '', name);
    t.match(err, complaint, name);
    t.notMatch(err, /at .*\.ts:\d|Failed query/, 'no stack trace, no SQL');
  }
  t.equal(await stored(), before);
});

t.test('the last key without an end that manages keys is deactivated only on explicit request', async (t) => {
  const account = 'account-of-admins';
  const tier = 'pro';
  const lasting = await createKey(database, { tier, name: 'lasting', account, isAdmin: true });
  const expiresAt = new Date(Date.now() + DAY);
  await createKey(database, { tier, name: 'ending', account, isAdmin: true, expiresAt });
  const { status, out, err } = await keys('deactivate', lasting.id);
  t.same([status, out], [1, '']);
  t.match(err, `terrier keys rotate ${lasting.id} --grace-minutes 0`, 'it says how to keep one');
  t.match(err, /--yes/, 'and how to go on');
  t.equal((await byId(lasting.id)).is_active, true);
  const { id } = await printedBy('rotate', lasting.id, '--grace-minutes', '0');
  t.match(await byId(id), { is_admin: true, expires_at: null }, 'a rotation keeps one');
  t.match(await printedBy('deactivate', id, '--yes'), { id, is_active: false });
  const alone = await createKey(database, { tier, name: 'alone', isAdmin: true });
  t.equal((await keys('deactivate', alone.id)).status, 0, 'the only key of an account leaves nobody behind');
});

t.test('a key is deactivated for good', async (t) => {
  const off = await createKey(database, { tier: 'pro', name: 'off' });
  t.match(await printedBy('deactivate', off.id), { id: off.id, is_active: false });
  t.match(await keys('deactivate', off.id), { status: 0, out: `${off.id} is deactivated.\n` }, 'repeated');
  const rotated = await keys('rotate', off.id);
  t.equal(rotated.status, 1);
  t.match(rotated.err, /was deactivated; create a new one/, 'it cannot be rotated back to life');
});

t.test('the grace period is a day by default, none for 0, and ends with the key at the latest', async (t) => {
  const [day, none, short] = await Promise.all(
    ['day', 'none', 'short'].map((name) =>
      createKey(database, {
        tier: 'pro',
        name,
        expiresAt: name === 'short' ? new Date(Date.now() + 5 * MINUTE) : undefined,
      }),
    ),
  );
  const before = Date.now();
  const { out } = await keys('rotate', day!.id);
  const end = Date.parse((await byId(day!.id)).expires_at!);
  t.match(out, `The old key works until ${new Date(end).toISOString()}`);
  t.ok(end >= before + DAY && end <= Date.now() + DAY);

  await keys('rotate', none!.id, '--grace-minutes', '0');
  const app = await harness.app();
  t.equal((await call(app, 'GET', PARCEL, { key: none!.key })).status, 403);

  const rotated = await printedBy('rotate', short!.id);
  t.equal(rotated.old_key_expires_at, short!.expires_at);
  t.equal((await byId(short!.id)).expires_at, short!.expires_at);
});

t.test('a rotation keeps what a key may do, and its end; a key is replaced only once', async (t) => {
  const old = await printedBy(
    ...['create', '--tier', 'pro', '--name', 'ops', '--admin', '--scopes', 'read', 'export'],
    ...['--expires-in-days', '9'],
  );
  const rights = { is_admin: true, scopes: ['read', 'export'], allowed_addresses: null };
  t.match(old, rights);
  const before = Date.now();
  const made = await printedBy('rotate', old.id, '--grace-minutes', '90');
  const { account, tier, name, expires_at } = old;
  t.match(made, { ...rights, account, tier, name, expires_at, is_active: true, replaces: old.id });
  t.not(made.key, old.key);
  const end = Date.parse(made.old_key_expires_at!);
  t.ok(end >= before + 90 * MINUTE && end <= Date.now() + 90 * MINUTE);
  t.match(await byId(old.id), { is_active: true, expires_at: made.old_key_expires_at });
  const again = await keys('rotate', old.id);
  t.equal(again.status, 1);
  t.match(again.err, `was replaced by ${made.id}; rotate that one`);
  const ended = await createKey(database, { tier: 'pro', name: 'x', expiresAt: new Date(0) });
  t.match(await keys('rotate', ended.id), { status: 1, err: /has expired; create a new one/ });
  t.match(await keys('create', '--tier', 'pro', '--name', 'x', '--scopes', 'all'), {
    status: 1,
    err: /read, webhooks, export/,
  });
});

t.test('the key of npm start manages keys, and replaces one that does not', async (t) => {
  const context = { database, config: harness.config } as CommandContext;
  const { key, file } = await demoKey(context);
  t.equal((await demoKey(context)).key, key, 'it is kept');
  const known = (await findKey(database, hashKey(key)))!;
  t.equal(known.is_admin, true);
  const { key: earlier } = await createKey(database, { tier: 'scale', name: 'demo', account: known.account });
  await writeFile(file, earlier);
  const next = (await findKey(database, hashKey((await demoKey(context)).key)))!;
  t.match(next, { is_admin: true, account: known.account }, 'in the same account');
});

t.test('the use of a key is noted at most once a minute', async (t) => {
  let now = Date.UTC(2031, 0, 2, 3, 4, 5, 678);
  const app = await harness.app({}, () => now);
  const { key, id } = await createKey(database, { tier: 'pro', name: 'used' });
  const lastUsed = async () => (await byId(id)).last_used_at;
  /** Noted in the background, so that no request waits for it. */
  const noted = async (before: string | null) => {
    await eventually('it is noted', async () => (await lastUsed()) !== before);
    return lastUsed();
  };
  t.equal((await call(app, 'GET', PARCEL, { key })).status, 200);
  const first = await noted(null);
  t.equal(first, '2031-01-02T03:04:05.678Z');
  now += 59_000;
  await call(app, 'GET', PARCEL, { key });
  now += 1_000;
  await call(app, 'GET', PARCEL, { key });
  t.equal(await noted(first), '2031-01-02T03:05:05.678Z');
});

t.test('the list shows the state of each key', async (t) => {
  const tomorrow = new Date(Date.now() + DAY);
  const shown = async (name: string, expiresAt?: Date) =>
    createKey(database, { tier: 'free', name, expiresAt });
  const [until, ended] = [await shown('until', tomorrow), await shown('ended', new Date('2020-01-02'))];
  const off = await shown('off');
  await deactivateKey(database, off.id);
  await touchKey(database, off.id, new Date('2026-03-04T05:06:07.008Z'));
  const { out } = await keys('list');
  t.match(out, new RegExp(`${until.id} .* active until ${tomorrow.toISOString()} +never +until`));
  t.match(out, new RegExp(`${ended.id} .* expired 2020-01-02T00:00:00.000Z +never +ended`));
  t.match(out, new RegExp(`${off.id} .* deactivated +2026-03-04T05:06:07.008Z +off`));
});

t.test('a key counts only in its header', async (t) => {
  const { app, key } = await harness.api();
  for (const name of ['x-api-key', 'api-key', 'cookie', 'proxy-authorization']) {
    const headers = { [name]: `Bearer ${key}` };
    t.equal((await call(app, 'GET', '/v1/usage', { headers })).status, 401, name);
  }
  for (const query of [`key=${key}`, `api_key=${key}`, `access_token=${key}`]) {
    const answer = await call(app, 'GET', `${PARCEL}?${query}`);
    t.equal(answer.status, 400, query.slice(0, 8));
    t.notOk(answer.text.includes(secretOf(key)), 'its value is not repeated');
  }
});

t.test('a key is in no log line, answer or table, whatever happens', async (t) => {
  const mysql = new FaultyProxy(harness.env.DATABASE_URL!);
  await mysql.start();
  const settings = { DATABASE_URL: mysql.url, LOG_LEVEL: 'trace', SIGNUP: 'on' };
  const logged = await startLogged(t, { ...harness.env, ...settings });

  const texts: string[] = [];
  const ask = async (key: string, path: string) => {
    const answer = await fetch(`${logged.url}${path}`, { headers: { authorization: `Bearer ${key}` } });
    texts.push(await answer.text(), JSON.stringify([...answer.headers]));
    return answer.status;
  };
  const key = await harness.key();
  const unknown = `terrier_${'Q'.repeat(32)}`;
  const paths = [PARCEL, '/v1/parcels/31109:9', '/v1/usage', '/v1/nowhere', '/v1/coverage?x=1'];
  for (const path of paths) {
    for (const each of [key, unknown, `${key}x`]) await ask(each, path);
  }
  const first = await harness.key({ isAdmin: true });
  const post = async (path: string, body: object): Promise<Created> => {
    const headers = { authorization: `Bearer ${first}`, 'content-type': 'application/json' };
    const answer = await fetch(`${logged.url}/v1${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    t.equal(answer.status, 201, path);
    return (await answer.json()) as Created;
  };
  const one = await post('/keys', { name: 'logged' });
  const made = [one, await post(`/keys/${one.id}/rotate`, {}), await post('/signup', { name: 'logged' })];
  // An internal error logs the most; a key that has not been used yet is not cached.
  const [unasked, unaskedUnknown] = [await harness.key(), `terrier_${'U'.repeat(32)}`];
  await mysql.set('refuse');
  for (const each of [unasked, unaskedUnknown]) {
    t.equal(await ask(each, '/v1/usage'), 503);
    t.equal(await ask(each, PARCEL), 503, 'nor is there a fall back to the free tier');
  }
  await logged.end();
  t.match(logged.text(), /request failed/, 'there is a log');
  texts.push(logged.text(), await stored());
  for (const each of [key, unknown, unasked, unaskedUnknown, first, ...made.map(({ key }) => key)]) {
    for (const text of texts) t.notOk(text.includes(secretOf(each)), text.slice(0, 200));
  }
});

import type { FastifyInstance } from 'fastify';
import t from 'tap';
import { type ApiKey, createKey } from '../../../../src/accounts/keys.ts';
import { call, makeHarness } from '../../../helper.ts';
import { checkError } from '../../../refusals.ts';

const harness = await makeHarness(t);
const { database } = harness;
await harness.load('parcels', [{ county_fips: '31109', parcel_id: '1' }]);
const app = await harness.app();

const PARCEL = '/api/v1/parcels/31109:1';
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

// biome-ignore lint/suspicious/noExplicitAny: answers are looked into at any depth
type Json = any;
let accounts = 0;

/** A key that manages the keys of a new account. */
async function admin(wanted: Partial<Parameters<typeof createKey>[1]> = {}) {
  const account = `account-${++accounts}`;
  return createKey(database, { tier: 'scale', name: 'first', isAdmin: true, account, ...wanted });
}
const status = async (key: string, url = '/v1/usage', at = app) =>
  (await call(at, 'GET', url, { key })).status;
const make = (key: string, body: object, at = app) => call(at, 'POST', '/v1/keys', { key, body });
const rotate = (key: string, id: string, body?: object, at = app) =>
  call(at, 'POST', `/v1/keys/${id}/rotate`, { key, body });
const end = (key: string, id: string, at = app) => call(at, 'DELETE', `/v1/keys/${id}`, { key });
const list = async (key: string, at = app): Promise<Json[]> =>
  (await call(at, 'GET', '/v1/keys', { key })).json().data;

async function made(key: string, body: object): Promise<ApiKey & { key: string }> {
  const answer = await make(key, body);
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.json();
}

t.test('a key is made, shown once, used and listed', async (t) => {
  const first = await admin();
  const answer = await make(first.key, { name: 'Map team' });
  t.equal(answer.status, 201);
  const { key, ...record } = answer.json();
  t.match(key, /^terrier_[A-Za-z0-9_-]{32}$/);
  t.same(record, {
    id: record.id,
    name: 'Map team',
    prefix: key.slice(0, 13),
    tier: 'scale',
    is_admin: false,
    scopes: ['read', 'webhooks', 'export'],
    allowed_addresses: null,
    is_active: true,
    is_caller: false,
    expires_at: null,
    replaced_by: null,
    created_at: record.created_at,
    last_used_at: null,
  });
  t.equal(await status(key, PARCEL), 200);
  const [rows] = await database.$client.query('SELECT * FROM api_keys');
  const listed = await call(app, 'GET', '/v1/keys', { key: first.key });
  for (const text of [listed.text, JSON.stringify(rows)]) {
    t.notOk(text.includes(key.slice(13)), 'neither listed nor stored');
  }
  t.same(
    listed.json().data.map(({ name, is_caller }: Json) => [name, is_caller]),
    [
      ['Map team', false],
      ['first', true],
    ],
    'newest first',
  );
  t.notOk(listed.text.includes(first.account), 'without the id of the account');
});

t.test('a key that does not manage keys sees only itself, and changes none', async (t) => {
  const first = await admin();
  const plain = await made(first.key, { name: 'plain' });
  t.same(
    (await list(plain.key)).map(({ id }) => id),
    [plain.id],
  );
  for (const answer of [
    await make(plain.key, { name: 'x' }),
    await rotate(plain.key, plain.id),
    await end(plain.key, plain.id),
    await end(plain.key, first.id),
  ]) {
    checkError(t, answer, 403, 'not_admin', /does not manage/, 'refused');
  }
  t.equal((await list(first.key)).length, 2);
});

/** What each operation requires of a key, by its path: the document must say the same. */
function expectedNeed(name: string): string | null {
  const [method, path] = name.split(' ') as [string, string];
  if (path.startsWith('/api/v1/keys')) return method === 'get' ? null : 'admin';
  if (path.startsWith('/api/v1/usage')) return null;
  if (path.startsWith('/api/v1/webhooks') || path === '/api/v1/events') return 'webhooks';
  return path === '/api/v1/search/export' ? 'export' : 'read';
}

t.test('every route refuses keys that lack what it requires, and no others', async (t) => {
  const document: Json = (await call(app, 'GET', '/openapi.json')).json();
  const first = await admin();
  const holders: Record<string, string> = { admin: (await admin({ scopes: ['read'] })).key };
  for (const scope of ['read', 'webhooks', 'export']) {
    holders[scope] = (await made(first.key, { name: scope, scopes: [scope] })).key;
  }
  const has: Record<string, string[]> = {
    admin: ['admin', 'read'],
    read: ['read'],
    webhooks: ['webhooks'],
    export: ['export'],
  };
  let rows = 0;
  for (const [path, item] of Object.entries<Json>(document.paths)) {
    for (const [method, operation] of Object.entries<Json>(item)) {
      if (operation.security.length === 0) continue;
      const name = `${method} ${path}`;
      const [need = null] = operation.security.at(-1).bearer;
      t.equal(need, expectedNeed(name), `${name} is documented`);
      const url = path.replace(/\{\w+\}/g, '0');
      const verb = method.toUpperCase() as 'GET' | 'POST' | 'PATCH' | 'DELETE';
      for (const [holder, key] of Object.entries(holders)) {
        const body = ['post', 'patch'].includes(method) ? {} : undefined;
        const answer = await call(app, verb, url, { key, body });
        const code = (answer.text.startsWith('{') ? answer.json() : {}).code;
        const lacks = ['scope_missing', 'not_admin'].includes(code);
        t.equal(
          lacks,
          need !== null && !has[holder]!.includes(need),
          `${name} with a key of ${holder}: ${code}`,
        );
        if (lacks) t.equal(answer.status, 403, name);
        rows++;
      }
      if (operation.security.length > 1) continue;
      const body = ['post', 'patch'].includes(method) ? {} : undefined;
      t.equal((await call(app, verb, url, { body })).status, 401, `${name} without a key`);
    }
  }
  t.ok(rows > 150, `${rows} rows`);
});

t.test('a key cannot give what it does not have', async (t) => {
  const caller = await admin({
    tier: 'pro',
    scopes: ['read'],
    allowedAddresses: ['127.0.0.1', '10.0.0.0/8', '2001:db8::/32'],
    expiresAt: new Date(Date.now() + 10 * DAY),
  });
  const name = 'x';
  const rows: [object, RegExp][] = [
    [{ name, scopes: ['read', 'export'] }, /^scopes holds export/],
    [{ name, allowed_addresses: null }, /^allowed_addresses must not be null/],
    [{ name, allowed_addresses: ['10.1.0.0/16', '11.0.0.1'] }, /^allowed_addresses holds 11\.0\.0\.1/],
    [{ name, allowed_addresses: ['10.0.0.0/7'] }, /^allowed_addresses holds 10\.0\.0\.0\/7/],
    [{ name, allowed_addresses: ['2001:db8::/31'] }, /^allowed_addresses/],
    [{ name, allowed_addresses: ['::/0'] }, /^allowed_addresses/],
    [{ name, expires_in_days: 11 }, /^expires_in_days must end before/],
  ];
  for (const [body, complaint] of rows) {
    const answer = await make(caller.key, body);
    checkError(t, answer, 403, 'exceeds_key', complaint, JSON.stringify(body));
  }
  t.equal((await list(caller.key)).length, 1, 'and nothing was made');
  t.match(
    await made(caller.key, { name, is_admin: true, allowed_addresses: ['10.1.0.0/16', '2001:DB8:1::1'] }),
    {
      tier: 'pro',
      is_admin: true,
      scopes: ['read'],
      allowed_addresses: ['10.1.0.0/16', '2001:db8:1::1'],
      expires_at: caller.expires_at,
    },
    'what is left out it has from the asking key',
  );
  const expiresAt = new Date(caller.expires_at!);
  const larger = await createKey(database, { tier: 'scale', name, account: caller.account, expiresAt });
  t.equal((await rotate(caller.key, larger.id)).status, 403, 'nor by rotating a key that has more');
  t.equal((await end(caller.key, larger.id)).status, 200, 'but it ends one that lives no longer');
});

t.test('wrong input is refused, and the message names its field', async (t) => {
  const { key } = await admin();
  const name = 'x';
  const ranges = (...allowed_addresses: unknown[]) => ({ name, allowed_addresses });
  const rows: [unknown, RegExp][] = [
    [{}, /name/],
    [{ name: '' }, /^name/],
    [{ name: ' ' }, /^name must be one line/],
    [{ name: 'two\nlines' }, /^name must be one line/],
    [{ name: 'x'.repeat(201) }, /^name/],
    [{ name: '\ud800' }, /^name must be one line/],
    [{ name: 1 }, /^name/],
    [{ name: null }, /^name/],
    [{ name, scopes: [] }, /^scopes/],
    [{ name, scopes: ['admin'] }, /^scopes/],
    [{ name, scopes: 'read' }, /^scopes/],
    [{ name, is_admin: 'true' }, /^is_admin/],
    [{ name, is_admin: null }, /^is_admin/],
    [{ name, expires_in_days: 0 }, /^expires_in_days/],
    [{ name, expires_in_days: 1.5 }, /^expires_in_days/],
    [{ name, expires_in_days: 36_501 }, /^expires_in_days/],
    [{ name, tier: 'license' }, /^tier/],
    [{ name, account: 'account-1' }, /^account/],
    [ranges(), /^allowed_addresses/],
    [ranges(...Array(51).fill('10.0.0.1')), /^allowed_addresses/],
    [ranges(1), /^allowed_addresses/],
    [ranges('10.0.0.1', 'nowhere'), /^allowed_addresses holds "nowhere"/],
    [ranges('10.0.0'), /^allowed_addresses holds/],
    [ranges('010.0.0.1'), /^allowed_addresses holds/],
    [ranges('10.0.0.0/33'), /^allowed_addresses holds/],
    [ranges('10.0.0.0/'), /^allowed_addresses holds/],
    [ranges('10.0.0.0/8/8'), /^allowed_addresses holds/],
    [ranges('10.0.0.0/08'), /^allowed_addresses holds/],
    [ranges(' 10.0.0.1'), /^allowed_addresses holds/],
    [ranges('2001:db8::/129'), /^allowed_addresses holds/],
    [ranges('fe80::1%eth0'), /^allowed_addresses holds/],
    [ranges('::ffff:10.0.0.1'), /^allowed_addresses holds/],
    [[], /body/],
  ];
  for (const [body, complaint] of rows) {
    const shown = JSON.stringify(body).slice(0, 80);
    const answer = await make(key, body as object);
    checkError(t, answer, 400, 'invalid_parameter', complaint, shown);
  }
  const { id } = (await list(key))[0];
  for (const body of [
    ...[{ overlap_hours: -1 }, { overlap_hours: 169 }, { overlap_hours: '1' }, { hours: 1 }, []],
    'null',
  ]) {
    const headers = { 'content-type': 'application/json' };
    const answer = await call(app, 'POST', `/v1/keys/${id}/rotate`, { key, body, headers });
    t.equal(answer.status, 400, JSON.stringify(body));
  }
  t.equal((await call(app, 'DELETE', `/v1/keys/${id}`, { key, body: { x: 1 } })).status, 400);
  t.equal((await list(key)).length, 1, 'nothing was made');
});

t.test('accounts do not see or change each other’s keys', async (t) => {
  const [one, other] = [await admin(), await admin()];
  const plain = await made(one.key, { name: 'plain' });
  for (const id of [one.id, plain.id, 'key_none', "' OR 1=1 --"]) {
    const asked = encodeURIComponent(id);
    t.equal((await rotate(other.key, asked)).status, 404, id);
    t.equal((await end(other.key, asked)).status, 404, id);
    const used = await call(app, 'GET', `/v1/usage/history?key_id=${asked}`, { key: other.key });
    t.equal(used.status, 404, id);
  }
  t.same(
    (await list(other.key)).map(({ id }) => id),
    [other.id],
  );
  t.same([await status(one.key), await status(plain.key)], [200, 200]);
});

t.test('after a rotation the new key is like the old one, and both work for a day', async (t) => {
  let now = Date.now();
  const clocked = await harness.app({}, () => now);
  const first = await admin();
  const wanted = {
    name: 'Nightly',
    scopes: ['read'],
    allowed_addresses: ['127.0.0.0/8'],
    expires_in_days: 30,
  };
  const old = await made(first.key, wanted);
  const answer = await rotate(first.key, old.id, undefined, clocked);
  t.equal(answer.status, 201);
  const { key, replaces, old_key_expires_at, ...record } = answer.json();
  t.same([replaces, old_key_expires_at], [old.id, new Date(now + DAY).toISOString()]);
  t.match(record, {
    name: 'Nightly',
    scopes: ['read'],
    allowed_addresses: ['127.0.0.0/8'],
    is_admin: false,
    expires_at: old.expires_at,
  });
  const before = (await list(first.key, clocked)).find(({ id }) => id === old.id);
  t.match(before, { replaced_by: record.id, is_active: true, expires_at: old_key_expires_at });
  const both = async () => [await status(old.key, PARCEL, clocked), await status(key, PARCEL, clocked)];
  t.same(await both(), [200, 200]);
  now += DAY - 1;
  t.same(await both(), [200, 200]);
  now += 1;
  t.same(await both(), [403, 200], 'then the new one alone');
  now += 30 * DAY;
  t.same(await both(), [403, 403], 'which lives no longer than the old one would have');
  const again = await rotate(first.key, record.id, undefined, clocked);
  checkError(t, again, 409, 'key_ended', /has ended/, 'an ended key stays ended');
});

t.test('a replaced key is not replaced again, even by many requests at once', async (t) => {
  const first = await admin();
  const old = await made(first.key, { name: 'busy' });
  const others = await Promise.all([harness.app(), harness.app()]);
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, at) => rotate(first.key, old.id, { overlap_hours: 0 }, others[at % 2])),
  );
  t.same(answers.map((answer) => answer.status).sort(), [201, ...Array(11).fill(409)]);
  t.equal((await list(first.key)).length, 3, 'one successor');
  const won = answers.find((answer) => answer.status === 201)!.json();
  checkError(t, await rotate(first.key, old.id), 409, 'key_ended', /./, 'later neither');
  t.equal(await status(won.key, PARCEL), 200);
});

t.test('a key that is rotated and deleted at once ends as one of the two answers says', async (t) => {
  for (let round = 0; round < 5; round++) {
    const first = await admin();
    const old = await made(first.key, { name: 'both' });
    const [rotated, ended] = await Promise.all([rotate(first.key, old.id), end(first.key, old.id)]);
    t.equal(ended.status, 200);
    t.ok([201, 409].includes(rotated.status), `rotate: ${rotated.status}`);
    const keys = await list(first.key);
    t.equal(keys.find(({ id }) => id === old.id).is_active, false);
    t.equal(keys.length, rotated.status === 201 ? 3 : 2, 'a successor only where it was answered');
  }
});

t.test('the last key that manages the keys of an account cannot be deleted', async (t) => {
  const first = await admin();
  const only = await end(first.key, first.id);
  checkError(t, only, 409, 'last_admin_key', /make another first/, 'the last one');
  const rotated = (await rotate(first.key, first.id)).json();
  t.equal(
    (await end(rotated.key, rotated.id)).status,
    409,
    'one that was replaced does not count: it ends soon',
  );
  t.equal((await end(rotated.key, first.id)).status, 200, 'but it can be ended');
  const second = await made(rotated.key, { name: 'second', is_admin: true });
  t.equal((await end(rotated.key, second.id)).status, 200, 'a second one may go');
});

t.test('a key manages only keys that end no later than itself', async (t) => {
  const first = await admin();
  const days = (expires_in_days: number, is_admin = false) =>
    made(first.key, { name: `${expires_in_days} days`, is_admin, expires_in_days });
  const [same, brief, longer] = [await days(1), await days(1, true), await days(2)];
  const there = await harness.app();
  for (const id of [first.id, longer.id]) {
    const answers = await Promise.all(
      [app, there].flatMap((at) => [rotate(brief.key, id, { overlap_hours: 0 }, at), end(brief.key, id, at)]),
    );
    for (const answer of answers) {
      checkError(t, answer, 403, 'exceeds_key', /ask with a key that ends no earlier/, id);
    }
  }
  t.equal((await list(first.key)).length, 4, 'nothing was made');
  t.same([await status(first.key), await status(longer.key)], [200, 200], 'or ended');
  t.equal((await end(brief.key, same.id)).status, 200, 'one made earlier with the same life ends no earlier');
});

t.test('a replaced key manages no keys while it still works', async (t) => {
  const first = await admin();
  const other = await made(first.key, { name: 'other' });
  const there = await harness.app();
  t.equal(await status(first.key, PARCEL, there), 200, 'another process remembers it as it was');
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, at) =>
      rotate(first.key, first.id, { overlap_hours: 24 }, [app, there][at % 2]),
    ),
  );
  t.same(answers.map((answer) => answer.status).sort(), [201, ...Array(7).fill(403)], 'at once too');
  const successor = answers.find((answer) => answer.status === 201)!.json();
  for (const at of [app, there]) {
    for (const answer of [
      await make(first.key, { name: 'x' }, at as FastifyInstance),
      await rotate(first.key, successor.id, { overlap_hours: 0 }, at),
      await rotate(first.key, other.id, undefined, at),
      await end(first.key, successor.id, at),
      await end(first.key, other.id, at),
      await end(first.key, first.id, at),
    ]) {
      checkError(
        t,
        answer,
        403,
        'not_admin',
        new RegExp(`use its successor, ${successor.id}`),
        'it names the one to use',
      );
    }
    t.same(
      (await list(first.key, at)).map(({ id }) => id),
      [first.id],
      'it sees itself alone',
    );
    t.equal(await status(first.key, `/v1/usage/history?key_id=${other.id}`, at), 404);
  }
  t.equal((await list(successor.key)).length, 3, 'nothing was made');
  t.same(await Promise.all([first, successor, other].map(({ key }) => status(key, PARCEL))), [200, 200, 200]);
  t.equal((await end(successor.key, first.id)).status, 200, 'the successor manages keys');
});

t.test('the last key without an end that manages keys stays, even if others with an end do', async (t) => {
  const first = await admin();
  const brief = { name: 'brief', is_admin: true, expires_in_days: 30 };
  const ending = [await made(first.key, brief), await made(first.key, brief)];
  const only = await end(first.key, first.id);
  checkError(
    t,
    only,
    409,
    'last_admin_key',
    /first make another one without an end/,
    'those that end do not stand in',
  );
  t.equal((await end(first.key, ending[0]!.id)).status, 200, 'one that ends can be deleted');
  const second = await made(first.key, { name: 'second', is_admin: true });
  const there = await harness.app();
  const both = await Promise.all([end(first.key, second.id), end(second.key, first.id, there)]);
  t.same(both.filter((one) => one.status === 200).length, 1, 'of two that end each other one stays');
  const left = await list(both[0]!.status === 200 ? first.key : second.key);
  const lasting = left.filter((key) => key.is_active && key.is_admin && key.expires_at === null);
  t.equal(lasting.length, 1);
  const { account } = await admin({ expiresAt: new Date(Date.now() + DAY) });
  const [one, two] = [
    await admin({ account, expiresAt: new Date(Date.now() + DAY) }),
    await admin({ account, expiresAt: new Date(Date.now() + 2 * DAY) }),
  ];
  t.equal((await end(two.key, one.id)).status, 200, 'where all end, they stand in for each other');
});

t.test('a deleted key ends within two seconds in every process, and makes no key until then', async (t) => {
  let now = Date.now();
  const [here, there] = await Promise.all([harness.app({}, () => now), harness.app({}, () => now)]);
  const first = await admin();
  const leaked = await made(first.key, { name: 'leaked', is_admin: true });
  for (const at of [here, there]) t.equal(await status(leaked.key, PARCEL, at), 200);
  const answer = await end(first.key, leaked.id, here);
  t.match(answer.json(), { id: leaked.id, is_active: false });
  for (const at of [here, there]) {
    const more = await make(leaked.key, { name: 'more' }, at as FastifyInstance);
    checkError(t, more, 403, 'inactive_key', /deactivated/, 'even while the process remembers it');
  }
  now += 2_000;
  for (const at of [here, there]) t.equal(await status(leaked.key, PARCEL, at), 403);
  t.equal((await end(first.key, leaked.id, here)).status, 200, 'repeated, it changes nothing');
  t.equal((await list(first.key, here)).length, 2, 'it stays listed');
  now += 90 * DAY + 1;
  t.equal((await list(first.key, here)).length, 1, 'for 90 days');
});

t.test('an account has at most 100 keys, and makes at most 100 in a day', async (t) => {
  let now = Date.now();
  const clocked = await harness.app({}, () => now);
  const first = await admin();
  const { account } = first;
  for (let at = 0; at < 98; at++) await createKey(database, { tier: 'free', name: 'x', account });
  const [a, b] = await Promise.all([make(first.key, { name: 'a' }), make(first.key, { name: 'b' })]);
  t.same([a.status, b.status].sort(), [201, 403], 'two at once do not exceed it');
  const last = [a, b].find((answer) => answer.status === 201)!.json();
  checkError(t, await make(first.key, { name: 'c' }), 403, 'key_quota', /has 100 keys/, 'all in use');
  await end(first.key, last.id);
  checkError(t, await make(first.key, { name: 'c' }), 403, 'key_quota', /made 100 keys/, 'made in a day');
  now += DAY + HOUR;
  t.equal((await make(first.key, { name: 'c' }, clocked)).status, 201, 'the next day there is room');
});

t.test('a key with a list of addresses works only from those', async (t) => {
  const proxied = await harness.app({ TRUST_PROXY: '127.0.0.1, 192.0.2.0/24' });
  const first = await admin();
  const { key } = await made(first.key, {
    name: 'here',
    allowed_addresses: ['203.0.113.7', '198.51.100.0/25', '2001:db8:1::/48', '2001:db8:9::1'],
  });
  const from = async (at: FastifyInstance, remoteAddress: string, forwarded?: string) => {
    const headers: Record<string, string> = { authorization: `Bearer ${key}` };
    if (forwarded !== undefined) headers['x-forwarded-for'] = forwarded;
    const answer = await at.inject({ method: 'GET', url: PARCEL, headers, remoteAddress });
    if (answer.statusCode === 403) t.equal(answer.json().code, 'address_not_allowed');
    return answer.statusCode;
  };
  const rows: [string, number][] = [
    ['203.0.113.7', 200],
    ['203.0.113.8', 403],
    ['198.51.100.127', 200],
    ['198.51.100.128', 403],
    ['::ffff:203.0.113.7', 200],
    ['::ffff:203.0.113.8', 403],
    ['::ffff:cb00:7107', 200],
    ['::ffff:cb00:7108', 403],
    ['2001:db8:1:ffff::9', 200],
    ['2001:db8:2::1', 403],
    ['2001:db8:9::1', 200],
    ['2001:db8:9::2', 403],
    ['127.0.0.1', 403],
    ['::1', 403],
  ];
  for (const [address, expected] of rows) t.equal(await from(app, address), expected, address);
  t.equal(await from(app, '127.0.0.1', '203.0.113.7'), 403, 'what nobody trusted forwards does not count');
  t.equal(await from(app, '203.0.113.7', '127.0.0.1'), 200);
  t.equal(await from(proxied, '127.0.0.1', '203.0.113.7'), 200, 'what a trusted proxy forwards does');
  t.equal(
    await from(proxied, '127.0.0.1', '203.0.113.7, 203.0.113.8'),
    403,
    'its own word, not the client’s',
  );
  t.equal(await from(proxied, '127.0.0.1', '203.0.113.7, 192.0.2.9'), 200, 'through two of them');
  const near = await made(first.key, { name: 'near', allowed_addresses: ['127.0.0.1'] });
  const told = (forwarded: string) => ({ authorization: `Bearer ${near.key}`, 'x-forwarded-for': forwarded });
  for (const [forwarded, expected] of [
    ['127.0.0.1', 200],
    ['nobody', 403],
    ['127.0.0.1:80', 403],
  ] as const) {
    const answer = await proxied.inject({ method: 'GET', url: PARCEL, headers: told(forwarded) });
    t.equal(answer.statusCode, expected, `from a proxy that is on the list, for ${forwarded}`);
  }
  t.equal(await from(proxied, '203.0.113.7', '127.0.0.1'), 200, 'who is no proxy forwards nothing');
  const four = await made(first.key, { name: 'four', allowed_addresses: ['0.0.0.0/0'] });
  const six = await made(first.key, { name: 'six', allowed_addresses: ['::/0'] });
  const headers = ({ key }: { key: string }) => ({ authorization: `Bearer ${key}` });
  const ask = async (one: { key: string }, remoteAddress: string) =>
    (await app.inject({ method: 'GET', url: PARCEL, headers: headers(one), remoteAddress })).statusCode;
  t.same(
    [await ask(four, '192.0.2.1'), await ask(four, '2001:db8::1')],
    [200, 403],
    'all of IPv4 is that alone',
  );
  t.same([await ask(six, '192.0.2.1'), await ask(six, '2001:db8::1')], [403, 200], 'and all of IPv6');
});

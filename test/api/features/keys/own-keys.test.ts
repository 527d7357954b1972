import t from 'tap';
import { createKey } from '../../../../src/accounts/keys.ts';
import { call, makeHarness } from '../../../helper.ts';
import { valuesOf } from '../../../listed.ts';
import { checkError } from '../../../refusals.ts';
import { DAY, HOUR, type Json, managing } from './managing.ts';

const harness = await makeHarness(t);
const { database } = harness;
await harness.load('parcels', [{ county_fips: '31109', parcel_id: '1' }]);
const app = await harness.app();
const { admin, status, make, rotate, end, list, made } = managing(harness, app);

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
  t.equal(await status(key, app, '/v1/parcels/31109:1'), 200);
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
  t.same(valuesOf(await list(plain.key), 'id'), [plain.id]);
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
  t.same(valuesOf(await list(other.key), 'id'), [other.id]);
  t.same([await status(one.key), await status(plain.key)], [200, 200]);
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

import type { FastifyInstance } from 'fastify';
import t from 'tap';
import { deleteOldDays } from '../../../../src/accounts/retention.ts';
import { call, makeHarness } from '../../../helper.ts';
import { valuesOf } from '../../../listed.ts';

const harness = await makeHarness(t, { indices: false });
const { database } = harness;
const NOON = Date.UTC(2031, 4, 15, 12);
const HOUR = 3_600_000;

async function signUp(
  app: FastifyInstance,
  remoteAddress: string,
  body: unknown = { name: 'My map' },
  more = {},
) {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/v1/signup',
    payload: body as object,
    remoteAddress,
    headers: more,
  });
  return { status: answer.statusCode, headers: answer.headers, json: () => answer.json() };
}

t.test('sign-up is off unless it is turned on', async (t) => {
  const app = await harness.app();
  const answer = await signUp(app, '203.0.113.1');
  t.equal(answer.status, 403);
  t.match(answer.json(), { code: 'signup_off', error: /operator/ });
});

t.test('anyone can make a free account, one a day for each address', async (t) => {
  let now = NOON;
  const settings = { SIGNUP: 'on' };
  const [app, other] = await Promise.all([
    harness.app(settings, () => now),
    harness.app(settings, () => now),
  ]);
  const answer = await signUp(app, '203.0.113.1');
  t.equal(answer.status, 201);
  const { key, ...record } = answer.json();
  t.match(record, { name: 'My map', tier: 'free', is_admin: true, scopes: ['read', 'webhooks', 'export'] });
  t.equal((await call(app, 'GET', '/v1/usage', { key })).json().tier, 'free');
  const endpoint = await call(app, 'POST', '/v1/webhooks', { key, body: {} });
  t.match(endpoint.json(), { code: 'webhooks_not_included' }, 'its scopes are not what it lacks');

  for (const process of [app, other]) {
    const again = await signUp(process, '203.0.113.1');
    t.equal(again.status, 429);
    t.match(again.json(), { code: 'signup_limit' });
    t.equal(again.headers['retry-after'], String(12 * 3_600), 'until the day ends');
  }
  const second = await signUp(other, '::ffff:203.0.113.2');
  t.equal(second.status, 201);
  t.equal((await signUp(app, '203.0.113.2')).status, 429, 'the same address in another form');
  t.equal((await signUp(app, '2001:db8:0:1::1')).status, 201);
  t.equal((await signUp(app, '2001:db8:0:1:ffff::2')).status, 429, 'the same /64 network');

  const mine = (await call(app, 'GET', '/v1/keys', { key })).json().data;
  t.same(valuesOf(mine, 'id'), [record.id], 'each has an account of its own');
  now += 12 * HOUR;
  t.equal((await signUp(app, '203.0.113.1')).status, 201, 'and another on the next day');
  await deleteOldDays(database, new Date(now));
  const [rows] = await database.$client.query('SELECT day FROM signups');
  t.same(rows, [{ day: '2031-05-16' }], 'addresses are deleted after their day');
});

t.test('many requests at once from one address make one account', async (t) => {
  const settings = { SIGNUP: 'on' };
  const apps = await Promise.all([harness.app(settings), harness.app(settings)]);
  const [[before]] = (await database.$client.query('SELECT COUNT(*) AS n FROM api_keys')) as unknown as [
    [{ n: string }],
  ];
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, at) => signUp(apps[at % 2]!, '198.51.100.9')),
  );
  t.same(answers.map(({ status }) => status).sort(), [201, ...Array(9).fill(429)]);
  const [[after]] = (await database.$client.query('SELECT COUNT(*) AS n FROM api_keys')) as unknown as [
    [{ n: string }],
  ];
  t.equal(Number(after.n) - Number(before.n), 1);
});

t.test('the address is the one that a trusted proxy forwards', async (t) => {
  const app = await harness.app({ SIGNUP: 'on', TRUST_PROXY: '127.0.0.1' });
  const forwarded = (address: string) =>
    signUp(app, '127.0.0.1', { name: 'x' }, { 'x-forwarded-for': address });
  t.equal((await forwarded('192.0.2.1')).status, 201);
  t.equal((await forwarded('192.0.2.1')).status, 429);
  t.equal((await forwarded('192.0.2.1:51234')).status, 429, 'without its port');
  t.equal((await forwarded('192.0.2.2:51234')).status, 201);
  t.equal((await forwarded('192.0.2.3, 192.0.2.1')).status, 429, 'not the one that the client claims');
});

t.test('wrong input is refused, and does not count for the day', async (t) => {
  const app = await harness.app({ SIGNUP: 'on' });
  for (const body of [{}, { name: '' }, { name: ' ' }, { name: 'a\nb' }, { name: 'x', tier: 'scale' }, []]) {
    t.equal((await signUp(app, '192.0.2.77', body)).status, 400, JSON.stringify(body));
  }
  t.equal((await signUp(app, '192.0.2.77')).status, 201);
  for (let at = 0; at < 10; at++) await signUp(app, '192.0.2.77');
  t.match((await signUp(app, '192.0.2.77')).json(), { code: 'burst_limit' }, 'attempts are limited too');
});

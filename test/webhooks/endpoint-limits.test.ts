import t from 'tap';
import { createKey } from '../../src/accounts/keys.ts';
import { call, makeHarness } from '../helper.ts';
import { checkError } from '../refusals.ts';
import { endpointRoutes, HOOKS, SINK } from './endpoint-routes.ts';
import { createEndpoint, EVERY_TYPE } from './support.ts';
import { state } from './watching.ts';

const harness = await makeHarness(t, { indices: false });
const HOUR = 3_600_000;
/** The API's clock; it stands still unless a test sets it. */
const clock = { now: Date.parse('2026-03-10T15:30:00.000Z') };
const app = await harness.app({}, () => clock.now);
const { get, post, remove } = endpointRoutes(app);

const NEW = { url: SINK, event_types: EVERY_TYPE, ...state('31') };

t.test('a plan without webhooks creates no endpoints', async (t) => {
  for (const tier of ['free', 'starter', 'api_100k'] as const) {
    const key = await harness.key({ tier });
    checkError(t, await post(key, '', NEW), 403, 'webhooks_not_included', undefined, tier);
    t.same((await get(key, '')).json().data, []);
  }
});

/** Makes copies of an endpoint, as if its account had created them at a given time. */
const copy = (id: string, count: number, at: number) =>
  harness.database.$client.query(
    `INSERT INTO webhook_endpoints (public_id, account_id, url, event_types, filter_kind, filter_value, secret, created_at)
       SELECT CONCAT('whe_', LEFT(SHA2(CONCAT(e.public_id, n.seq), 256), 19)), account_id, url, event_types, filter_kind, filter_value,
         secret, ?
       FROM webhook_endpoints e
       JOIN (WITH RECURSIVE n AS (SELECT 1 AS seq UNION ALL SELECT seq + 1 FROM n WHERE seq < ?) SELECT seq FROM n) n
       WHERE e.public_id = ?`,
    [new Date(at), count, id],
  );

t.test('Developer has at most 50 active endpoints, even if many are created at once', async (t) => {
  const { key, account } = await createKey(harness.database, { tier: 'pro', name: 'first' });
  const second = await harness.key({ tier: 'pro', account });
  await copy((await createEndpoint(app, key, NEW)).id, 43, clock.now - HOUR);
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, n) => post(n % 2 ? key : second, '', NEW)),
  );
  const refused = answers.filter(({ status }) => status !== 201);
  t.equal(refused.length, 6, '44, and twelve at once with both keys of the account: 50 are created');
  for (const answer of refused) checkError(t, answer, 403, 'endpoint_quota', /50/, 'the others are refused');
  t.same((await get(key, '')).json().quota.endpoints, { limit: 50, used: 50 });
  const [one] = answers.filter(({ status }) => status === 201);
  await remove(key, `/${one!.json().id}`);
  t.same((await get(second, '')).json().quota.endpoints, { limit: 50, used: 49 });
  t.equal((await post(second, '', NEW)).status, 201, 'a disabled one makes room');
  t.equal((await post(key, '', NEW)).status, 403);
  t.equal((await get(key, '')).json().data.length, 51, 'and stays in the list');
  t.equal((await post(await harness.key({ tier: 'pro' }), '', NEW)).status, 201, 'others have their own');
});

t.test('an account creates at most 60 endpoints in a minute, even if many are created at once', async (t) => {
  const [key, other] = [await harness.key(), await harness.key()];
  const there = await harness.app({}, () => clock.now);
  const first = clock.now;
  t.teardown(() => {
    clock.now = first;
  });
  const create = (at = app, headers = {}) =>
    call(at, 'POST', HOOKS, { key, body: { ...NEW, event_types: ['parcel.sold'] }, headers });
  const once = { 'idempotency-key': 'the-first' };
  const created = await create(app, once);
  t.equal(created.status, 201);
  await copy(created.json().id, 55, clock.now);
  clock.now += 20_000;
  const answers = await Promise.all(Array.from({ length: 8 }, (_, at) => create([app, there][at % 2])));
  const made = answers.filter(({ status }) => status === 201);
  t.equal(made.length, 4, 'in all processes together');
  const refused = answers.filter(({ status }) => status !== 201);
  for (const answer of refused) {
    checkError(t, answer, 429, 'burst_limit', undefined, 'beyond that');
    t.equal(answer.headers['retry-after'], '40', 'until the first is a minute old');
  }
  t.equal((await get(key, '')).json().quota.endpoints.used, 60, 'none is made besides');
  await remove(key, `/${made[0]!.json().id}`);
  t.equal((await create()).status, 429, 'a disabled one makes no room');
  t.equal((await create(there, once)).text, created.text, 'a repeated request is no other endpoint');
  t.equal((await post(other, '', NEW)).status, 201, 'others are not concerned');
  clock.now = first + 60_000 - 1;
  t.equal((await create()).headers['retry-after'], '1');
  clock.now = first + 60_000;
  t.equal((await create()).status, 201, 'when the first are a minute old');
});

t.test('an endpoint is tested at most ten times a minute, even by many requests at once', async (t) => {
  const key = await harness.key();
  const [one, two] = [await createEndpoint(app, key, NEW), await createEndpoint(app, key, NEW)];
  const once = await Promise.all(Array.from({ length: 14 }, () => post(key, `/${one.id}/test`)));
  t.equal(once.filter(({ status }) => status === 202).length, 10);
  const refused = await post(key, `/${one.id}/test`);
  checkError(t, refused, 429, 'test_limit', undefined, 'one more');
  t.match(refused.headers['retry-after'], /^[1-9]\d*$/);
  t.equal((await post(key, `/${two.id}/test`)).status, 202, 'another endpoint');
  clock.now += 60_000;
  t.equal((await post(key, `/${one.id}/test`)).status, 202, 'a minute later');
  clock.now -= 60_000;
  for (const { id } of [one, two]) await remove(key, `/${id}`);
});

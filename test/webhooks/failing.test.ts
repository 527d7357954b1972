import t from 'tap';
import { disableFailing, FAILING_DAYS } from '../../src/webhooks/disable-failing.ts';
import { call, makeHarness } from '../helper.ts';
import {
  conformance,
  createEndpoint,
  deed,
  eventually,
  loadNews,
  makeDispatcher,
  makeReceiver,
} from './support.ts';

const harness = await makeHarness(t);
const app = await harness.app();
const document = await conformance(app);
const HOOKS = '/api/v1/webhooks';
const SINK = 'http://127.0.0.1:9/hook';
const DAY = 86_400_000;
/** The last whole second: what is older than 30 days is not kept. */
const NOON = Math.floor(Date.now() / 1_000) * 1_000;
// biome-ignore lint/suspicious/noExplicitAny: answers are looked into at any depth
type Json = any;

const query = async (sql: string, values: unknown[] = []) =>
  (await harness.database.$client.query(sql, values))[0] as Record<string, unknown>[];
const get = async (key: string, path: string): Promise<Json> =>
  (await call(app, 'GET', `/api/v1${path}`, { key })).json();

let made = 0;
/** A parcel of its own and an endpoint that watches it. */
async function watching(key: string, url = SINK, event_types = ['parcel.owner_changed']) {
  const parcel_id = `F-${++made}`;
  const { id, secret } = await createEndpoint(app, key, {
    url,
    event_types,
    filter_kind: 'parcel_ids',
    filter_value: { parcel_ids: [`31:109:${parcel_id}`] },
  });
  const read = () => get(key, `/webhooks/${id}`);
  let sold = 0;
  const sell = () => loadNews(harness, 'deeds', [deed(`${parcel_id}-${++sold}`, { parcel_id })]);
  return { id, secret, read, sell };
}

/** Sets how the sends to an endpoint went, as if days had passed. */
async function failedFrom(id: string, since: number, until: number, failures = 7) {
  await query(
    `REPLACE INTO webhook_health SELECT id, ?, ?, ?, ? FROM webhook_endpoints WHERE public_id = ?`,
    [failures, new Date(since), new Date(until), new Date(since - 1_000), id],
  );
}
const disableAt = (now: number) => disableFailing(harness.database, now);
const healthOf = ({ consecutive_failures, failing_since, last_success_at, next_attempt_at }: Json) => ({
  consecutive_failures,
  failing_since,
  last_success_at,
  next_attempt_at,
});
const UNTRIED = {
  consecutive_failures: 0,
  failing_since: null,
  last_success_at: null,
  next_attempt_at: null,
};

t.test('failures are counted until a success; tests and what is retried by hand are not', async (t) => {
  const key = await harness.key();
  const receiver = await makeReceiver(t);
  const { id, read, sell } = await watching(key, receiver.url);
  t.same(healthOf(await read()), UNTRIED, 'untried');
  await makeDispatcher(t, harness);

  receiver.answer = (_request, response) => response.writeHead(500).end();
  const before = new Date().toISOString();
  await sell();
  await eventually('a failure', async () => (await read()).consecutive_failures === 1);
  const failing = await read();
  t.equal(document.answer(`get ${HOOKS}/{id}`, 200, failing), '');
  t.ok(failing.failing_since >= before);
  t.equal(failing.last_success_at, null);
  t.ok(failing.next_attempt_at > failing.failing_since, 'its retry is waiting');
  t.same((await get(key, '/webhooks')).data, [failing], 'in the list too');

  await call(app, 'POST', `${HOOKS}/${id}/test`, { key });
  await receiver.until(2);
  await eventually('the test has ended', async () => {
    const [test] = (await get(key, `/webhooks/${id}/deliveries`)).data;
    return test.attempts.length > 0;
  });
  t.equal((await read()).consecutive_failures, 1, 'a test is not counted');

  receiver.answer = (_request, response) => response.writeHead(204).end();
  await sell();
  await eventually('a success', async () => (await read()).last_success_at !== null);
  t.match(await read(), { consecutive_failures: 0, failing_since: null });
});

t.test('after three days of nothing but failures it is disabled', async (t) => {
  const key = await harness.key();
  const [short, long, fine] = [await watching(key), await watching(key), await watching(key)];
  const since = NOON - FAILING_DAYS * DAY;
  await failedFrom(short.id, since + 1, NOON);
  await failedFrom(long.id, since, NOON);
  t.same(await disableAt(NOON + DAY), [long.id], 'to the millisecond, from the first failure to the last');
  t.match(await long.read(), {
    is_active: false,
    disabled_reason: 'failing',
    disabled_at: new Date(NOON + DAY).toISOString(),
    consecutive_failures: 7,
  });
  for (const other of [short, fine]) t.match(await other.read(), { is_active: true });
  t.same(await disableAt(NOON + DAY), [], 'once');

  const usage = await get(key, '/usage');
  t.equal(document.answer('get /api/v1/usage', 200, usage), '');
  t.same(usage.webhooks.disabled_endpoints, [
    { id: long.id, url: SINK, disabled_at: new Date(NOON + DAY).toISOString() },
  ]);
  t.same((await get(await harness.key(), '/usage')).webhooks.disabled_endpoints, [], 'of its own account');
});

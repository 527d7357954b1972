import t from 'tap';
import { makeHarness } from '../helper.ts';
import { each } from '../listed.ts';
import { checkError } from '../refusals.ts';
import { endpointRoutes, HOOKS, SINK } from './endpoint-routes.ts';
import { conformance, createEndpoint, eventually, idsOf, makeDispatcher, makeReceiver } from './support.ts';
import { parcels, state } from './watching.ts';

const harness = await makeHarness(t, { indices: false });
const { deliveryNumber } = await idsOf(harness);
const app = await harness.app();
const document = await conformance(app);
const { get, post, remove, deliveriesOf } = endpointRoutes(app);
const STATE_31 = state('31');

t.test('a delivery that waits shows every key of its record', async (t) => {
  const key = await harness.key();
  const endpoint = await createEndpoint(app, key, { url: SINK, ...parcels('31:109:L-1') });
  t.same((await get(key, `/${endpoint.id}/deliveries`)).json(), { data: [], next_cursor: null });
  await post(key, `/${endpoint.id}/test`);
  const [shown] = await deliveriesOf(key, endpoint.id);
  t.same(
    Object.keys(shown!),
    each(`
    id endpoint_id event_id event_type canonical_id status attempt created_at next_attempt_at delivered_at
    last_attempt_at last_response_status last_response_body last_error outcome_unknown settled attempts
  `),
  );
  t.match(shown, {
    id: /^dlv_[0-9a-f]{32}$/,
    endpoint_id: endpoint.id,
    event_id: /^[0-9a-f]{64}$/,
    event_type: 'parcel.sold',
    canonical_id: '31:109:L-1',
    status: 'pending',
    attempt: 0,
    delivered_at: null,
    last_attempt_at: null,
    last_response_status: null,
    last_response_body: null,
    last_error: null,
    attempts: [],
  });
  t.equal(shown!.next_attempt_at, shown!.created_at, 'due at once');
  await remove(key, `/${endpoint.id}`);
});

t.test('a dead letter is queued again with its ids; other deliveries are not', async (t) => {
  const key = await harness.key();
  const receiver = await makeReceiver(t);
  // This dispatcher may not send to loopback: the delivery is refused before it is sent.
  const strict = await makeDispatcher(t, harness, { devHosts: [] });
  const endpoint = await createEndpoint(app, key, { url: receiver.url, ...STATE_31 });
  const other = await createEndpoint(app, key, { url: receiver.url, ...STATE_31 });
  const { id } = (await post(key, `/${endpoint.id}/test`)).json();
  const one = async () => (await deliveriesOf(key, endpoint.id))[0]!;
  await eventually('it is a dead letter', async () => (await one()).status === 'dead_lettered');
  const dead = await one();
  await strict.stop();
  t.match(dead, { attempt: 1, next_attempt_at: null, last_error: /^Not sent: / });

  const retry = (of: string, delivery: string, body?: unknown) =>
    post(key, `/${of}/deliveries/${encodeURIComponent(delivery)}/retry`, body);
  for (const [what, of, delivery] of [
    ['of another endpoint', other.id, id],
    ['unknown', endpoint.id, 'dlv_999999999999'],
    ['a bare number', endpoint.id, id.slice(4)],
    ['beyond every number', endpoint.id, `dlv_${'9'.repeat(300)}`],
    ['with NUL', endpoint.id, `${id}\0`],
  ] as const) {
    checkError(t, await retry(of, delivery), 404, 'not_found', undefined, what);
  }
  checkError(
    t,
    await retry(endpoint.id, id, { force: true }),
    400,
    'invalid_parameter',
    undefined,
    'unknown',
  );
  checkError(t, await retry(endpoint.id, id, [id]), 400, 'invalid_parameter', undefined, 'a list');
  t.same(await one(), dead, 'none of these changed it');

  const before = Date.now();
  const answer = await retry(endpoint.id, id, {});
  t.equal(answer.status, 202);
  t.equal(document.answer(`post ${HOOKS}/{id}/deliveries/{deliveryId}/retry`, 202, answer.json()), '');
  t.match(answer.json(), { id, event_id: dead.event_id, status: 'pending', attempt: 1, delivered_at: null });
  const due = Date.parse(answer.json().next_attempt_at);
  t.ok(due >= before && due <= Date.now(), 'due now');
  t.same(answer.json(), await one(), 'the answer is its record');
  checkError(t, await retry(endpoint.id, id), 409, 'not_retryable', undefined, 'pending');

  await makeDispatcher(t, harness);
  const [got] = await receiver.until(1);
  t.equal(got!.headers['x-terrier-delivery-id'], id);
  t.equal(got!.headers['x-terrier-event-id'], dead.event_id);
  t.equal(got!.headers['x-terrier-attempt'], '2', 'the numbers go on');
  t.equal(got!.body.delivery_attempt, 2);
  await eventually('it is delivered', async () => (await one()).status === 'delivered');
  checkError(t, await retry(endpoint.id, id), 409, 'not_retryable', undefined, 'delivered');
  t.equal(receiver.got.length, 1);

  await harness.database.$client.query('UPDATE webhook_deliveries SET state = 7 WHERE id = ?', [
    deliveryNumber(id),
  ]);
  t.equal((await one()).status, 'failed');
  t.equal((await retry(endpoint.id, id)).status, 202, 'the legacy value is accepted too');
  const twice = await receiver.until(2);
  t.equal(twice[1]!.headers['x-terrier-attempt'], '3');
  await eventually('it is delivered again', async () => (await one()).status === 'delivered');
});

t.test('many retries of one dead letter at once queue it once', async (t) => {
  const key = await harness.key();
  const receiver = await makeReceiver(t);
  const { id: endpoint } = await createEndpoint(app, key, { url: receiver.url, ...STATE_31 });
  const { id } = (await post(key, `/${endpoint}/test`)).json();
  await harness.database.$client.query(
    'UPDATE webhook_deliveries SET state = 6, due_at = NULL WHERE id = ?',
    [deliveryNumber(id)],
  );
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => post(key, `/${endpoint}/deliveries/${id}/retry`)),
  );
  t.same(answers.map(({ status }) => status).sort(), [202, ...Array(11).fill(409)]);
  await remove(key, `/${endpoint}`);
});

import t from 'tap';
import { makeHarness } from '../helper.ts';
import { each } from '../listed.ts';
import { checkError } from '../refusals.ts';
import { endpointRoutes, HOOKS, SINK } from './endpoint-routes.ts';
import {
  conformance,
  createEndpoint,
  eventually,
  loadNews,
  makeDispatcher,
  makeReceiver,
  permit,
} from './support.ts';

const harness = await makeHarness(t);
const app = await harness.app();
const document = await conformance(app);
const { get, post, remove, deliveriesOf } = endpointRoutes(app);
const watching = (parcel: string) => ({
  filter_kind: 'parcel_ids',
  filter_value: { parcel_ids: [`31:109:${parcel}`] },
});

t.test('a delivery that waits shows every key of its record', async (t) => {
  const key = await harness.key();
  const endpoint = await createEndpoint(app, key, { url: SINK, ...watching('L-1') });
  t.same((await get(key, `/${endpoint.id}/deliveries`)).json(), { data: [], next_cursor: null });
  await loadNews(harness, 'permits', [permit('last', { parcel_id: 'L-1' })]);
  const { data } = (await get(key, `/${endpoint.id}/deliveries`)).json();
  t.same(
    Object.keys(data[0]),
    each(`
    id endpoint_id event_id event_type canonical_id status attempt created_at next_attempt_at delivered_at
    last_attempt_at last_response_status last_response_body last_error outcome_unknown settled attempts
  `),
  );
  t.match(data[0], {
    id: /^dlv_[0-9a-f]{32}$/,
    endpoint_id: endpoint.id,
    event_id: /^[0-9a-f]{64}$/,
    event_type: 'parcel.permit_filed',
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
  t.equal(data[0].next_attempt_at, data[0].created_at, 'due at once');
  await remove(key, `/${endpoint.id}`);
});

t.test('the record of a delivery shows its outcome', async (t) => {
  await makeDispatcher(t, harness);
  const key = await harness.key();
  const receiver = await makeReceiver(t);
  const states: [status: string, what: Record<string, unknown>, answer: typeof receiver.answer][] = [
    [
      'delivered',
      { last_response_status: 202, last_error: null, next_attempt_at: null },
      (_request, response) => response.writeHead(202).end('a body that nobody keeps'),
    ],
    [
      'pending',
      { last_response_status: 418, last_error: /418/, next_attempt_at: /Z$/, delivered_at: null },
      (_request, response) => response.writeHead(418).end('a body that nobody keeps'),
    ],
    [
      'in_flight',
      { last_response_status: null, last_error: /^response: /, next_attempt_at: null, delivered_at: null },
      (request) => request.socket.destroy(),
    ],
  ];
  for (const [status, what, answer] of states) {
    receiver.answer = answer;
    const { id } = await createEndpoint(app, key, { url: receiver.url, ...watching('R-1') });
    const queued = (await post(key, `/${id}/test`)).json();
    await eventually(status, async () => {
      const [one] = await deliveriesOf(key, id);
      return one!.status === status && (one!.attempts as unknown as unknown[]).length === 1;
    });
    const listed = await get(key, `/${id}/deliveries`);
    t.equal(
      document.answer(`get ${HOOKS}/{id}/deliveries`, 200, listed.json()),
      '',
      `${status}: as documented`,
    );
    const [one] = listed.json().data;
    t.match(one, { ...what, id: queued.id, event_id: queued.event_id, attempt: 1, status });
    t.equal(
      one.last_response_body,
      one.last_response_status === null ? null : 'Response bodies are not persisted.',
    );
    t.match(one.attempts, [
      {
        attempt: 1,
        started_at: one.last_attempt_at,
        duration_ms: Number,
        response_status: one.last_response_status,
        error: one.last_response_status === null ? one.last_error : null,
      },
    ]);
    if (status === 'delivered')
      t.ok(one.delivered_at >= one.last_attempt_at && one.created_at <= one.delivered_at);
    t.notMatch(listed.text, /nobody keeps/);
    if (status === 'delivered') continue;
    checkError(
      t,
      await post(key, `/${id}/deliveries/${one.id}/retry`),
      409,
      'not_retryable',
      undefined,
      status,
    );
  }
});

import t from 'tap';
import { makeHarness } from '../helper.ts';
import { valuesOf } from '../listed.ts';
import { checkError } from '../refusals.ts';
import { endpointRoutes, HOOKS } from './endpoint-routes.ts';
import {
  conformance,
  createEndpoint,
  deed,
  eventually,
  loadNews,
  makeDispatcher,
  makeReceiver,
  verified,
} from './support.ts';

const harness = await makeHarness(t);
const HOUR = 3_600_000;
/** The API's clock; it stands still unless a test sets it. */
const clock = { now: Date.parse('2026-03-10T15:30:00.000Z') };
const app = await harness.app({}, () => clock.now);
const document = await conformance(app);
const { get, post, remove, deliveriesOf } = endpointRoutes(app);
const watching = (...parcels: string[]) => ({
  filter_kind: 'parcel_ids',
  filter_value: { parcel_ids: parcels.map((id) => `31:109:${id}`) },
});

t.test('a disabled endpoint keeps its deliveries and receives nothing more', async (t) => {
  const key = await harness.key();
  const receiver = await makeReceiver(t);
  const endpoint = await createEndpoint(app, key, {
    url: receiver.url,
    ...watching('D-1', 'D-2'),
  });
  const other = await createEndpoint(app, key, {
    url: receiver.url,
    ...watching('D-1'),
  });
  await loadNews(harness, 'deeds', [deed('disabled-1', { parcel_id: 'D-1' })]);
  t.equal((await deliveriesOf(key, endpoint.id)).length, 2, 'queued');
  const before = clock.now;
  const { secret, unmatched_parcel_ids, ...record } = endpoint;
  clock.now += 1_000;
  const disabled = await remove(key, `/${endpoint.id}`);
  t.equal(disabled.status, 200);
  t.equal(document.answer(`delete ${HOOKS}/{id}`, 200, disabled.json()), '');
  t.same(disabled.json(), {
    ...record,
    is_active: false,
    disabled_reason: 'user',
    disabled_at: '2026-03-10T15:30:01.000Z',
  });
  clock.now += 1_000;
  t.same((await remove(key, `/${endpoint.id}`)).json(), disabled.json(), 'twice is as once');
  clock.now = before;
  t.same((await get(key, `/${endpoint.id}`)).json(), disabled.json());
  const listed = (await get(key, '')).json().data.find(({ id }: { id: string }) => id === endpoint.id);
  t.same(listed, disabled.json());

  const report = await loadNews(harness, 'deeds', [deed('disabled-2', { parcel_id: 'D-1' })]);
  t.equal(report.webhooks.deliveries, 2, 'the other endpoint is still told');
  const unwatched = await loadNews(harness, 'deeds', [deed('disabled-3', { parcel_id: 'D-2' })]);
  t.equal(unwatched.webhooks.events, 0);
  t.match(valuesOf(await deliveriesOf(key, endpoint.id), 'status'), ['pending', 'pending'], 'no more for it');

  await makeDispatcher(t, harness);
  await receiver.until(4);
  await eventually('nothing waits any more', async () =>
    (await deliveriesOf(key, endpoint.id)).every(({ status }) => status === 'dead_lettered'),
  );
  for (const delivery of await deliveriesOf(key, endpoint.id)) {
    t.match(delivery, {
      status: 'dead_lettered',
      attempt: 0,
      attempts: [],
      next_attempt_at: null,
      last_response_status: null,
      last_error: /disabled/,
    });
    checkError(
      t,
      await post(key, `/${endpoint.id}/deliveries/${delivery.id}/retry`),
      409,
      'endpoint_disabled',
      undefined,
      'it cannot be retried',
    );
  }
  checkError(t, await post(key, `/${endpoint.id}/test`), 409, 'endpoint_disabled', undefined, 'nor tested');
  for (const one of receiver.got) t.ok(verified(one, other.secret), 'only the other endpoint was sent to');
  t.equal(receiver.got.length, 4);
});

t.test('a delivery that waits for its next attempt is not sent once the endpoint is disabled', async (t) => {
  const key = await harness.key();
  const receiver = await makeReceiver(t);
  receiver.answer = (_request, response) => response.writeHead(500).end();
  let later = 0;
  const dispatcher = await makeDispatcher(t, harness, { now: () => Date.now() + later });
  const { id } = await createEndpoint(app, key, { url: receiver.url, ...watching('R-1') });
  await post(key, `/${id}/test`);
  await receiver.until(1);
  await eventually('it waits', async () => (await deliveriesOf(key, id))[0]?.last_response_status === 500);
  t.match(await deliveriesOf(key, id), [
    { status: 'pending', attempt: 1, last_response_body: /not persisted/ },
  ]);
  await remove(key, `/${id}`);
  later = HOUR;
  await dispatcher.tick();
  await eventually('it ends', async () => (await deliveriesOf(key, id))[0]!.status === 'dead_lettered');
  t.match(await deliveriesOf(key, id), [{ attempt: 1, last_error: /disabled/, next_attempt_at: null }]);
  t.equal(receiver.got.length, 1, 'sent once, before');
});

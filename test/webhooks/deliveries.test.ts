import t from 'tap';
import { createKey, deactivateKey } from '../../src/accounts/keys.ts';
import { tierLimits } from '../../src/accounts/tiers.ts';
import { eventsOf } from '../../src/domain/parcel-event.ts';
import { fanOut, placeOf } from '../../src/webhooks/fan-out.ts';
import { MOST_RETRIED } from '../../src/webhooks/settle.ts';
import { findWatchers } from '../../src/webhooks/watchers.ts';
import { call, makeHarness } from '../helper.ts';
import { valuesOf } from '../listed.ts';
import { checkError } from '../refusals.ts';
import { conformance, createEndpoint, eventually, idsOf, makeDispatcher, makeReceiver } from './support.ts';
import { parcels, state } from './watching.ts';

const harness = await makeHarness(t, { indices: false });
const { deliveryNumber } = await idsOf(harness);
let made = 0;
const FAST = { BURST_SCALE: '10000000', WEBHOOK_ENDPOINTS_STARTER: '2' };
const app = await harness.app({ ...FAST, WEBHOOK_EVENTS_STARTER: '10000' });
/**
 * Events queued for this key become dead letters, up to the daily quota of its account's ended key. The API retries them,
 * since the plan of this key has events only in the API's settings.
 */
async function deadLettersKey(): Promise<string> {
  const account = `dead letters ${++made}`;
  const { id } = await createKey(harness.database, { tier: 'scale', name: 'ended', account });
  await deactivateKey(harness.database, id);
  return harness.key({ tier: 'starter', account });
}
const document = await conformance(app);
const HOOKS = '/api/v1/webhooks';
const STATE_31 = state('31');
// biome-ignore lint/suspicious/noExplicitAny: answers are looked into at any depth
type Json = any;

const get = (key: string, path: string) => call(app, 'GET', `${HOOKS}${path}`, { key });
const post = (key: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  call(app, 'POST', `${HOOKS}${path}`, { key, body, headers });
const list = async (key: string, id: string, query = ''): Promise<Json> =>
  (await get(key, `/${id}/deliveries${query}`)).ok();

const many = (letter: string, count: number) => Array.from({ length: count }, (_, n) => `${letter}-${n}`);

/** Queues an event of each parcel for all endpoints that watch it: a permit, or a deed that is no sale. */
async function queue(kind: 'permits' | 'deeds', parcels: string[], at = Date.now()): Promise<void> {
  const events = parcels.flatMap((parcel_id) => {
    const id = `d${++made}`;
    const record = { id, permit_id: id, county_fips: '31109', parcel_id, source: 'test', permit_number: id };
    return eventsOf(kind, record, new Date(at).toISOString());
  });
  const watchersAt = await findWatchers(harness.database, events.map(placeOf));
  await fanOut(harness.database, { tiers: tierLimits(harness.config), events, watchersAt, now: () => at });
}

t.test('every delivery is listed once, page by page', async (t) => {
  const key = await harness.key();
  const { id } = await createEndpoint(app, key, { url: 'http://127.0.0.1:9/', ...STATE_31 });
  await queue('permits', many('P', 230));
  const first = await list(key, id);
  t.equal(first.data.length, 100, 'a hundred unless told otherwise');
  t.equal(document.answer(`get ${HOOKS}/{id}/deliveries`, 200, first), '');
  for (const limit of [1, 7, 115, 230, 500]) {
    const seen: string[] = [];
    let page = await list(key, id, `?limit=${limit}`);
    for (let pages = 1; ; pages++) {
      seen.push(...page.data.map((one: Json) => one.id));
      if (page.next_cursor === null) break;
      if (pages === 3) await queue('permits', ['while-reading']);
      page = await list(key, id, `?limit=${limit}&cursor=${page.next_cursor}`);
    }
    const numbers = seen.map((one) => deliveryNumber(one)!);
    t.same(
      numbers,
      [...new Set(numbers)].sort((a, b) => b - a),
      `${limit}: newest first, each once`,
    );
    t.ok(numbers.length >= 230, `${limit}: all that was there`);
    if (limit === 1) t.equal(page.data.length, 1);
  }
});

t.test('the filters work alone and together', async (t) => {
  const key = await harness.key();
  const { id } = await createEndpoint(app, key, { url: 'http://127.0.0.1:9/', ...STATE_31 });
  const at = Date.now() - 3_600_000;
  const times = [at, at + 1_000, at + 2_000].map((time) => new Date(time).toISOString());
  await queue('permits', ['A', 'B'], at);
  await queue('deeds', ['A'], at + 1_000);
  await queue('permits', ['A'], at + 2_000);
  const cases: [query: string, found: number][] = [
    ['', 4],
    ['?event_type=parcel.permit_filed', 3],
    ['?event_type=parcel.owner_changed', 1],
    ['?event_type=parcel.sold', 0],
    ['?canonical_id=31:109:A', 3],
    ['?canonical_id=31109:A', 3],
    ['?canonical_id=31:109:a', 0],
    ['?canonical_id=31:109:A&event_type=parcel.permit_filed', 2],
    [`?since=${times[1]}`, 2],
    [`?until=${times[1]}`, 2],
    [`?since=${times[1]}&until=${times[2]}`, 1],
    [`?since=${times[1]}&until=${times[1]}`, 0],
    ['?status=pending', 4],
    ['?status=delivered', 0],
    ['?status=dead_lettered', 0],
    ['?status=in_flight', 0],
    ['?status=failed', 0],
    [`?status=pending&canonical_id=31:109:B&since=${times[0]}`, 1],
  ];
  for (const [query, found] of cases) t.equal((await list(key, id, query)).data.length, found, query);
  const bad: [query: string, names: RegExp][] = [
    ['status=unknown', /status must be/],
    ['status=', /status/],
    ['event_type=parcel.burnt', /event_type must be/],
    ['canonical_id=A', /canonical_id must be the id of a parcel/],
    ['canonical_id=', /canonical_id/],
    ['canonical_id=31:999:A', /canonical_id must be the id of a parcel/],
    ['since=yesterday', /since must be a time with a zone/],
    ['since=2026-01-31', /since must be a time with a zone/],
    ['since=2026-12-31T23:59:60Z', /since must be a time/],
    ['until=1969-12-31T23:59:59Z', /until must be a time/],
    ['until=9999-12-31T23:59:59-12:00', /until must be a time/],
    [`since=${times[2]}&until=${times[1]}`, /since must not be after until/],
    ['limit=0', /limit must be at least 1/],
    ['limit=501', /limit must be at most 500/],
    ['limit=x', /limit must be a whole number/],
    ['cursor=x', /cursor must/],
    ['cursor=dlv_0', /cursor must/],
    ['cursor=dlv_1%20', /cursor must/],
    ['offset=1', /offset is not a known field/],
  ];
  for (const [query, names] of bad) {
    const answer = await get(key, `/${id}/deliveries?${query}`);
    checkError(t, answer, 400, 'invalid_parameter', names, query);
  }
});

t.test('a delivery is shown with its payload and headers, as they were sent', async (t) => {
  const key = await harness.key();
  const receiver = await makeReceiver(t);
  receiver.answer = (_request, response) => response.writeHead(receiver.got.length === 1 ? 500 : 204).end();
  const { id } = await createEndpoint(app, key, { url: receiver.url, ...parcels('31:109:SHOWN') });
  await queue('permits', ['SHOWN']);
  const [{ id: delivery }] = (await list(key, id)).data;
  const read = async () => {
    const answer = await get(key, `/${id}/deliveries/${delivery}`);
    t.equal(document.answer(`get ${HOOKS}/{id}/deliveries/{deliveryId}`, 200, answer.json()), '');
    t.notMatch(answer.text, /signature|whsec/, 'nothing that signs');
    return answer.json();
  };
  const before = await read();
  t.match([before.attempt, before.payload.delivery_attempt], [0, 1], 'as it will be sent first');
  let later = 0;
  const dispatcher = await makeDispatcher(t, harness, { now: () => Date.now() + later });
  await receiver.until(1);
  await eventually('it waits', async () => (await read()).last_response_status === 500);
  later = 600_000;
  await dispatcher.tick();
  await receiver.until(2);
  await eventually('it is delivered', async () => (await read()).status === 'delivered');
  const { payload, headers, ...record } = await read();
  const [, sent] = receiver.got;
  t.equal(JSON.stringify(payload), sent!.raw, 'byte by byte');
  t.same(headers, Object.fromEntries(Object.keys(headers).map((name) => [name, sent!.headers[name]])));
  t.same(Object.keys(headers).sort(), [
    'content-type',
    'user-agent',
    'webhook-id',
    ...['attempt', 'delivery-id', 'event-id', 'event-type'].map((name) => `x-terrier-${name}`),
  ]);
  const listed = await list(key, id);
  t.equal(document.answer(`get ${HOOKS}/{id}/deliveries`, 200, listed), '');
  t.same(listed.data, [record]);
  const ends = { duration_ms: Number, error: null };
  t.match(record, {
    attempt: 2,
    last_response_status: 204,
    last_response_body: 'Response bodies are not persisted.',
    last_error: null,
    next_attempt_at: null,
    attempts: [
      { attempt: 1, response_status: 500, ...ends },
      { attempt: 2, response_status: 204, started_at: record.last_attempt_at, ...ends },
    ],
  });
  t.ok(record.delivered_at >= record.last_attempt_at && record.created_at <= record.delivered_at);
});

t.test('dead letters are queued again by filter, and the answer counts them', async (t) => {
  const key = await deadLettersKey();
  const { id } = await createEndpoint(app, key, { url: 'http://127.0.0.1:9/', ...STATE_31 });
  const { id: gone } = await createEndpoint(app, key, { url: 'http://127.0.0.1:9/', ...STATE_31 });
  await queue('permits', ['A', 'B', 'B']);
  await queue('deeds', ['A']);
  await call(app, 'DELETE', `${HOOKS}/${gone}`, { key });
  const refused = await post(key, `/${gone}/deliveries/retry`, {});
  t.match([refused.status, refused.json().code], [409, 'endpoint_disabled']);
  const steps: [body: unknown, queued: number][] = [
    [{ status: 'failed' }, 0],
    [{ canonical_id: '31:109:NOBODYS' }, 0],
    [{ until: '2020-01-01T00:00:00Z' }, 0],
    [{ canonical_id: '31:109:B', event_type: 'parcel.permit_filed', status: 'dead_lettered' }, 2],
    [{ event_type: 'parcel.permit_filed' }, 1],
    [undefined, 1],
    [{}, 0],
  ];
  for (const [body, queued] of steps) {
    const answer = await post(key, `/${id}/deliveries/retry`, body);
    t.same([answer.status, answer.json()], [202, { queued, has_more: false }], JSON.stringify(body));
    t.equal(document.answer(`post ${HOOKS}/{id}/deliveries/retry`, 202, answer.json()), '');
  }
  t.ok((await list(key, id)).data.every((one: Json) => one.status === 'pending' && one.next_attempt_at));
});

t.test('over the quota nothing is queued again, and the answer says so', async (t) => {
  const small = await harness.app({ ...FAST, WEBHOOK_EVENTS_STARTER: '2' });
  const key = await deadLettersKey();
  const { id } = await createEndpoint(small, key, { url: 'http://127.0.0.1:9/', ...STATE_31 });
  await queue('permits', ['A', 'B', 'C']);
  const retry = () => call(small, 'POST', `${HOOKS}/${id}/deliveries/retry`, { key });
  t.same((await retry()).json(), { queued: 2, has_more: true });
  const over = await retry();
  t.match([over.status, over.json().code, over.headers['retry-after']], [429, 'event_quota', /^\d+$/]);
});

t.test('more than 5,000 dead letters take several requests to queue again', async (t) => {
  const key = await deadLettersKey();
  const { id } = await createEndpoint(app, key, { url: 'http://127.0.0.1:9/', ...STATE_31 });
  await queue('permits', many('M', MOST_RETRIED + 10));
  const retry = async () => (await post(key, `/${id}/deliveries/retry`)).json();
  t.same(await retry(), { queued: MOST_RETRIED, has_more: true });
  t.same(await retry(), { queued: 10, has_more: false });
});

t.test('when several retries run at once, only one queues the dead letters', async (t) => {
  const key = await deadLettersKey();
  const { id } = await createEndpoint(app, key, { url: 'http://127.0.0.1:9/', ...STATE_31 });
  await queue('permits', many('C', 50));
  const used = async () => (await get(key, '')).json().quota.events_per_day.used;
  const answers = await Promise.all(Array.from({ length: 4 }, () => post(key, `/${id}/deliveries/retry`)));
  const queued = answers.map((one) => one.json().queued).filter((many) => many > 0);
  t.same([queued, await used()], [[50], 50], 'counted once');
});

t.test('unknown outcomes are settled one by one or by phase, and the decision is recorded', async (t) => {
  const key = await harness.key();
  const receiver = await makeReceiver(t);
  receiver.answer = (request) => request.socket.destroy();
  const dispatcher = await makeDispatcher(t, harness);
  const { id } = await createEndpoint(app, key, { url: receiver.url, ...STATE_31 });
  await queue('permits', ['S-1', 'S-2', 'S-3']);
  const unknown = async () => (await list(key, id)).data.filter((one: Json) => one.outcome_unknown);
  await eventually('all are unknown', async () => (await unknown()).length === 3);
  await receiver.close();
  await queue('permits', ['S-4', 'S-5']);
  await eventually('these too', async () => (await unknown()).length === 5);
  const [, , third, second, first] = await unknown();
  t.match(third, {
    status: 'in_flight',
    last_response_body: null,
    next_attempt_at: null,
    delivered_at: null,
    attempts: [{ attempt: 1, response_status: null, error: third.last_error }],
  });
  const retried = await post(key, `/${id}/deliveries/${third.id}/retry`);
  t.match([retried.status, retried.json().code], [409, 'not_retryable']);
  const settle = (path: string, body: unknown) => post(key, `/${id}/deliveries${path}/settle`, body);

  const one = await settle(`/${first.id}`, { as: 'delivered' });
  t.equal(one.status, 200, one.text);
  t.equal(document.answer(`post ${HOOKS}/{id}/deliveries/{deliveryId}/settle`, 200, one.json()), '');
  t.match(one.json(), {
    id: first.id,
    status: 'delivered',
    delivered_at: /Z$/,
    outcome_unknown: false,
    settled: { as: 'delivered', by: 'account', at: /Z$/ },
  });
  t.match((await settle(`/${second.id}`, { as: 'dead_letter' })).json(), {
    status: 'dead_lettered',
    settled: { as: 'dead_letter', by: 'account' },
  });
  for (const done of [first, second]) {
    const again = await settle(`/${done.id}`, { as: 'requeue' });
    t.match([again.status, again.json().code], [409, 'not_unknown'], 'it is settled once');
  }
  await dispatcher.stop();
  const many = await settle('', { as: 'requeue', phases: ['dns', 'connect'] });
  t.same([many.status, many.json()], [200, { settled: 2, has_more: false }], many.text);
  t.equal(document.answer(`post ${HOOKS}/{id}/deliveries/settle`, 200, many.json()), '');
  t.same(valuesOf(await unknown(), 'id'), [third.id], 'what may have left stays');
  const waiting = (await list(key, id, '?status=pending')).data;
  t.match(waiting, [{ settled: { as: 'requeue' } }, { settled: { as: 'requeue' } }]);

  await call(app, 'DELETE', `${HOOKS}/${id}`, { key });
  for (const [path, body] of [
    [`/${third.id}`, { as: 'requeue' }],
    ['', { as: 'requeue', phases: ['response'] }],
  ] as const) {
    const answer = await settle(path, body);
    t.match([answer.status, answer.json().code], [409, 'endpoint_disabled']);
  }
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => settle(`/${third.id}`, { as: 'delivered' })),
  );
  t.same(answers.map(({ status }) => status).sort(), [200, 409, 409, 409], 'of four at once, one settles');
});

t.test('wrong requests and requests for deliveries of other endpoints are refused', async (t) => {
  const key = await harness.key();
  const mine = await createEndpoint(app, key, { url: 'http://127.0.0.1:9/', ...STATE_31 });
  const second = await createEndpoint(app, key, { url: 'http://127.0.0.1:9/', ...STATE_31 });
  await queue('permits', ['X']);
  const [{ id: delivery }] = (await list(key, mine.id)).data;
  const bad: [path: string, body: unknown, names: RegExp][] = [
    ['retry', { status: 'pending' }, /status must be/],
    ['retry', { phases: ['dns'] }, /phases is not a known field/],
    ['retry', { since: 5 }, /since must be a string/],
    ['retry', { since: 'x' }, /since must be a time with a zone/],
    ['retry', { canonical_id: 'x' }, /canonical_id must be/],
    ['retry', { event_type: null }, /event_type/],
    ['retry', [], /body must be an object/],
    ['settle', {}, /as is required/],
    ['settle', { as: 'requeue' }, /phases is required/],
    ['settle', { as: 'requeue', phases: [] }, /phases/],
    ['settle', { as: 'requeue', phases: ['nowhere'] }, /phases\.0 must be/],
    ['settle', { as: 'lost', phases: ['dns'] }, /as must be/],
    [`${delivery}/settle`, {}, /as is required/],
    [`${delivery}/settle`, { as: 'x' }, /as must be/],
    [`${delivery}/settle`, { as: 'delivered', phases: ['dns'] }, /phases is not a known field/],
  ];
  for (const [path, body, names] of bad) {
    const answer = await post(key, `/${mine.id}/deliveries/${path}`, body);
    checkError(t, answer, 400, 'invalid_parameter', names, path);
  }
  const waits = await post(key, `/${mine.id}/deliveries/${delivery}/settle`, { as: 'delivered' });
  t.match([waits.status, waits.json().code], [409, 'not_unknown'], 'it is not of unknown outcome');
  const others: [path: string, body?: unknown][] = [
    [`/${second.id}/deliveries/${delivery}`],
    [`/${second.id}/deliveries/${delivery}/settle`, { as: 'delivered' }],
    [`/${mine.id}/deliveries/dlv_999999999`],
    [`/${mine.id}/deliveries/x`],
  ];
  for (const [path, body] of others) {
    const answer = body === undefined ? await get(key, path) : await post(key, path, body);
    t.match([answer.status, answer.json().code], [404, 'not_found'], path);
  }
  t.match((await list(key, mine.id)).data, [{ status: 'pending', settled: null, outcome_unknown: false }]);
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import t, { type Test } from 'tap';
import { tierLimits } from '../../src/accounts/tiers.ts';
import { eventsOf } from '../../src/domain/parcel-event.ts';
import { fanOut, placeOf } from '../../src/webhooks/fan-out.ts';
import { MOST_RETRIED } from '../../src/webhooks/retry.ts';
import { findWatchers } from '../../src/webhooks/watchers.ts';
import { call, makeHarness } from '../helper.ts';
import { FaultyProxy } from '../tcp-proxy.ts';
import {
  conformance,
  createEndpoint,
  deed,
  EVERY_TYPE,
  eventually,
  loadNews,
  makeDispatcher,
  makeReceiver,
  permit,
} from './support.ts';

const harness = await makeHarness(t);
await harness.load('parcels', [
  { county_fips: '31109', parcel_id: 'R-1' },
  { county_fips: '31109', parcel_id: 'R-2' },
]);
const mysql = new FaultyProxy(harness.env.DATABASE_URL!);
await mysql.start();
t.teardown(async () => {
  await mysql.set('pass');
  await mysql.stop();
});
const FAST = { BURST_SCALE: '10000000' };
const app = await harness.app(FAST);
const tiers = tierLimits(harness.config);
const document = await conformance(app);

const HOOKS = '/api/v1/webhooks';
const SINK = 'http://127.0.0.1:9/hook';
const ONE = { filter_kind: 'parcel_ids', filter_value: { parcel_ids: ['31:109:R-1'] } };
const STATE_31 = { filter_kind: 'state_fips', filter_value: { state_fips: '31' } };
// biome-ignore lint/suspicious/noExplicitAny: answers are looked into at any depth
type Json = any;

const change = (key: string, id: string, body: unknown, api = app) =>
  call(api, 'PATCH', `${HOOKS}/${id}`, { key, body });
async function changed(t: Test, key: string, id: string, body: unknown): Promise<Json> {
  const answer = await change(key, id, body);
  t.equal(answer.status, 200, answer.text);
  t.equal(document.answer(`patch ${HOOKS}/{id}`, 200, answer.json()), '');
  return answer.json();
}
const get = async (key: string, path: string): Promise<Json> =>
  (await call(app, 'GET', `${HOOKS}${path}`, { key })).json();
const deliveriesOf = async (key: string, id: string): Promise<Json[]> =>
  (await get(key, `/${id}/deliveries`)).data;
const rows = async (sql: string, values: unknown[] = []) =>
  (await harness.database.$client.query(sql, values))[0] as Record<string, unknown>[];
const watchesOf = async (id: string) =>
  (
    await rows(
      `SELECT CONCAT_WS(':', state_fips, county_fips, CONVERT(parcel_id USING utf8mb4)) AS place FROM webhook_watches w
         JOIN webhook_endpoints e ON e.id = w.endpoint_id WHERE public_id = ? ORDER BY place`,
      [id],
    )
  ).map(({ place }) => place);

t.test('what is named changes, and nothing else', async (t) => {
  const key = await harness.key();
  const { secret, unmatched_parcel_ids, ...record } = await createEndpoint(app, key, {
    url: SINK,
    ...ONE,
    description: 'mine',
  });
  const still = { unmatched_parcel_ids: [], missed: null };
  const cases: [body: Record<string, unknown>, shown?: Record<string, unknown>][] = [
    [{ url: 'https://93.184.215.14/new' }],
    [
      { event_types: ['parcel.sold', 'parcel.permit_filed', 'parcel.sold'] },
      { event_types: ['parcel.sold', 'parcel.permit_filed'] },
    ],
    [{ description: 'ours' }],
    [{ description: null }],
    [
      { filter_value: { parcel_ids: ['31:109:R-2', '31109:R-2'] } },
      { filter_value: { parcel_ids: ['31:109:R-2'] } },
    ],
    [STATE_31],
    [
      { filter_kind: 'county_fips', filter_value: { state_fips: '31', county_fips: '31055' } },
      { filter_kind: 'county_fips', filter_value: { state_fips: '31', county_fips: '055' } },
    ],
    [{ is_active: true }],
    [{ url: SINK, ...ONE, description: 'both', event_types: EVERY_TYPE }],
  ];
  let expected: Json = record;
  for (const [body, shown = body] of cases) {
    expected = { ...expected, ...shown };
    t.same(await changed(t, key, record.id, body), { ...expected, ...still }, JSON.stringify(body));
    t.same(await get(key, `/${record.id}`), expected);
  }
  const answer = await changed(t, key, record.id, {
    filter_value: { parcel_ids: ['31:109:R-1', '31:109:NOBODYS'] },
  });
  t.same(answer.unmatched_parcel_ids, ['31:109:NOBODYS']);
  t.same(await watchesOf(record.id), ['31:109:NOBODYS', '31:109:R-1'], 'the old filter is gone');
});

t.test('what is refused changes nothing', async (t) => {
  const key = await harness.key();
  const { id } = await createEndpoint(app, key, { url: SINK, ...ONE });
  const before = await get(key, `/${id}`);
  const strict = await harness.app({ ...FAST, WEBHOOK_DEV_HOSTS: '' });
  const bad: [body: unknown, names: RegExp, status?: number, code?: string][] = [
    [{}, /body must/],
    [[], /body must be object/],
    ['null', /body must be object/],
    [{ secret: 'x' }, /secret is not a known field/],
    [{ id: 'x' }, /id is not a known field/],
    [{ disabled_reason: 'x' }, /disabled_reason is not a known field/],
    [{ url: null }, /url must be string/],
    [{ url: '' }, /url/],
    [{ url: 'http://93.184.215.14/' }, /url must be https/],
    [{ url: 'https://127.0.0.1/' }, /url must lead to/],
    [{ url: 'https://me:pw@93.184.215.14/' }, /url must hold no user name/],
    [{ url: `https://93.184.215.14/${'x'.repeat(2_048)}` }, /url/],
    [{ event_types: [] }, /event_types/],
    [{ event_types: ['parcel.burnt'] }, /event_types\.0/],
    [{ event_types: 'parcel.sold' }, /event_types must be array/],
    [{ filter_kind: 'state_fips' }, /filter_value is required when filter_kind is given/],
    [{ filter_kind: 'zip', filter_value: {} }, /filter_kind/],
    [{ filter_value: {} }, /filter_value\.parcel_ids is required/],
    [{ filter_value: { state_fips: '31' } }, /filter_value\.parcel_ids is required/],
    [{ filter_kind: 'state_fips', filter_value: { state_fips: '99' } }, /filter_value\.state_fips/],
    [{ filter_value: { parcel_ids: ['NOBODYS'] } }, /NOBODYS \(no parcel\)/, 422, 'ambiguous_parcel'],
    [{ description: 5 }, /description/],
    [{ description: 'x'.repeat(501) }, /description/],
    [{ is_active: 'yes' }, /is_active must be boolean/],
    [{ is_active: null }, /is_active must be boolean/],
    [{ queue_missed: 1 }, /queue_missed must be boolean/],
    [{ is_active: false, queue_missed: true }, /queue_missed/, 409, 'endpoint_disabled'],
    [{ description: 'new', event_types: [] }, /event_types/],
  ];
  for (const [body, names, status = 400, code = 'invalid_parameter'] of bad) {
    const sent = typeof body === 'string' ? body : JSON.stringify(body);
    const answer = await call(strict, 'PATCH', `${HOOKS}/${id}`, {
      key,
      body: sent,
      headers: { 'content-type': 'application/json' },
    });
    t.equal(answer.status, status, `${sent.slice(0, 80)}: ${answer.text.slice(0, 200)}`);
    t.match(answer.json(), { code, error: names, request_id: /\w/ });
  }
  t.same(await get(key, `/${id}`), before);
  t.same(await watchesOf(id), ['31:109:R-1']);
});

t.test('another account’s endpoint is not there', async (t) => {
  const [key, other] = [await harness.key(), await harness.key()];
  const { id } = await createEndpoint(app, key, { url: SINK, ...ONE });
  for (const [asked, of] of [
    [id, other],
    [`whe_${'0'.repeat(19)}`, key],
    ['x', key],
  ] as const) {
    const answer = await change(of, asked, { description: 'theirs' });
    t.match([answer.status, answer.json().code], [404, 'not_found']);
  }
  t.equal((await get(key, `/${id}`)).description, null);
  t.equal((await call(app, 'PATCH', `${HOOKS}/${id}`, { body: {} })).status, 401);
});

t.test('a new address is sent to from its answer on, what waits included', async (t) => {
  const key = await harness.key();
  const [from, to] = [await makeReceiver(t), await makeReceiver(t)];
  await makeDispatcher(t, harness);
  const { id } = await createEndpoint(app, key, { url: from.url, ...ONE });
  await loadNews(harness, 'permits', [permit('moved-1')]);
  await from.until(1);
  await changed(t, key, id, { url: to.url });
  await loadNews(harness, 'permits', [permit('moved-2')]);
  await to.until(1);
  t.match([from.got.length, to.got[0]!.body.permit_number], [1, 'moved-2']);
  await changed(t, key, id, { url: from.url });
  await loadNews(harness, 'permits', [permit('moved-3')]);
  await from.until(2);
  t.match(from.got[1]!.body.permit_number, 'moved-3');
});

t.test('what was queued as a parcel’s stays one when the filter becomes a state', async (t) => {
  const key = await harness.key();
  const receiver = await makeReceiver(t);
  const { id } = await createEndpoint(app, key, { url: receiver.url, ...ONE });
  await loadNews(harness, 'permits', [permit('scope-1')]);
  await changed(t, key, id, STATE_31);
  await loadNews(harness, 'permits', [permit('scope-2')]);
  const shown = () => deliveriesOf(key, id);
  t.same(
    (await shown()).map((one) => one.canonical_id),
    [null, '31:109:R-1'],
  );
  await makeDispatcher(t, harness);
  const got = await receiver.until(2);
  for (const { body } of got) t.equal('canonical_id' in body, body.permit_number === 'scope-1');
});

t.test('enabled again, it tells what it missed, and queues it when asked', async (t) => {
  const key = await harness.key();
  const receiver = await makeReceiver(t);
  const { id } = await createEndpoint(app, key, {
    url: receiver.url,
    ...ONE,
    event_types: ['parcel.permit_filed'],
  });
  await loadNews(harness, 'permits', [permit('missed-0')]);
  const off = await changed(t, key, id, { is_active: false });
  t.match(off, { is_active: false, disabled_reason: 'user', disabled_at: /Z$/, missed: null });
  t.same((await changed(t, key, id, { is_active: false })).disabled_at, off.disabled_at, 'twice is as once');
  await loadNews(harness, 'permits', [
    permit('missed-1'),
    permit('missed-2'),
    permit('other', { parcel_id: 'R-2' }),
  ]);
  await loadNews(harness, 'deeds', [deed('unsubscribed')]);
  const dispatcher = await makeDispatcher(t, harness);
  await eventually('what waited is refused', async () =>
    (await deliveriesOf(key, id)).every(({ status }) => status === 'dead_lettered'),
  );
  const quota = async () => (await get(key, '')).quota.events_per_day.used;
  t.equal(await quota(), 1, 'what it misses does not count');
  t.match(await changed(t, key, id, { is_active: true }), {
    is_active: true,
    disabled_reason: null,
    disabled_at: null,
    missed: { events: 3, queued: 0 },
  });
  t.equal(receiver.got.length, 0, 'nothing of it is sent unless asked for');
  await loadNews(harness, 'permits', [permit('after')]);
  await receiver.until(1);
  t.match((await changed(t, key, id, { queue_missed: true })).missed, { events: 3, queued: 3 });
  const got = await receiver.until(4);
  t.same(got.map(({ body }) => body.permit_number).sort(), ['after', 'missed-0', 'missed-1', 'missed-2']);
  t.equal(await quota(), 4, 'each counted once');
  t.match((await changed(t, key, id, { queue_missed: true })).missed, { events: 0, queued: 0 });
  t.match(
    (await get(key, `/${id}/deliveries`)).data.map((one: Json) => one.status),
    Array(4).fill('delivered'),
  );
  await dispatcher.stop();
});

t.test('what it missed is queued as far as the day’s quota goes', async (t) => {
  const small = await harness.app({ ...FAST, WEBHOOK_ENDPOINTS_STARTER: '1', WEBHOOK_EVENTS_STARTER: '2' });
  const key = await harness.key({ tier: 'starter' });
  const { id } = await createEndpoint(small, key, {
    url: SINK,
    ...ONE,
    event_types: ['parcel.permit_filed'],
  });
  await change(key, id, { is_active: false }, small);
  await loadNews(harness, 'permits', [permit('q-1'), permit('q-2'), permit('q-3')]);
  const answer = await change(key, id, { is_active: true, queue_missed: true }, small);
  t.match(answer.json().missed, { events: 3, queued: 2 });
  t.match((await change(key, id, { queue_missed: true }, small)).json().missed, { events: 1, queued: 0 });
  t.match(
    (await deliveriesOf(key, id)).map(({ status }) => status),
    ['dead_lettered', 'pending', 'pending'],
    'the oldest first',
  );

  const other = await createEndpoint(small, key, { url: SINK, ...ONE }).catch((error) => error.message);
  t.match(other, /403/, 'it takes the one place of the plan again');
  await change(key, id, { is_active: false }, small);
  await createEndpoint(small, key, { url: SINK, ...ONE });
  const full = await change(key, id, { is_active: true }, small);
  t.match([full.status, full.json().code], [403, 'endpoint_quota']);
  const free = await harness.app(FAST);
  const none = await change(key, id, { is_active: true }, free);
  t.match([none.status, none.json().code], [403, 'webhooks_not_included']);
});

let filed = 0;
/** The events of new permits: one of the parcel R-1 and others elsewhere in its county. */
function news(others = 0) {
  const numbers = ['R-1', ...Array.from({ length: others }, (_, n) => `X-${n}`)];
  return numbers.flatMap((parcel_id) => {
    const record = {
      id: `c${++filed}`,
      permit_id: `c${filed}`,
      county_fips: '31109',
      parcel_id,
      source: 'test',
    };
    return eventsOf('permits', record, new Date().toISOString());
  });
}

async function store(events: ReturnType<typeof news>, before = async () => {}) {
  const watchersAt = await findWatchers(harness.database, events.map(placeOf));
  await before();
  await fanOut(harness.database, { tiers, events, watchersAt, now: Date.now });
}

t.test('no event falls between the old and the new filter, and none comes twice', async (t) => {
  const key = await harness.key();
  const { id } = await createEndpoint(app, key, { url: SINK, ...ONE });
  let stopped = false;
  const flips = (async () => {
    for (let n = 0; !stopped; n++) {
      const answer = await change(key, id, n % 2 ? ONE : STATE_31);
      if (answer.status !== 200 && answer.status !== 503) t.fail(answer.text);
    }
    return true;
  })();
  const both: string[] = [];
  for (let n = 0; n < 40; n++) {
    const events = news(n % 4 === 0 ? 700 : 0);
    both.push(events[0]!.envelope.event_id);
    await store(events);
  }
  stopped = true;
  t.ok(await flips);
  const found = await rows(
    `SELECT event.event_id AS id, COUNT(*) AS times FROM webhook_deliveries d JOIN webhook_events event ON event.id = d.event_id
       JOIN webhook_endpoints e ON e.id = d.endpoint_id WHERE public_id = ? AND event.event_id IN (?) GROUP BY event.event_id`,
    [id, both],
  );
  t.same(new Map(found.map((row) => [row.id, row.times])), new Map(both.map((one) => [one, '1'])));
});

t.test('whatever comes while it is disabled and enabled is sent or counted', async (t) => {
  const key = await harness.key();
  const { id } = await createEndpoint(app, key, { url: SINK, ...ONE });
  let stopped = false;
  const flips = (async () => {
    for (let n = 0; !stopped; n++) {
      const answer = await change(key, id, { is_active: n % 2 === 1 });
      if (answer.status !== 200 && answer.status !== 503) t.fail(answer.text);
    }
  })();
  const sent: string[] = [];
  for (let n = 0; n < 40; n++) {
    const events = news();
    sent.push(events[0]!.envelope.event_id);
    await store(events);
  }
  stopped = true;
  await flips;
  await change(key, id, { is_active: true });
  const late = news();
  sent.push(late[0]!.envelope.event_id);
  await change(key, id, { is_active: false });
  // Found while it was disabled, stored after it was enabled.
  await store(late, async () => {
    t.match((await changed(t, key, id, { is_active: true })).missed, { queued: 0 });
  });
  const states = async () =>
    await rows(
      `SELECT d.state = 0 AS waits, COUNT(*) AS many FROM webhook_deliveries d JOIN webhook_endpoints e ON e.id = d.endpoint_id
         WHERE public_id = ? GROUP BY waits ORDER BY waits`,
      [id],
    );
  const [missed] = await states();
  const { missed: told } = await changed(t, key, id, { queue_missed: true });
  t.same([String(told.events), told.events], [missed!.many, told.queued]);
  t.same(
    await states(),
    [{ waits: '1', many: String(sent.length) }],
    'each event once, and all of them wait',
  );
});

t.test(`more than ${MOST_RETRIED} missed are queued by several requests`, async (t) => {
  const key = await harness.key();
  const { id } = await createEndpoint(app, key, { url: SINK, ...STATE_31 });
  await change(key, id, { is_active: false });
  await store(news(MOST_RETRIED + 9));
  t.match((await changed(t, key, id, { is_active: true, queue_missed: true })).missed, {
    events: MOST_RETRIED + 10,
    queued: MOST_RETRIED,
  });
  t.match((await changed(t, key, id, { queue_missed: true })).missed, { events: 10, queued: 10 });
});

t.test('a process that is killed at the commit of a change has made all of it, or nothing', async (t) => {
  for (const [mode, done] of [
    ['commit-held', false],
    ['commit-unanswered', true],
  ] as const) {
    const key = await harness.key();
    const { id } = await createEndpoint(app, key, { url: SINK, ...ONE });
    await change(key, id, { is_active: false });
    await store(news());
    const script = resolve(import.meta.dirname, '../serve-child.ts');
    const env = { ...process.env, ...harness.env, DATABASE_URL: mysql.url };
    const child = spawn(process.execPath, [script], { env, stdio: ['pipe', 'pipe', 'inherit'] });
    t.teardown(() => child.kill('SIGKILL'));
    const [line] = await once(child.stdout!, 'data');
    await mysql.set(mode);
    const before = mysql.commits;
    const body = JSON.stringify({
      ...STATE_31,
      url: 'https://93.184.215.14/',
      is_active: true,
      queue_missed: true,
    });
    const sent = fetch(`http://127.0.0.1:${Number(String(line))}${HOOKS}/${id}`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body,
    });
    const failed = t.rejects(sent, `${mode}: nothing is answered`);
    await eventually('the commit is on its way', () => mysql.commits > before);
    const exit = once(child, 'exit');
    child.kill('SIGKILL');
    await exit;
    await failed;
    await mysql.set('pass');
    const { url, filter_kind, is_active } = await get(key, `/${id}`);
    const [{ status }] = (await deliveriesOf(key, id)) as [Json];
    t.same(
      [url, filter_kind, is_active, status, await watchesOf(id)],
      done
        ? ['https://93.184.215.14/', 'state_fips', true, 'pending', ['31::']]
        : [SINK, 'parcel_ids', false, 'dead_lettered', ['31:109:R-1']],
      mode,
    );
  }
});

import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { listKeys } from '../../src/accounts/keys.ts';
import { readConfig } from '../../src/config.ts';
import { open, secretKey } from '../../src/webhooks/secrets.ts';
import { call, makeHarness } from '../helper.ts';
import { each } from '../listed.ts';
import { checkError } from '../refusals.ts';
import { start } from '../start.ts';
import {
  conformance,
  createEndpoint,
  deed,
  EVERY_TYPE,
  eventually,
  idsOf,
  loadNews,
  makeDispatcher,
  makeReceiver,
  permit,
  verified,
} from './support.ts';

const harness = await makeHarness(t);
const { deliveryNumber } = await idsOf(harness);
await harness.load('parcels', [
  { county_fips: '31109', parcel_id: 'R-1' },
  { county_fips: '31109', parcel_id: 'R-2' },
]);
const HOUR = 3_600_000;
/** The API's clock; it stands still unless a test sets it. */
const clock = { now: Date.parse('2026-03-10T15:30:00.000Z') };
const app = await harness.app({}, () => clock.now);
const document = await conformance(app);

const HOOKS = '/api/v1/webhooks';
const URL = 'http://127.0.0.1:9/hook';
const UNKNOWN = `whe_${'0'.repeat(19)}`;
const NEW = {
  url: URL,
  event_types: EVERY_TYPE,
  filter_kind: 'parcel_ids',
  filter_value: { parcel_ids: ['31:109:R-1'] },
};
const RECORD = each(`
  id url event_types filter_kind filter_value description is_active disabled_reason disabled_at created_at
  consecutive_failures failing_since last_success_at next_attempt_at
`);

type Json = Record<string, never>;
const get = async (key: string, path: string, api = app) => call(api, 'GET', `${HOOKS}${path}`, { key });
const post = async (key: string, path: string, body?: unknown, api = app) =>
  call(api, 'POST', `${HOOKS}${path}`, { key, body });
const remove = async (key: string, path: string, api = app) =>
  call(api, 'DELETE', `${HOOKS}${path}`, { key });
const deliveriesOf = async (key: string, id: string, api = app): Promise<Json[]> =>
  (await get(key, `/${id}/deliveries`, api)).json().data;
const count = async (sql: string, values: unknown[] = []) => {
  const [rows] = await harness.database.$client.query(sql, values);
  return Number(Object.values((rows as Record<string, unknown>[])[0]!)[0]);
};

const MANY = Array.from({ length: 600 }, (_, n) => `M-${n}`);
const MANY_IDS = MANY.map((id) => `31:109:${id}`);

t.test('an endpoint of each kind is created, and its secret is shown only then', async (t) => {
  const key = await harness.key();
  const kinds: [what: string, wanted: Record<string, unknown>, shown: Record<string, unknown>][] = [
    ['a parcel', NEW, { ...NEW, description: null, unmatched_parcel_ids: [] }],
    [
      'a state',
      { ...NEW, filter_kind: 'state_fips', filter_value: { state_fips: '42' }, description: 'Überall 🏠' },
      { filter_kind: 'state_fips', filter_value: { state_fips: '42' }, description: 'Überall 🏠' },
    ],
    [
      'a county',
      { ...NEW, filter_kind: 'county_fips', filter_value: { county_fips: '101', state_fips: '42' } },
      {
        filter_kind: 'county_fips',
        filter_value: { state_fips: '42', county_fips: '101' },
        unmatched_parcel_ids: [],
      },
    ],
    [
      'a county by all of its digits',
      { ...NEW, filter_kind: 'county_fips', filter_value: { county_fips: '42101', state_fips: '42' } },
      { filter_value: { state_fips: '42', county_fips: '101' } },
    ],
    ['one type of event', { ...NEW, event_types: ['parcel.sold'] }, { event_types: ['parcel.sold'] }],
    [
      'types that are repeated',
      { ...NEW, event_types: ['parcel.sold', 'parcel.permit_filed', 'parcel.sold'] },
      { event_types: ['parcel.sold', 'parcel.permit_filed'] },
    ],
    [
      'a parcel that is not loaded',
      { ...NEW, filter_value: { parcel_ids: ['42:101:X 1/2'] } },
      { filter_value: { parcel_ids: ['42:101:X 1/2'] }, unmatched_parcel_ids: ['42:101:X 1/2'] },
    ],
    [
      'some that are loaded and some that are not',
      {
        ...NEW,
        filter_value: { parcel_ids: ['31:109:r-1', 'R-1', '31:055:R-1', '31:109:R-2', '31:109:R-1'] },
      },
      {
        filter_value: { parcel_ids: ['31:109:r-1', '31:109:R-1', '31:055:R-1', '31:109:R-2'] },
        unmatched_parcel_ids: ['31:109:r-1', '31:055:R-1'],
      },
    ],
    [
      'ids in both spellings',
      { ...NEW, filter_value: { parcel_ids: ['31109:R-1', '31:109:R-1', '31109:R-9', 'R-2'] } },
      {
        filter_value: { parcel_ids: ['31:109:R-1', '31:109:R-9', '31:109:R-2'] },
        unmatched_parcel_ids: ['31:109:R-9'],
      },
    ],
    [
      '600 ids in both spellings',
      { ...NEW, filter_value: { parcel_ids: [...MANY.map((id) => `31109:${id}`), ...MANY_IDS] } },
      { filter_value: { parcel_ids: MANY_IDS }, unmatched_parcel_ids: MANY_IDS },
    ],
    [
      'a bare number that is that of one parcel',
      { ...NEW, filter_value: { parcel_ids: ['R-2'] } },
      { filter_value: { parcel_ids: ['31:109:R-2'] } },
    ],
    [
      'parcels that are repeated, under either name',
      { ...NEW, filter_value: { parcel_ids: ['31:109:R-2', '31:109:R-1', 'R-2', '31:109:R-2', 'R-1'] } },
      { filter_value: { parcel_ids: ['31:109:R-2', '31:109:R-1'] } },
    ],
    ['an empty note', { ...NEW, description: '' }, { description: '' }],
    [
      'a public address',
      { ...NEW, url: 'https://93.184.215.14/a?b=c' },
      { url: 'https://93.184.215.14/a?b=c' },
    ],
  ];
  const secrets = new Set<string>();
  for (const [what, wanted, shown] of kinds) {
    const answer = await post(key, '', wanted);
    t.equal(answer.status, 201, `${what}: ${answer.text}`);
    const created = answer.json();
    t.equal(document.answer(`post ${HOOKS}`, 201, created), '', `${what}: as documented`);
    t.same(
      Object.keys(created),
      [...RECORD, 'secret', 'unmatched_parcel_ids'],
      `${what}: every key, in order`,
    );
    t.match(created, {
      id: /^whe_[0-9a-f]{19}$/,
      is_active: true,
      disabled_reason: null,
      disabled_at: null,
      created_at: '2026-03-10T15:30:00.000Z',
      secret: /^whsec_[A-Za-z0-9_-]{32}$/,
    });
    for (const [field, value] of Object.entries(shown)) t.same(created[field], value, `${what}: ${field}`);
    const { secret, unmatched_parcel_ids, ...record } = created;
    secrets.add(secret);
    const read = await get(key, `/${created.id}`);
    t.equal(read.status, 200);
    t.equal(document.answer(`get ${HOOKS}/{id}`, 200, read.json()), '', `${what}: read as documented`);
    t.same(read.json(), record, `${what}: the same record without the secret`);
  }
  t.equal(secrets.size, kinds.length, 'each has a secret of its own');
  const list = (await get(key, '')).text;
  for (const secret of secrets) t.notOk(list.includes(secret), 'not in the list');
  t.notMatch(list, /secret|whsec/);
});

t.test('1,000 parcels fit into a filter, however often they are repeated', async (t) => {
  const key = await harness.key();
  const parcels = Array.from({ length: 1_000 }, (_, n) => `31:109:P-${n}`);
  const created = await createEndpoint(app, key, {
    ...NEW,
    filter_value: { parcel_ids: [...parcels, parcels[0], parcels[999]] },
  });
  t.same((created as never as typeof NEW).filter_value.parcel_ids, parcels);
  t.equal(
    await count(
      'SELECT COUNT(*) FROM webhook_watches w JOIN webhook_endpoints e ON e.id = w.endpoint_id WHERE e.public_id = ?',
      [created.id],
    ),
    1_000,
  );
});

t.test('the list has the newest first, disabled ones too, and shows quota and tier', async (t) => {
  const empty = (await get(await harness.key({ tier: 'pro' }), '')).json();
  t.same(empty, {
    data: [],
    quota: {
      endpoints: { limit: 50, used: 0 },
      events_per_day: { limit: 100_000, used: 0, resets_at: '2026-03-11T00:00:00.000Z' },
    },
    tier: 'pro',
  });
  const key = await harness.key({ tier: 'pro' });
  const made = [];
  for (let n = 0; n < 3; n++) made.push(await createEndpoint(app, key, { ...NEW, description: `${n}` }));
  await remove(key, `/${made[1]!.id}`);
  const answer = await get(key, '');
  t.match(answer.headers['content-type'], /^application\/json/);
  const list = answer.json();
  t.equal(document.answer(`get ${HOOKS}`, 200, list), '', 'as documented');
  t.same(
    list.data.map(({ id }: { id: string }) => id),
    made.map(({ id }) => id).reverse(),
  );
  t.same(
    list.data.map(({ is_active }: { is_active: boolean }) => is_active),
    [true, false, true],
  );
  for (const record of list.data) {
    t.same(Object.keys(record), RECORD);
    t.same(record, (await get(key, `/${record.id}`)).json(), 'the same record as alone');
  }
  t.same(list.quota.endpoints, { limit: 50, used: 2 }, 'only active ones count');
  for (const [tier, endpoints, events] of [
    ['free', 0, 0],
    ['starter', 0, 0],
    ['api_100k', 0, 0],
    ['scale', null, 1_000_000],
    ['license', null, 1_000_000],
  ] as const) {
    const { quota, tier: shown } = (await get(await harness.key({ tier }), '')).json();
    t.equal(shown, tier);
    t.same([quota.endpoints.limit, quota.events_per_day.limit], [endpoints, events], tier);
  }
  const usage = (await call(app, 'GET', '/api/v1/usage', { key })).json();
  const told = { endpoints: 50, events_per_day: 100_000, deliveries_not_kept: [] };
  t.same(usage.webhooks, told, 'the usage route tells the same');
});

t.test('a long list of endpoints comes whole', async (t) => {
  const key = await harness.key();
  const parcels = Array.from({ length: 300 }, (_, n) => `31:109:${'x'.repeat(50)}-${n}`);
  const ids: string[] = [];
  const first = clock.now;
  t.teardown(() => {
    clock.now = first;
  });
  for (let n = 0; n < 405; n += 3) {
    // No faster than an account may create them.
    clock.now += 3_000;
    const some = await Promise.all(
      Array.from({ length: 3 }, (_, at) =>
        createEndpoint(app, key, {
          ...NEW,
          description: `${n + at} "quoted", é`,
          filter_value: { parcel_ids: n % 15 === 0 ? parcels : ['31:109:R-1'] },
        }),
      ),
    );
    ids.push(...some.map(({ id }) => id));
  }
  const list = (await get(key, '')).json();
  t.equal(document.answer(`get ${HOOKS}`, 200, list), '');
  t.equal(list.data.length, 405);
  t.same(new Set(list.data.map(({ id }: { id: string }) => id)), new Set(ids));
  t.same(list.quota.endpoints, { limit: null, used: 405 });
  const numbers = list.data.map(({ description }: { description: string }) =>
    Number.parseInt(description, 10),
  );
  for (let at = 0; at < 135; at++) {
    const some = numbers.slice(at * 3, at * 3 + 3);
    t.equal(Math.floor(Math.min(...some) / 3), 134 - at, 'newest first');
  }
});

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
  const key = await harness.key({ tier: 'pro' });
  const account = (await listKeys(harness.database)).find(({ prefix }) => key.startsWith(prefix))!.account;
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
  t.equal(
    (await post(await harness.key({ tier: 'pro' }), '', NEW)).status,
    201,
    'another account has its own 50',
  );
});

/** Every route of an endpoint or a delivery. */
const OF_ONE: [method: 'GET' | 'POST' | 'DELETE', path: string][] = [
  ['GET', '/:id'],
  ['DELETE', '/:id'],
  ['GET', '/:id/deliveries'],
  ['POST', '/:id/deliveries/:delivery/retry'],
  ['POST', '/:id/test'],
];
const pathOf = (path: string, id: string, delivery = 'dlv_1') =>
  HOOKS + path.replace(':id', encodeURIComponent(id)).replace(':delivery', encodeURIComponent(delivery));

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

t.test('what does not exist or belongs to another account is 404 on every route', async (t) => {
  const [key, other] = [await harness.key(), await harness.key()];
  await createEndpoint(app, other, NEW);
  const mine = await createEndpoint(app, key, NEW);
  const { id: delivery } = (await post(key, `/${mine.id}/test`)).json();
  const ids = [
    ['another account’s', mine.id],
    ['an unknown id', UNKNOWN],
    ['an id in capitals', mine.id.toUpperCase()],
    ['half an id', mine.id.slice(0, -1)],
    ['an id and a space', `${mine.id} `],
    ['an id and NUL', `${mine.id}\0`],
    ['a number', '1'],
    ['a quote', `' OR 1=1 -- `],
    ['a pattern', 'whe_%'],
    ['a long text', 'x'.repeat(5_000)],
    ['an emoji', '🏠'],
  ] as const;
  for (const [at, [what, id]] of ids.entries()) {
    // All routes look up an id in the same way, so one is enough for texts that are not ids.
    for (const [method, path] of at < 3 ? OF_ONE : OF_ONE.slice(0, 1)) {
      const url = pathOf(path, id, delivery);
      checkError(
        t,
        await call(app, method, url, { key: other }),
        404,
        'not_found',
        undefined,
        `${what}: ${method} ${path}`,
      );
    }
  }
  t.same((await get(key, `/${mine.id}`)).json().is_active, true, 'it is still active');
  t.equal((await deliveriesOf(key, mine.id)).length, 1, 'and was not tested by others');
  const nobody = await harness.key();
  for (const [method, path] of OF_ONE) {
    const answer = await call(app, method, pathOf(path, mine.id, delivery), { key: nobody });
    checkError(t, answer, 404, 'not_found', undefined, `an account without webhooks: ${method} ${path}`);
  }
});

t.test('a disabled endpoint keeps its deliveries and receives nothing more', async (t) => {
  const key = await harness.key();
  const receiver = await makeReceiver(t);
  const endpoint = await createEndpoint(app, key, {
    ...NEW,
    url: receiver.url,
    filter_value: { parcel_ids: ['31:109:D-1', '31:109:D-2'] },
  });
  const other = await createEndpoint(app, key, {
    ...NEW,
    url: receiver.url,
    filter_value: { parcel_ids: ['31:109:D-1'] },
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
  t.match(
    (await deliveriesOf(key, endpoint.id)).map(({ status }) => status),
    ['pending', 'pending'],
    'nothing more is queued for it',
  );

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
  const { id } = await createEndpoint(app, key, { ...NEW, url: receiver.url });
  const real = await harness.app();
  await post(key, `/${id}/test`, undefined, real);
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

t.test('a delivery that waits shows every key of its record', async (t) => {
  const key = await harness.key();
  const endpoint = await createEndpoint(app, key, { ...NEW, filter_value: { parcel_ids: ['31:109:L-1'] } });
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

t.test('a dead letter is queued again with its ids; other deliveries are not', async (t) => {
  const key = await harness.key();
  const receiver = await makeReceiver(t);
  const real = await harness.app();
  // This dispatcher may not send to loopback: the delivery is refused before it is sent.
  const strict = await makeDispatcher(t, harness, { devHosts: [] });
  const endpoint = await createEndpoint(real, key, { ...NEW, url: receiver.url });
  const other = await createEndpoint(real, key, { ...NEW, url: receiver.url });
  const { id } = (await post(key, `/${endpoint.id}/test`, undefined, real)).json();
  const one = async () => (await deliveriesOf(key, endpoint.id, real))[0]!;
  await eventually('it is a dead letter', async () => (await one()).status === 'dead_lettered');
  const dead = await one();
  await strict.stop();
  t.match(dead, { attempt: 1, next_attempt_at: null, last_error: /^Not sent: / });

  const retry = (of: string, delivery: string, body?: unknown) =>
    post(key, `/${of}/deliveries/${encodeURIComponent(delivery)}/retry`, body, real);
  for (const [what, of, delivery] of [
    ['of another endpoint', other.id, id],
    ['unknown', endpoint.id, 'dlv_999999999999'],
    ['without a number', endpoint.id, 'dlv_'],
    ['zero', endpoint.id, 'dlv_0'],
    ['a bare number', endpoint.id, id.slice(4)],
    ['with a leading zero', endpoint.id, `dlv_0${id.slice(4)}`],
    ['beyond exact numbers', endpoint.id, 'dlv_9999999999999999'],
    ['beyond every number', endpoint.id, `dlv_${'9'.repeat(300)}`],
    ['with a tail', endpoint.id, `${id} OR 1=1`],
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
    'an unknown key',
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
  const { id: endpoint } = await createEndpoint(app, key, { ...NEW, url: receiver.url });
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

t.test('what is sent', async (t) => {
  await makeDispatcher(t, harness);
  const real = await harness.app();

  await t.test('the record of a delivery shows its outcome', async (t) => {
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
      const { id } = await createEndpoint(real, key, { ...NEW, url: receiver.url });
      const queued = (await post(key, `/${id}/test`, undefined, real)).json();
      await eventually(status, async () => {
        const [one] = await deliveriesOf(key, id, real);
        return one!.status === status && (one!.attempts as unknown as unknown[]).length === 1;
      });
      const listed = await get(key, `/${id}/deliveries`, real);
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

  await t.test('a test delivery is signed, marked as a test, and free', async (t) => {
    const key = await harness.key();
    const receiver = await makeReceiver(t);
    const filters: [Record<string, unknown>, Record<string, unknown>][] = [
      [
        { filter_kind: 'parcel_ids', filter_value: { parcel_ids: ['31:109:T-9', '31:109:R-1'] } },
        { state_fips: '31', county_fips: '109', parcel_id: 'T-9', canonical_id: '31:109:T-9' },
      ],
      [
        { filter_kind: 'county_fips', filter_value: { state_fips: '42', county_fips: '101' } },
        { state_fips: '42', county_fips: '101' },
      ],
      [{ filter_kind: 'state_fips', filter_value: { state_fips: '42' } }, { state_fips: '42' }],
    ];
    for (const [at, [filter, place]] of filters.entries()) {
      const wanted = { ...NEW, ...filter, url: receiver.url, event_types: ['parcel.permit_filed'] };
      const endpoint = await createEndpoint(real, key, wanted);
      const answer = await post(key, `/${endpoint.id}/test`, at === 0 ? {} : undefined, real);
      t.equal(answer.status, 202);
      t.equal(document.answer(`post ${HOOKS}/{id}/test`, 202, answer.json()), '');
      t.match(answer.json(), {
        status: 'pending',
        attempt: 0,
        event_type: 'parcel.permit_filed',
        endpoint_id: endpoint.id,
      });
      const got = (await receiver.until(at + 1)).at(-1)!;
      t.ok(verified(got, endpoint.secret));
      t.equal(got.headers['x-terrier-event-type'], 'parcel.permit_filed');
      t.equal(
        document.payload('parcel.permit_filed', got.body),
        '',
        'the body is what the endpoint asked for',
      );
      t.match(got.body, { ...place, test: true, delivery_attempt: 1, event_id: answer.json().event_id });
      t.equal('canonical_id' in got.body, at === 0, 'canonical_id to parcel endpoints only');
      await eventually(
        'delivered',
        async () => (await deliveriesOf(key, endpoint.id))[0]!.status === 'delivered',
      );
    }
    t.equal((await get(key, '', real)).json().quota.events_per_day.used, 0, 'counts toward no quota');
    t.same((await call(real, 'GET', '/api/v1/events', { key })).json().data, [], 'and is not an event');
  });

  await t.test('a test has a type that the endpoint subscribes to', async (t) => {
    const key = await harness.key();
    const receiver = await makeReceiver(t);
    const both = ['parcel.permit_filed', 'parcel.owner_changed'];
    const { id } = await createEndpoint(real, key, { ...NEW, url: receiver.url, event_types: both });
    const rows: [what: string, body: unknown, type: string][] = [
      ['no body: the first', undefined, 'parcel.permit_filed'],
      ['an empty body', {}, 'parcel.permit_filed'],
      ['the first', { event_type: 'parcel.permit_filed' }, 'parcel.permit_filed'],
      ['the other', { event_type: 'parcel.owner_changed' }, 'parcel.owner_changed'],
    ];
    const sent = new Map<string, string>();
    for (const [what, body, type] of rows) {
      const answer = await post(key, `/${id}/test`, body, real);
      t.match([answer.status, answer.json().event_type], [202, type], what);
      sent.set(answer.json().id, type);
    }
    for (const { headers, body } of await receiver.until(rows.length)) {
      const type = sent.get(String(headers['x-terrier-delivery-id']))!;
      t.equal(body.event_type, type);
      t.equal(document.payload(type, body), '', 'as documented');
      t.equal(body.test, true);
    }
    const json = { 'content-type': 'application/json' };
    const empty = await call(real, 'POST', `${HOOKS}/${id}/test`, { key, headers: json });
    t.equal(empty.status, 202, 'a type and no body');
    for (const [what, body, names] of [
      [
        'one that it does not subscribe to',
        { event_type: 'parcel.sold' },
        /parcel\.permit_filed, parcel\.owner_changed/,
      ],
      ['one that there is not', { event_type: 'parcel.listed' }, /event_type must be one of/],
      ['null', { event_type: null }, /event_type/],
      ['an unknown key', { type: 'parcel.sold' }, /type is not a known field/],
      ['a list', [], /body must be an object/],
    ] as const) {
      const refused = await post(key, `/${id}/test`, body, real);
      checkError(t, refused, 400, 'invalid_parameter', names, what);
    }
  });
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

t.test('secrets are encrypted in the database', async (t) => {
  const key = await harness.key();
  const [one, two] = [await createEndpoint(app, key, NEW), await createEndpoint(app, key, NEW)];
  const [rows] = await harness.database.$client.query('SELECT * FROM webhook_endpoints');
  const all = rows as { public_id: string; secret: Buffer }[];
  const sealed = (id: string) => all.find(({ public_id }) => public_id === id)!.secret;
  for (const { id, secret } of [one, two]) {
    for (const form of [secret, secret.slice(6), Buffer.from(secret.slice(6), 'base64url')]) {
      t.notOk(sealed(id).includes(form), 'the secret is not in its column');
    }
    const master = await secretKey(harness.config);
    t.equal(open(sealed(id), master), secret, 'the configured key opens it');
    t.throws(() => open(sealed(id), Buffer.alloc(32, 7)), /WEBHOOK_SECRET_KEY/, 'another does not');
    const changed = Buffer.from(sealed(id));
    changed.writeUInt8(changed.at(-1)! ^ 1, changed.length - 1);
    t.throws(() => open(changed, master), 'nor are changed bytes taken for a secret');
  }
  t.notMatch(JSON.stringify(all.map((row) => ({ ...row, secret: row.secret.toString('latin1') }))), /whsec_/);
  t.notSame(sealed(one.id).subarray(0, 12), sealed(two.id).subarray(0, 12), 'each with a nonce of its own');
});

t.test('with a database of one’s own, the secret key must be set', async (t) => {
  const commands = ['serve', 'dispatch'];
  const ended = await Promise.all(
    commands.map((command) => start(t, harness, [command], { WEBHOOK_SECRET_KEY: '' }).ended),
  );
  for (const [at, command] of commands.entries()) {
    const { code, err: printed } = ended[at]!;
    t.equal(code, 1, command);
    t.match(
      printed,
      /WEBHOOK_SECRET_KEY is not set.*openssl rand -hex 32/s,
      'what is missing, and how to make it',
    );
    t.notMatch(printed, /\n\s+at /, 'no stack trace');
  }
});

t.test('on one’s own machine, npm start makes a secret key for such a database too', async (t) => {
  const settings = { TERRIER_DEMO: 'off', WEBHOOK_SECRET_KEY: '' };
  const { child, ended, said } = start(t, harness, ['start'], settings);
  await said(/Terrier is ready/);
  child.kill('SIGTERM');
  const { code, out, err } = await ended;
  const printed = out + err;
  t.match(printed, /Terrier is ready: http/);
  t.match(
    printed,
    /terrier ingest parcels Parcels\.zip --county 06001 --auto/,
    'it says how to load a county',
  );
  t.notMatch(printed, /curl/, 'and no requests for the demo, which is not there');
  t.equal(code, 0);
  t.match(await readFile(join(harness.env.TERRIER_HOME!, 'webhook-key'), 'utf8'), /^[0-9a-f]{64}\n$/);
  const serving = await start(t, harness, ['serve'], { WEBHOOK_SECRET_KEY: '' }).ended;
  t.match(serving.err, /set it to what is in \S+webhook-key;/, 'other commands name it before a new one');
});

t.test('a message about an unusable key names the setting but does not print the key', async (t) => {
  for (const wrong of ['ab'.repeat(31), `${'ab'.repeat(31)}zz`, 'ab'.repeat(33), 'correct horse battery']) {
    t.throws(() => readConfig({ WEBHOOK_SECRET_KEY: wrong }), /^WEBHOOK_SECRET_KEY cannot be used: /);
    try {
      readConfig({ WEBHOOK_SECRET_KEY: wrong });
    } catch (error) {
      t.notOk((error as Error).message.includes(wrong));
    }
  }
});

t.test('without a configured key, one is made and kept', async (t) => {
  const home = await mkdtemp(join(tmpdir(), 'terrier-key-'));
  t.teardown(() => rm(home, { recursive: true, force: true }));
  const config = readConfig({ TERRIER_HOME: join(home, 'new') });
  const keys = await Promise.all(Array.from({ length: 8 }, () => secretKey(config)));
  t.equal(keys[0]!.length, 32);
  for (const key of keys) t.same(key, keys[0], 'those who start together have one key');
  t.same(await secretKey(config), keys[0], 'and keep it');
  const file = join(home, 'new', 'webhook-key');
  t.equal((await stat(file)).mode & 0o777, 0o600, 'only the owner reads it');
  t.equal((await readFile(file, 'utf8')).trim(), keys[0]!.toString('hex'));
  await writeFile(file, 'abc\n');
  await t.rejects(secretKey(config), /webhook-key/, 'a file that holds none is named');
  const set = readConfig({ TERRIER_HOME: home, WEBHOOK_SECRET_KEY: 'AB'.repeat(32) });
  t.same(await secretKey(set), Buffer.alloc(32, 0xab), 'a configured one goes first');
});

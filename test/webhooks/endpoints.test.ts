import t from 'tap';
import { open, secretKey } from '../../src/webhooks/secrets.ts';
import { call, makeHarness } from '../helper.ts';
import { each, valuesOf } from '../listed.ts';
import { checkError } from '../refusals.ts';
import { endpointRoutes, HOOKS, SINK } from './endpoint-routes.ts';
import { conformance, createEndpoint, EVERY_TYPE } from './support.ts';
import { county, parcels, state } from './watching.ts';

const harness = await makeHarness(t);
await harness.load('parcels', [
  { county_fips: '31109', parcel_id: 'R-1' },
  { county_fips: '31109', parcel_id: 'R-2' },
]);
/** The API's clock; it stands still unless a test sets it. */
const clock = { now: Date.parse('2026-03-10T15:30:00.000Z') };
const app = await harness.app({}, () => clock.now);
const document = await conformance(app);
const { get, post, remove, deliveriesOf } = endpointRoutes(app);

const NEW = { url: SINK, event_types: EVERY_TYPE, ...parcels('31:109:R-1') };
const UNKNOWN = `whe_${'0'.repeat(19)}`;
const RECORD = each(`
  id url event_types filter_kind filter_value description is_active disabled_reason disabled_at created_at
  consecutive_failures failing_since last_success_at next_attempt_at
`);

const MANY = Array.from({ length: 600 }, (_, n) => `M-${n}`);
const MANY_IDS = MANY.map((id) => `31:109:${id}`);

t.test('an endpoint of each kind is created, and its secret is shown only then', async (t) => {
  const key = await harness.key();
  const kinds: [what: string, wanted: Record<string, unknown>, shown: Record<string, unknown>][] = [
    ['a parcel', NEW, { ...NEW, description: null, unmatched_parcel_ids: [] }],
    [
      'a state',
      { ...NEW, ...state('42'), description: 'Überall 🏠' },
      { ...state('42'), description: 'Überall 🏠' },
    ],
    [
      'a county',
      { ...NEW, filter_kind: 'county_fips', filter_value: { county_fips: '101', state_fips: '42' } },
      { ...county('42', '101'), unmatched_parcel_ids: [] },
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
      secret: /^whsec_[A-Za-z0-9+/]{32}$/,
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
  const [rows] = await harness.database.$client.query(
    'SELECT COUNT(*) AS count FROM webhook_watches w JOIN webhook_endpoints e ON e.id = w.endpoint_id WHERE e.public_id = ?',
    [created.id],
  );
  t.match(rows, [{ count: 1_000 }]);
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
  t.same(valuesOf(list.data, 'id'), made.map(({ id }) => id).reverse());
  t.same(valuesOf(list.data, 'is_active'), [true, false, true]);
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

/** Every route of an endpoint or a delivery. */
const OF_ONE: [method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown][] = [
  ['GET', '/:id'],
  ['DELETE', '/:id'],
  ['GET', '/:id/deliveries'],
  ['GET', '/:id/deliveries/:delivery'],
  ['POST', '/:id/deliveries/retry', {}],
  ['POST', '/:id/deliveries/settle', { as: 'delivered', phases: ['dns'] }],
  ['POST', '/:id/deliveries/:delivery/retry'],
  ['POST', '/:id/deliveries/:delivery/settle', { as: 'delivered' }],
  ['POST', '/:id/test'],
];
const pathOf = (path: string, id: string, delivery = 'dlv_1') =>
  HOOKS + path.replace(':id', encodeURIComponent(id)).replace(':delivery', encodeURIComponent(delivery));

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
    for (const [method, path, body] of at < 3 ? OF_ONE : OF_ONE.slice(0, 1)) {
      const answer = await call(app, method, pathOf(path, id, delivery), { key: other, body });
      checkError(t, answer, 404, 'not_found', undefined, `${what}: ${method} ${path}`);
    }
  }
  t.same((await get(key, `/${mine.id}`)).json().is_active, true, 'it is still active');
  t.equal((await deliveriesOf(key, mine.id)).length, 1, 'and was not tested by others');
  const nobody = await harness.key();
  for (const [method, path, body] of OF_ONE) {
    const answer = await call(app, method, pathOf(path, mine.id, delivery), { key: nobody, body });
    checkError(t, answer, 404, 'not_found', undefined, `an account without webhooks: ${method} ${path}`);
  }
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

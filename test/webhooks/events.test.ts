import { createHash } from 'node:crypto';
import t from 'tap';
import { deactivateKey, listKeys } from '../../src/accounts/keys.ts';
import { tierLimits } from '../../src/accounts/tiers.ts';
import { dayOf } from '../../src/webhooks/accounts.ts';
import { terrierHere } from '../cli/in-process.ts';
import { startsAt } from '../clocks.ts';
import { call, makeHarness } from '../helper.ts';
import { inputFile, ndjson } from '../loading/ingest/support.ts';
import { holdingProxy, start } from './processes.ts';
import {
  conformance,
  deed,
  EVERY_TYPE,
  eventually,
  idsOf,
  loadNews,
  makeDispatcher,
  createEndpoint as makeEndpoint,
  makeReceiver,
  permit,
  verified,
} from './support.ts';

const harness = await makeHarness(t);
const { deliveryNumber } = await idsOf(harness);
await harness.load('parcels', [
  { county_fips: '31109', parcel_id: 'S-1' },
  { county_fips: '31055', parcel_id: 'ALONE' },
  { county_fips: '19153', parcel_id: 'ALONE' },
  { county_fips: '31055', parcel_id: 'TWICE' },
  { county_fips: '31109', parcel_id: 'TWICE' },
]);
const app = await harness.app();
const document = await conformance(app);
const DAY = 86_400_000;
/** Quotas are of a UTC day: where they matter, it is noon. */
const NOON = Math.floor(Date.now() / DAY) * DAY + DAY / 2;
const now = () => NOON;
const noon = await harness.app({}, now);
/** The events of a sale and a permit. */
const RECORDED = ['parcel.sold', 'parcel.owner_changed', 'parcel.permit_filed'];
const URL = 'http://127.0.0.1:9/';

// biome-ignore lint/suspicious/noExplicitAny: answers and payloads are looked into at any depth
type Json = any;
type Event = Record<string, Json>;

const parcels = (...ids: string[]) => ({ filter_kind: 'parcel_ids', filter_value: { parcel_ids: ids } });
const state = (state_fips: string) => ({ filter_kind: 'state_fips', filter_value: { state_fips } });
const county = (state_fips: string, county_fips: string) => ({
  filter_kind: 'county_fips',
  filter_value: { state_fips, county_fips },
});

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const get = async (key: string, path: string, api = app): Promise<Json> =>
  (await call(api, 'GET', `/api/v1${path}`, { key })).json();
/** All events of an account, oldest first. */
const eventsOf = async (key: string): Promise<Event[]> => (await get(key, '/events?limit=500')).data;
const deliveriesOf = async (key: string, id: string): Promise<Event[]> =>
  (await get(key, `/webhooks/${id}/deliveries`)).data;
const typesOf = (all: Event[]) => all.map(({ event_type }) => event_type).sort();
const count = async (sql: string, values: unknown[] = []) => {
  const [rows] = await harness.database.$client.query(sql, values);
  return Number(Object.values((rows as Event[])[0]!)[0]);
};

/** Disabled when a test ends, so that they get no events of other tests. */
const active: [key: string, id: string][] = [];
t.afterEach(async () => {
  for (const [key, id] of active.splice(0)) await call(app, 'DELETE', `/api/v1/webhooks/${id}`, { key });
});
async function createEndpoint(key: string, wanted: Record<string, unknown>) {
  const endpoint = await makeEndpoint(app, key, { url: URL, ...wanted });
  active.push([key, endpoint.id]);
  return endpoint;
}

/** An account of its own with one endpoint on these parcels (or another filter), to which nothing is sent. */
async function watch(filter: Record<string, unknown>) {
  const key = await harness.key();
  const endpoint = await createEndpoint(key, filter);
  return { key, endpoint };
}

// This must be the first load of deeds: only then is no deed stored when it begins.
t.test('a record that appears twice in one file is one event, however far apart', async (t) => {
  const { key } = await watch(parcels('31:109:G-1'));
  const filling = Array.from({ length: 2_600 }, (_, n) => n);
  const deeds = [
    deed('again', { parcel_id: 'G-1', sale_price_usd: null }),
    ...filling.map((n) => deed(`fill-${n}`, { county_fips: '37183', parcel_id: `F-${n}` })),
    deed('again', { parcel_id: 'G-1', sale_price_usd: 300_000, source: 'another' }),
  ];
  const report = await loadNews(harness, 'deeds', deeds);
  t.match(report, {
    created: 2_601,
    duplicates: 1,
    webhooks: { events: 1, deliveries: 1, over_quota: 0, not_kept: 0 },
  });
  t.same(typesOf(await eventsOf(key)), ['parcel.owner_changed'], 'a corrected price is not a new sale');
  const near = [
    permit('near', { parcel_id: 'G-1' }),
    permit('near', { parcel_id: 'G-1', permit_status: 'Final' }),
  ];
  t.match((await loadNews(harness, 'permits', near)).webhooks, { events: 1, deliveries: 1 });
  const told = await eventsOf(key);
  t.equal(told.length, 2);
  t.equal(told[1]!.permit_status, 'final', 'the last record of an id is the one that is told');
});

t.test('a sale sends every documented key to a parcel, a county and a state endpoint', async (t) => {
  const receiver = await makeReceiver(t);
  const key = await harness.key();
  const made = {
    parcel: await createEndpoint(key, {
      ...parcels('31:109:S-1', '31:109:S-2'),
      url: `${receiver.url}parcel`,
    }),
    county: await createEndpoint(key, { ...county('31', '109'), url: `${receiver.url}county` }),
    state: await createEndpoint(key, { ...state('31'), url: `${receiver.url}state` }),
  };
  const report = await loadNews(harness, 'deeds', [
    deed('2024-77', { parcel_id: 'S-1', grantor: 'ŁUKASZ "Q" O’NEIL 🏠', source: 'county recorder' }),
  ]);
  t.same(report.webhooks, { events: 2, deliveries: 6, over_quota: 0, not_kept: 0 });
  await makeDispatcher(t, harness);
  await receiver.until(6);
  const [{ id }] = (await get(key, '/parcels/31109:S-1/deeds')).data;
  const envelope = (type: string) => ({
    event_id: sha256(`county recorder\n${id}\n${type}`),
    event_type: type,
    occurred_at: '2024-06-20T00:00:00.000Z',
    occurred_at_basis: 'recording_date',
    delivery_attempt: 1,
    parcel_id: 'S-1',
    state_fips: '31',
    county_fips: '109',
  });
  const own: Record<string, Event> = {
    'parcel.sold': {
      sale_date: '2024-06-14',
      sale_price_usd: 241_000,
      grantor: 'ŁUKASZ "Q" O’NEIL 🏠',
      grantee: 'OAK STREET HOLDINGS LLC',
      recorded_date: '2024-06-20',
      is_arm_length: true,
      document_type: 'warranty_deed',
    },
    'parcel.owner_changed': {
      recorded_date: '2024-06-20',
      document_type: 'warranty_deed',
      document_number: '2024-77',
      prior_owner: 'ŁUKASZ "Q" O’NEIL 🏠',
      new_owner: 'OAK STREET HOLDINGS LLC',
      is_sale: true,
    },
  };
  for (const [kind, endpoint] of Object.entries(made)) {
    for (const [type, fields] of Object.entries(own)) {
      const got = receiver.got.filter(({ path, body }) => path === `/${kind}` && body.event_type === type);
      t.equal(got.length, 1, `${type} to the ${kind} endpoint, once`);
      const match = { canonical_id: '31:109:S-1', match_basis: 'state_county_parcel_id' };
      const expected = {
        ...envelope(type),
        ...(kind === 'parcel' ? match : {}),
        source_run_id: null,
        ...fields,
      };
      const [{ raw, body, headers }] = got as [(typeof got)[number]];
      t.same(body, expected, `${type} to the ${kind} endpoint`);
      t.same(Object.keys(body), Object.keys(expected), 'in this order');
      t.equal(document.payload(type, body), '', 'as documented');
      t.match(headers, {
        'content-type': 'application/json',
        'user-agent': 'Terrier-Webhooks/1.0',
        'x-terrier-event-id': body.event_id,
        'x-terrier-event-type': type,
        'x-terrier-attempt': '1',
      });
      const delivery = (await deliveriesOf(key, endpoint.id)).find(({ event_type }) => event_type === type)!;
      t.equal(headers['x-terrier-delivery-id'], delivery.id, 'the id of the delivery in the list');
      t.equal(delivery.event_id, body.event_id);
      t.equal(delivery.canonical_id, kind === 'parcel' ? '31:109:S-1' : null);
      t.ok(verified(got[0]!, endpoint.secret), 'signed');
      t.notOk(
        verified({ ...got[0]!, raw: JSON.stringify(body, null, 1) }, endpoint.secret),
        're-serialized: not',
      );
      t.notOk(verified({ ...got[0]!, raw: `${raw} ` }, endpoint.secret), 'a space more: not');
    }
  }
  t.equal(receiver.got.length, 6);
});

t.test('a permit sends every documented key', async (t) => {
  const receiver = await makeReceiver(t);
  const key = await harness.key();
  await createEndpoint(key, { ...parcels('31:109:P-1'), url: receiver.url });
  await loadNews(harness, 'permits', [
    permit('B-77', {
      parcel_id: 'P-1',
      permit_id: 'own-id-77',
      issued_date: '2024-03-09',
      description: 'TEAR OFF\nAND REROOF',
      contractor_license: 'C-1',
      applicant_name: 'WREN, ODETTE',
    }),
  ]);
  await makeDispatcher(t, harness);
  const [got] = await receiver.until(1);
  const expected = {
    event_id: sha256('\nown-id-77:31109:P-1\nparcel.permit_filed'),
    event_type: 'parcel.permit_filed',
    occurred_at: '2024-03-01T00:00:00.000Z',
    occurred_at_basis: 'filed_date',
    delivery_attempt: 1,
    parcel_id: 'P-1',
    state_fips: '31',
    county_fips: '109',
    canonical_id: '31:109:P-1',
    match_basis: 'state_county_parcel_id',
    source_run_id: null,
    permit_id: 'own-id-77',
    permit_number: 'B-77',
    permit_type: 'Roofing',
    permit_status: 'issued',
    filed_date: '2024-03-01',
    issued_date: '2024-03-09',
    description: 'TEAR OFF\nAND REROOF',
    estimated_cost: 8_200,
    contractor_name: 'ALDERS ROOFING, INC.',
    contractor_license: 'C-1',
    applicant_name: 'WREN, ODETTE',
    jurisdiction_id: 'lincoln-ne',
  };
  t.same(got!.body, expected, 'without a source, the first line of the hashed text is empty');
  t.same(Object.keys(got!.body), Object.keys(expected), 'in this order');
  t.equal(document.payload('parcel.permit_filed', got!.body), '');
});

t.test('a record with almost no values still sends every key, as null', async (t) => {
  const { key } = await watch(parcels('31:109:N-1'));
  const before = new Date().toISOString();
  await loadNews(harness, 'deeds', [{ county_fips: '31109', parcel_id: 'N-1' }]);
  await loadNews(harness, 'permits', [{ county_fips: '31109', parcel_id: 'N-1' }]);
  const after = new Date().toISOString();
  const [changed, filed] = await eventsOf(key);
  t.match(changed, {
    event_type: 'parcel.owner_changed',
    recorded_date: null,
    document_type: null,
    document_number: null,
    prior_owner: null,
    new_owner: null,
    is_sale: null,
  });
  t.match(filed, {
    permit_number: null,
    permit_status: null,
    estimated_cost: null,
    jurisdiction_id: '31109',
  });
  t.match(filed!.permit_id, /\w/);
  for (const event of [changed!, filed!]) {
    const { occurred_at, occurred_at_basis } = event;
    t.ok(occurred_at >= before && occurred_at <= after, 'dated by the load');
    t.equal(occurred_at_basis, 'ingested_at');
    t.equal(document.payload(event.event_type, { ...event, delivery_attempt: 1 }), '');
  }
});

t.test('every deed is a change of owner; a price above 0 at arm’s length is a sale too', async (t) => {
  const { key } = await watch(county('31', '109'));
  const rows: [what: string, more: Event, isSale: boolean | null][] = [
    ['a price at arm’s length', {}, true],
    ['a price of 0', { sale_price_usd: 0 }, false],
    ['no price', { sale_price_usd: null }, null],
    ['a price that the source calls unqualified', { is_arm_length: false }, false],
    ['several parcels under one price', { parcel_count: 3 }, true],
  ];
  await loadNews(
    harness,
    'deeds',
    rows.map(([, more], at) => deed(`kind-${at}`, { parcel_id: `K-${at}`, ...more })),
  );
  const all = await eventsOf(key);
  for (const [at, [what, , isSale]] of rows.entries()) {
    const told = all.filter(({ parcel_id }) => parcel_id === `K-${at}`);
    const expected = isSale ? ['parcel.owner_changed', 'parcel.sold'] : ['parcel.owner_changed'];
    t.same(typesOf(told), expected, what);
    t.equal(told.find(({ event_type }) => event_type === 'parcel.owner_changed')!.is_sale, isSale, what);
  }
});

t.test('a placeholder county is kept; a number that only one parcel has finds its county', async (t) => {
  const watchers = {
    alone: await watch(parcels('31:055:ALONE')),
    elsewhere: await watch(parcels('19:153:ALONE')),
    twice: await watch(parcels('31:055:TWICE', '31:109:TWICE', '31:109:NOBODY')),
    county: await watch(county('31', '055')),
    state: await watch(state('31')),
  };
  const receiver = await makeReceiver(t);
  const keys = await harness.key();
  await createEndpoint(keys, { ...parcels('31:055:ALONE'), url: `${receiver.url}parcel` });
  await createEndpoint(keys, { ...state('31'), url: `${receiver.url}state` });
  const places = [
    ['lost-1', '31000', 'ALONE'],
    ['lost-2', '31999', 'ALONE'],
    ['lost-3', '31000', 'TWICE'],
    ['lost-4', '31000', 'NOBODY'],
    ['found-1', '31055', 'ALONE'],
  ] as const;
  await loadNews(
    harness,
    'deeds',
    places.map(([number, county_fips, parcel_id]) =>
      deed(number, { county_fips, parcel_id, document_type: 'Quitclaim Deed' }),
    ),
  );
  const told = Object.fromEntries(
    await Promise.all(
      Object.entries(watchers).map(async ([name, { key }]) => {
        const numbers = (await eventsOf(key)).map(({ document_number }) => document_number);
        return [name, numbers.sort().join(' ')];
      }),
    ),
  );
  t.same(
    told,
    {
      alone: 'found-1 lost-1 lost-2',
      elsewhere: '',
      twice: '',
      county: 'found-1',
      state: 'found-1 lost-1 lost-2 lost-3 lost-4',
    },
    'where two parcels of the state have the number, or none: to the state only',
  );
  const toAlone = await eventsOf(watchers.alone.key);
  const numbered = (number: string) => toAlone.find(({ document_number }) => document_number === number);
  const lost = { canonical_id: '31:055:ALONE', match_basis: 'state_unique_parcel_id' };
  t.match(numbered('lost-1'), { parcel_id: 'ALONE', state_fips: '31', county_fips: '000', ...lost });
  t.match(numbered('lost-2'), { county_fips: '999', ...lost });
  t.match(numbered('found-1'), { county_fips: '055', match_basis: 'state_county_parcel_id' });
  const unplaced = (await eventsOf(watchers.state.key)).filter(({ parcel_id }) => parcel_id !== 'ALONE');
  for (const event of unplaced) {
    t.match(event, { county_fips: '000', canonical_id: null, match_basis: null });
    t.equal(document.payload(event.event_type, { ...event, delivery_attempt: 1 }), '');
  }

  await makeDispatcher(t, harness);
  await receiver.until(8);
  const body = (path: string) =>
    receiver.got.find((one) => one.path === path && one.body.document_number === 'lost-1')!.body;
  t.match(body('/parcel'), { county_fips: '000', ...lost });
  t.notOk('canonical_id' in body('/state') || 'match_basis' in body('/state'));
});

t.test('a permit without a parcel is no event; one on several parcels is one event for each', async (t) => {
  const { key } = await watch(county('31', '109'));
  t.same((await loadNews(harness, 'permits', [permit('nowhere', { parcel_id: null })])).webhooks, {
    events: 0,
    deliveries: 0,
    over_quota: 0,
    not_kept: 0,
  });
  await loadNews(harness, 'permits', [
    permit('both', { parcel_id: 'M-1' }),
    permit('both', { parcel_id: 'M-2' }),
  ]);
  const told = await eventsOf(key);
  t.same(told.map(({ parcel_id }) => parcel_id).sort(), ['M-1', 'M-2']);
  t.equal(told[0]!.permit_id, told[1]!.permit_id, 'under one permit_id');
  t.not(told[0]!.event_id, told[1]!.event_id);
});

t.test('each endpoint gets what it subscribed to, once; accounts see only their own', async (t) => {
  const [key, other] = [await harness.key(), await harness.key()];
  const make = (of: string, event_types: string[], filter: Record<string, unknown>) =>
    createEndpoint(of, { event_types, ...filter });
  const endpoints: [id: string, key: string, types: string[]][] = [];
  for (const [of, types, filter, expected] of [
    [key, EVERY_TYPE, parcels('31:109:E-1', '31:109:E-2'), RECORDED],
    [key, ['parcel.sold'], parcels('31:109:E-1'), ['parcel.sold']],
    [key, ['parcel.permit_filed'], county('31', '109'), ['parcel.permit_filed']],
    [key, EVERY_TYPE, parcels('31:109:E-9', '31:055:E-1', '19:109:E-1', '31:109:e-1'), []],
    [key, EVERY_TYPE, county('31', '055'), []],
    [other, ['parcel.owner_changed', 'parcel.sold'], state('31'), ['parcel.owner_changed', 'parcel.sold']],
    [other, EVERY_TYPE, state('19'), []],
  ] as const) {
    endpoints.push([(await make(of, [...types], filter)).id, of, [...expected]]);
  }
  await loadNews(harness, 'deeds', [deed('each-1', { parcel_id: 'E-1' })]);
  await loadNews(harness, 'permits', [permit('each-1', { parcel_id: 'E-1' })]);
  for (const [id, of, expected] of endpoints) {
    t.same(typesOf(await deliveriesOf(of, id)), expected.sort(), id);
  }
  t.same(typesOf(await eventsOf(key)), [...RECORDED].sort(), 'an event is listed once for an account');
  t.same(typesOf(await eventsOf(other)), ['parcel.owner_changed', 'parcel.sold']);
  t.equal((await get(key, '/webhooks')).quota.events_per_day.used, 5, 'the quota counts deliveries');
  t.equal((await get(other, '/webhooks')).quota.events_per_day.used, 2);
  await make(key, EVERY_TYPE, parcels('31:109:E-1'));
  t.equal((await eventsOf(key)).length, 3, 'an endpoint that is created later gets no earlier events');
});

t.test('what is already known sends no event', async (t) => {
  const { key, endpoint } = await watch(parcels('31:109:A-1', '31:109:A-2'));
  const quiet = { events: 0, deliveries: 0, over_quota: 0, not_kept: 0 };
  const known = (...numbers: string[]) =>
    numbers.map((number) => deed(number, { parcel_id: 'A-1', sale_price_usd: null }));
  const posted = (...numbers: string[]) =>
    numbers.map((number) => permit(number, { parcel_id: 'A-1', permit_status: 'Filed' }));
  const [same, corrected, elsewhere] = known('known-1', 'known-2', 'known-3');
  const [filed, issued, another] = posted('known-1', 'known-2', 'known-3');
  t.match((await loadNews(harness, 'deeds', [same!, corrected!, elsewhere!])).webhooks, { events: 3 });
  t.match((await loadNews(harness, 'permits', [filed!, issued!, another!])).webhooks, { events: 3 });
  await harness.load('deeds', [deed('history', { parcel_id: 'A-2' })]);
  await harness.load('permits', [permit('history', { parcel_id: 'A-2' })]);
  const before = await eventsOf(key);
  t.equal(before.length, 6, 'history is loaded silently');

  const deeds = [
    same!,
    { ...corrected!, sale_price_usd: 200_000, grantee: 'SOMEBODY ELSE' },
    { ...elsewhere!, source: 'another' },
    deed('history', { parcel_id: 'A-2' }),
  ];
  t.same(
    (await loadNews(harness, 'deeds', deeds)).webhooks,
    quiet,
    'the same, a correction that makes it a sale, one from another source, history',
  );
  const permits = [
    filed!,
    { ...issued!, permit_status: 'Issued', issued_date: '2024-04-01' },
    { ...another!, source: 'another' },
    permit('history', { parcel_id: 'A-2', permit_status: 'Final' }),
  ];
  t.same((await loadNews(harness, 'permits', permits)).webhooks, quiet);
  t.same(await eventsOf(key), before);
  t.equal((await deliveriesOf(key, endpoint.id)).length, 6);
  t.match(
    (await loadNews(harness, 'permits', [permit('known-1', { parcel_id: 'A-2' })])).webhooks,
    { events: 1 },
    'the permit on another parcel is news',
  );
});

t.test(
  'terrier ingest sends events of new records and counts them; with --no-events it sends none',
  async (t) => {
    const { key } = await watch(parcels('31:109:C-1'));
    const silent = await inputFile(t, 'silent.ndjson', ndjson([deed('cli-1', { parcel_id: 'C-1' })]));
    const loud = await inputFile(
      t,
      'loud.ndjson',
      ndjson([deed('cli-1', { parcel_id: 'C-1' }), deed('cli-2', { parcel_id: 'C-1' })]),
    );
    const quiet = await terrierHere(['ingest', 'deeds', silent, '--no-events'], harness.env);
    t.equal(quiet.status, 0, quiet.err);
    t.notMatch(quiet.out, /Webhooks/);
    t.same(await eventsOf(key), []);
    const told = await terrierHere(['ingest', 'deeds', loud], harness.env);
    t.equal(told.status, 0, told.err);
    t.match(
      told.out,
      /1 created, 0 updated, 1 unchanged, 0 rejected\nWebhooks: 2 events, 2 deliveries queued\n/,
    );
    t.same(typesOf(await eventsOf(key)), ['parcel.owner_changed', 'parcel.sold']);
    const again = await terrierHere(['ingest', 'deeds', loud, '--json'], harness.env);
    t.match(JSON.parse(again.out), {
      unchanged: 2,
      webhooks: { events: 0, deliveries: 0, over_quota: 0, not_kept: 0 },
    });
  },
);

t.test('a receiver that was down reads the events that it missed, page by page', async (t) => {
  const { key, endpoint } = await watch(parcels('31:109:H-1'));
  const read = (query: string, api = app) => get(key, `/events${query}`, api);
  t.match(await read(''), { data: [], next: '0', has_more: false, kept_since: /Z$/ });
  for (let load = 0; load < 3; load++) {
    const permits = Array.from({ length: 5 }, (_, n) => permit(`page-${load}-${n}`, { parcel_id: 'H-1' }));
    await loadNews(harness, 'permits', permits);
  }
  const all = await read('');
  t.equal(document.answer('get /api/v1/events', 200, all), '', 'as documented');
  t.equal(all.data.length, 15);
  t.equal(all.has_more, false);
  t.same(
    all.data.map(({ permit_number }: Event) => permit_number.slice(5, 6)),
    [...'000001111122222'],
    'oldest first',
  );
  const sent = (await deliveriesOf(key, endpoint.id)).map(({ event_id }) => event_id);
  t.same(all.data.map(({ event_id }: Event) => event_id).sort(), sent.sort(), 'the ids that deliveries have');
  t.notOk('delivery_attempt' in all.data[0]);

  for (const size of [4, 5, 15]) {
    const found: Event[] = [];
    let page = await read(`?limit=${size}`);
    for (let pages = 1; ; pages++) {
      found.push(...page.data);
      t.ok(page.data.length <= size && pages <= 15);
      if (!page.has_more) break;
      page = await read(`?limit=${size}&after=${page.next}`);
    }
    t.same(found, all.data, `pages of ${size}: each once`);
    t.match(
      await read(`?after=${page.next}`),
      { data: [], next: page.next, has_more: false },
      'then nothing',
    );
  }
  await loadNews(harness, 'permits', [permit('page-new', { parcel_id: 'H-1' })]);
  t.match((await read(`?after=${all.next}`)).data, [{ permit_number: 'page-new' }], 'what came since');

  await call(app, 'DELETE', `/api/v1/webhooks/${endpoint.id}`, { key });
  t.equal((await read('')).data.length, 16, 'what a disabled endpoint matched stays');
  const [first] = await harness.database.$client
    .query('SELECT MIN(created_at) AS at FROM webhook_events WHERE event_id IN (?)', [sent])
    .then(([rows]) => rows as { at: Date }[]);
  const at = first!.at.getTime();
  const [inTime, late] = [
    await harness.app({}, () => at + 30 * DAY),
    await harness.app({}, () => at + 31 * DAY),
  ];
  t.equal((await read('', inTime)).data.length, 16, 'for 30 days');
  t.same((await read('', late)).data, [], 'and no longer');
});

const accountOf = async (key: string) =>
  (await listKeys(harness.database)).find(({ prefix }) => key.startsWith(prefix))!;
/** Sets how many of today's events an account has used. */
async function use(key: string, events: number): Promise<void> {
  await harness.database.$client.query(
    'UPDATE webhook_accounts SET quota_used = ?, quota_day = ? WHERE account = ?',
    [events, dayOf(NOON), (await accountOf(key)).account],
  );
}

t.test(
  'deliveries over the day’s quota are kept as dead letters, and retried when quota is left',
  async (t) => {
    const key = await harness.key({ tier: 'pro' });
    const rich = await harness.key();
    const endpoint = await createEndpoint(key, parcels('31:109:Q-1'));
    const second = await createEndpoint(key, {
      url: URL,
      ...parcels('31:109:Q-1'),
      event_types: ['parcel.sold'],
    });
    const other = await createEndpoint(rich, parcels('31:109:Q-1'));
    await use(key, 99_999);
    const report = await loadNews(harness, 'deeds', [deed('quota-1', { parcel_id: 'Q-1' })], { now });
    t.same(report.webhooks, { events: 2, deliveries: 3, over_quota: 2, not_kept: 0 });
    t.same(
      (await deliveriesOf(rich, other.id)).map(({ status }) => status),
      ['pending', 'pending'],
      'others have theirs',
    );
    const mine = [...(await deliveriesOf(key, endpoint.id)), ...(await deliveriesOf(key, second.id))];
    t.same(mine.map(({ status }) => status).sort(), ['dead_lettered', 'dead_lettered', 'pending']);
    const dead = mine.filter(({ status }) => status === 'dead_lettered');
    for (const one of dead) {
      t.match(one, {
        attempt: 0,
        attempts: [],
        next_attempt_at: null,
        last_error: /day’s event quota was used up/,
        last_response_status: null,
      });
    }
    t.equal((await eventsOf(key)).length, 2, 'the events are listed all the same');
    const quota = (await get(key, '/webhooks', noon)).quota.events_per_day;
    t.match(quota, { limit: 100_000, used: 100_000 });
    t.equal(Date.parse(quota.resets_at) % DAY, 0);

    const retry = (one: Event, api = noon) =>
      call(api, 'POST', `/api/v1/webhooks/${one.endpoint_id}/deliveries/${one.id}/retry`, { key });
    const refused = await retry(dead[0]!);
    t.equal(refused.status, 429);
    t.match(refused.json(), { code: 'event_quota', error: /day/ });
    const wait = Number(refused.headers['retry-after']);
    t.ok(Number.isInteger(wait) && wait >= 1 && wait <= 86_400, 'Retry-After: until the day ends');
    t.equal(NOON + wait * 1000, Date.parse(quota.resets_at));
    t.same(
      (await deliveriesOf(key, dead[0]!.endpoint_id)).find(({ id }) => id === dead[0]!.id),
      dead[0],
    );
    const tested = await call(noon, 'POST', `/api/v1/webhooks/${endpoint.id}/test`, { key });
    t.equal(tested.status, 202, 'a test needs no quota');

    const midnight = Date.parse(quota.resets_at);
    const before = await harness.app({}, () => midnight - 1);
    t.equal(
      (await retry(dead[0]!, before)).headers['retry-after'],
      '1',
      'in the last millisecond of the day',
    );
    const after = await harness.app({}, () => midnight);
    t.match((await get(key, '/webhooks', after)).quota.events_per_day, {
      used: 0,
      resets_at: new Date(midnight + DAY).toISOString(),
    });
    const accepted = await retry(dead[0]!, after);
    t.equal(accepted.status, 202, 'the next UTC day');
    t.match(accepted.json(), { id: dead[0]!.id, event_id: dead[0]!.event_id, status: 'pending', attempt: 0 });
    t.equal((await get(key, '/webhooks', after)).quota.events_per_day.used, 1, 'it is counted then');
    t.equal((await retry(dead[0]!, after)).status, 409, 'and only once');
  },
);

t.test('retrying a dead letter that was counted already costs no quota', async (t) => {
  const key = await harness.key({ tier: 'pro' });
  const { id } = await createEndpoint(key, parcels('31:109:Q-2'));
  await loadNews(harness, 'permits', [permit('quota-2', { parcel_id: 'Q-2' })], { now });
  await harness.database.$client.query(
    'UPDATE webhook_deliveries SET state = 6, due_at = NULL WHERE id = ?',
    [deliveryNumber((await deliveriesOf(key, id))[0]!.id)],
  );
  await use(key, 100_000);
  const [dead] = await deliveriesOf(key, id);
  const answer = await call(noon, 'POST', `/api/v1/webhooks/${id}/deliveries/${dead!.id}/retry`, { key });
  t.equal(answer.status, 202);
  t.equal((await get(key, '/webhooks', noon)).quota.events_per_day.used, 100_000);
});

t.test('the quota is that of the best usable key; with no usable key, nothing is sent', async (t) => {
  const key = await harness.key({ tier: 'pro' });
  const { account } = await accountOf(key);
  const better = await harness.key({ tier: 'scale', account });
  await harness.key({ tier: 'license', account, expiresAt: new Date(NOON - 1) });
  const { id } = await createEndpoint(key, parcels('31:109:Q-3'));
  const load = async (number: string) =>
    (await loadNews(harness, 'permits', [permit(number, { parcel_id: 'Q-3' })], { now })).webhooks;
  await use(key, 100_000);
  t.same(await load('best-1'), { events: 1, deliveries: 1, over_quota: 0, not_kept: 0 });
  await deactivateKey(harness.database, (await accountOf(better)).id);
  t.same(
    await load('best-2'),
    { events: 1, deliveries: 0, over_quota: 1, not_kept: 0 },
    'Developer: 100,000',
  );
  await use(key, 0);
  await deactivateKey(harness.database, (await accountOf(key)).id);
  t.same(
    await load('best-3'),
    { events: 1, deliveries: 0, over_quota: 1, not_kept: 0 },
    'no key, no quota: it is kept',
  );
  const free = await harness.key({ tier: 'free', account });
  t.same(
    await load('best-4'),
    { events: 1, deliveries: 0, over_quota: 1, not_kept: 0 },
    'nor with a plan without webhooks',
  );
  const [noPlan, noKey, usedUp] = await deliveriesOf(free, id);
  t.match(noPlan!.last_error, /plan of the account has no webhook events/);
  t.match(noKey!.last_error, /no active API key/);
  t.match(usedUp!.last_error, /day’s event quota was used up/);
  const path = `/api/v1/webhooks/${id}/deliveries/${noKey!.id}/retry`;
  const refused = await call(noon, 'POST', path, { key: free });
  t.match([refused.status, refused.json().code], [403, 'webhooks_not_included']);
  t.equal(
    await count(
      'SELECT COUNT(*) FROM webhook_deliveries d JOIN webhook_endpoints e ON e.id = d.endpoint_id WHERE e.public_id = ?',
      [id],
    ),
    4,
  );
});

t.test('kill -9 between the commit of events and the storing of records, then the same load', async (t) => {
  const few = { WEBHOOK_ENDPOINTS_STARTER: 1, WEBHOOK_EVENTS_STARTER: 10 };
  const settings = { WEBHOOK_ENDPOINTS_STARTER: '1', WEBHOOK_EVENTS_STARTER: '10' };
  const fewer = await harness.app(settings, now);
  const news = tierLimits({ ...harness.config, ...few });
  const rows: [kind: 'deeds' | 'permits', records: number, nth: number, parcel: string][] = [
    ['deeds', 40, 1, 'X-1'],
    ['permits', 5_200, 2, 'X-2'],
  ];
  for (const [kind, records, nth, parcel_id] of rows) {
    const { key, endpoint } = await watch(parcels(`31:109:${parcel_id}`));
    const area = await createEndpoint(key, county('31', '109'));
    const poor = await harness.key({ tier: 'starter' });
    const limited = await makeEndpoint(fewer, poor, { url: URL, ...county('31', '109') });
    active.push([poor, limited.id]);
    const make = kind === 'deeds' ? deed : permit;
    const all = Array.from({ length: records }, (_, n) =>
      make(`crash-${n}`, { parcel_id: n % 100 < 40 ? parcel_id : `${parcel_id}-${n}` }),
    );
    const file = await inputFile(t, `${kind}.ndjson`, ndjson(all));
    const types = kind === 'deeds' ? 2 : 1;
    const proxy = await holdingProxy(t, harness, new RegExp(`-${kind}.*_bulk`), nth);
    const { child, ended } = start(t, harness, ['ingest', kind, file], {
      ...settings,
      ...startsAt(NOON),
      ELASTICSEARCH_URL: proxy.url,
    });
    const result = await Promise.race([proxy.reached, ended]);
    t.equal(result, undefined, `it is about to store ${kind}`);
    child.kill('SIGKILL');
    t.equal((await ended).signal, 'SIGKILL');
    const queued =
      'SELECT COUNT(*) FROM webhook_deliveries d JOIN webhook_endpoints e ON e.id = d.endpoint_id WHERE e.public_id = ?';
    const early = await count(queued, [area.id]);
    t.ok(
      early > 0 && early <= records * types,
      `${early} deliveries were committed, and their records not stored`,
    );

    const report = await loadNews(harness, kind, all, { news, now });
    t.equal(report.error, null);
    t.equal(report.created + report.unchanged, records, 'all records are in');
    t.equal(await count(queued, [limited.id]), 20, 'a quota is sent, and as many are kept');
    t.match((await get(poor, '/usage', fewer)).webhooks.deliveries_not_kept, [
      { deliveries: records * types - 20 },
    ]);
    if (nth === 1) {
      t.equal(early, records * types);
      t.same(report.webhooks, { events: 0, deliveries: 0, over_quota: 0, not_kept: 0 }, 'all had been told');
    } else t.equal(report.webhooks.events, records * types - early, 'what had not been told is');
    const watched = all.filter((record) => record.parcel_id === parcel_id).length;
    t.equal(
      await count(queued, [endpoint.id]),
      watched * types,
      'the parcel’s endpoint: nothing lost, nothing doubled',
    );
    t.equal(await count(queued, [area.id]), records * types, 'the county’s endpoint too');
    t.equal(
      await count(
        `SELECT COUNT(DISTINCT v.event_id) FROM webhook_deliveries d JOIN webhook_endpoints e ON e.id = d.endpoint_id
         JOIN webhook_events v ON v.id = d.event_id WHERE e.public_id = ?`,
        [area.id],
      ),
      records * types,
      'each is another event',
    );
    t.same(
      (await loadNews(harness, kind, all, { now })).webhooks,
      { events: 0, deliveries: 0, over_quota: 0, not_kept: 0 },
      'a third time',
    );
  }
});

t.test('events of MySQL’s absence: the load fails, and the same command sends them all', async (t) => {
  const { key } = await watch(parcels('31:109:Y-1'));
  const before = (await eventsOf(key)).length;
  await eventually(
    'the table is there',
    async () => (await count('SELECT COUNT(*) FROM webhook_events')) > 0,
  );
  await harness.database.$client.query('RENAME TABLE webhook_account_events TO away');
  const records = [deed('away-1', { parcel_id: 'Y-1' })];
  const failed = await loadNews(harness, 'deeds', records);
  await harness.database.$client.query('RENAME TABLE away TO webhook_account_events');
  t.ok(failed.error, 'the load says that it failed');
  t.equal(failed.created, 0, 'and stored nothing that was not told');
  t.equal((await eventsOf(key)).length, before);
  t.equal(
    await count("SELECT COUNT(*) FROM webhook_events WHERE canonical_id = '31:109:Y-1'"),
    0,
    'nothing is half stored',
  );
  t.match(await loadNews(harness, 'deeds', records), {
    created: 1,
    error: null,
    webhooks: { events: 2, deliveries: 2 },
  });
  t.equal((await eventsOf(key)).length, before + 2);
});

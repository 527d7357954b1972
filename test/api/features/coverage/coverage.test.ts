import t from 'tap';
import { NO_FINGERPRINT } from '../../../../src/domain/fingerprint.ts';
import { layerState, noteNext, noteTry } from '../../../../src/stores/mysql/source-layers.ts';
import { call, makeHarness } from '../../../helper.ts';
import { valuesOf } from '../../../listed.ts';

const harness = await makeHarness(t);
let made = 0;
/** Parcels of one county; `known` says which of the three counted keys they have. */
function parcels(
  county_fips: string,
  count: number,
  known: { place?: true; owner?: true; value?: number } = {},
) {
  return Array.from({ length: count }, () => ({
    county_fips,
    parcel_id: `C-${++made}`,
    ...(known.place ? { location: { lat: 40.8, lon: -96.7 } } : {}),
    ...(known.owner ? { owner_name: 'MARLOWE EDITH J' } : {}),
    ...(known.value === undefined ? {} : { total_assessed_value: known.value }),
  }));
}
await harness.load('parcels', [
  ...parcels('31109', 5, { place: true, owner: true, value: 100 }),
  ...parcels('31109', 1, { place: true, value: 0 }),
  ...parcels('31109', 2, { owner: true }),
  ...parcels('31055', 1),
  ...parcels('02016', 2, { place: true, owner: true, value: 1 }),
  ...parcels('02016', 1, { place: true }),
  ...parcels('22071', 3, { value: 0.01 }),
]);
const { app, key } = await harness.api();
const get = (query = '', prefix = '/api/v1') => call(app, 'GET', `${prefix}/coverage${query}`, { key });

/** A row: the state, the county if it is one's, and what is known of its parcels. */
const row = (
  [state_fips, state_name]: [string, string],
  [county_fips, county_name]: [string | null, string | null],
  [parcel_count, geocoded_pct, owner_pct, value_pct]: [number, number, number, number],
) => ({
  state_fips,
  state_name,
  county_fips,
  county_name,
  parcel_count,
  geocoded_pct,
  owner_pct,
  value_pct,
});
const NONE: [null, null] = [null, null];
const ALL_STATES = {
  total_parcels: 15,
  states_covered: 3,
  data: [
    row(['02', 'Alaska'], NONE, [3, 100, 66.7, 66.7]),
    row(['22', 'Louisiana'], NONE, [3, 0, 0, 100]),
    row(['31', 'Nebraska'], NONE, [9, 66.7, 77.8, 55.6]),
  ],
};
const IN_NEBRASKA = {
  total_parcels: 9,
  states_covered: 1,
  data: [
    row(['31', 'Nebraska'], ['31055', 'Douglas County'], [1, 0, 0, 0]),
    row(['31', 'Nebraska'], ['31109', 'Lancaster County'], [8, 75, 87.5, 62.5]),
  ],
};

t.test('coverage lists every state with a parcel, in the order of the codes', async (t) => {
  const answer = await get();
  t.equal(answer.status, 200);
  t.equal(answer.text, JSON.stringify(ALL_STATES), 'keys and rows in their order');
  for (const name of ['limit', 'remaining', 'reset']) {
    t.match(answer.headers[`x-ratelimit-${name}`], /^\d+$/, `x-ratelimit-${name}`);
  }
});

t.test('coverage lists the counties of a state, by code or abbreviation in any case', async (t) => {
  for (const state of ['31', 'NE', 'ne', 'Ne', 'nE']) {
    const answer = await get(`?state=${state}`);
    t.equal(answer.status, 200, state);
    t.equal(answer.text, JSON.stringify(IN_NEBRASKA), state);
  }
  t.match((await get('?state=la')).json().data, [{ county_fips: '22071', county_name: 'Orleans Parish' }]);
  t.match((await get('?state=AK')).json(), { total_parcels: 3, data: [{ county_fips: '02016' }] });
});

t.test('a known state without data is an empty list', async (t) => {
  for (const state of ['06', 'CA', 'pr', '72', 'DC']) {
    const answer = await get(`?state=${state}`);
    t.equal(answer.status, 200, state);
    t.same(answer.json(), { total_parcels: 0, states_covered: 0, data: [] }, state);
  }
});

t.test('a load is visible at once', async (t) => {
  await harness.load('parcels', parcels('31055', 1, { owner: true }));
  const { data, total_parcels } = (await get('?state=NE')).json();
  t.equal(total_parcels, 10);
  t.match(data[0], { county_fips: '31055', parcel_count: 2, owner_pct: 50 });
});

t.test('without a key, coverage is served within the limits of the address', async (t) => {
  const answer = await call(app, 'GET', '/api/v1/coverage');
  t.equal(answer.status, 200);
  t.equal(answer.headers['x-ratelimit-limit'], '60');
});

const sources = (query = '') => call(app, 'GET', `/api/v1/coverage/sources${query}`);
const FIRST = new Date('2026-03-01T03:17:00.000Z');
const LATER = new Date('2026-03-02T03:17:00.000Z');
const NEXT = new Date('2026-03-03T03:17:00.000Z');
const lancaster = { source: 'us-ne-lancaster', layer: 'parcels/0' };
const published = { county_fips: '31109', publisher: 'gis.example.gov' };
const lastLoad = {
  rows: 105_243,
  rejected: 3,
  left_out: [{ columns: ['SALE_AMT'], why: 'It is only a guess.', line: '"sale_price": "SALE_AMT"' }],
  columns: ['PID', 'OWNER'],
  fingerprints: { roll: { ...NO_FINGERPRINT, etag: '"1"' } },
};

t.test('without sources the list is empty', async (t) => {
  const { status, json } = await sources();
  t.equal(status, 200);
  t.same(json(), { data: [] });
});

t.test('a source shows its last load and its last attempt', async (t) => {
  await noteTry(harness.database, lancaster, {
    ...published,
    outcome: 'loaded',
    message: null,
    at: FIRST,
    load: lastLoad,
  });
  await noteTry(harness.database, lancaster, {
    ...published,
    outcome: 'refused',
    message: 'it has shrunk by more than half: /secret/path',
    at: LATER,
  });
  await noteTry(
    harness.database,
    { source: 'us-nh-lebanon', layer: 'deeds/0' },
    { county_fips: '33009', publisher: null, outcome: 'failed', message: 'no answer', at: LATER },
  );
  await noteNext(harness.database, 'us-ne-lancaster', NEXT);
  const { data } = (await sources()).json();
  t.same(data, [
    {
      source: 'us-ne-lancaster',
      kind: 'parcels',
      county_fips: '31109',
      county_name: 'Lancaster County',
      publisher: 'gis.example.gov',
      rows: 105_243,
      rejected: 3,
      left_out: lastLoad.left_out,
      loaded_at: FIRST.toISOString(),
      checked_at: LATER.toISOString(),
      next_at: NEXT.toISOString(),
      outcome: 'refused',
    },
    {
      source: 'us-nh-lebanon',
      kind: 'deeds',
      county_fips: '33009',
      county_name: 'Grafton County',
      publisher: null,
      rows: null,
      rejected: null,
      left_out: [],
      loaded_at: null,
      checked_at: LATER.toISOString(),
      next_at: null,
      outcome: 'failed',
    },
  ]);
  const state = await layerState(harness.database, lancaster);
  t.same(state?.columns, lastLoad.columns, 'what the last load read stays known');
  t.same(state?.fingerprints, lastLoad.fingerprints);
  t.match(state?.message, /shrunk/);
});

t.test('the sources of one state can be listed', async (t) => {
  const { data } = (await sources('?state=NH')).json();
  t.same(valuesOf(data, 'source'), ['us-nh-lebanon']);
  const wrong = await sources('?state=Z');
  t.equal(wrong.status, 400);
  t.match(wrong.json().error, /^state must be/);
});

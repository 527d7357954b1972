import t from 'tap';
import { call, makeHarness } from '../helper.ts';
import { checkError } from '../refusals.ts';
import { body, creating, NEW, type Row } from './creating.ts';
import { EVERY_TYPE } from './support.ts';

const harness = await makeHarness(t);
await harness.load('parcels', [
  { county_fips: '31109', parcel_id: 'ONE' },
  { county_fips: '31109', parcel_id: 'TWO' },
  { county_fips: '31055', parcel_id: 'TWO' },
  { county_fips: '31109', parcel_id: 'THREE' },
  { county_fips: '42101', parcel_id: 'THREE' },
]);
const { app, key } = await harness.api({}, { WEBHOOK_DEV_HOSTS: '' });
const { send, stored, make } = creating(harness, app, key);

const filter = (filter_kind: unknown, filter_value: unknown) => body({ filter_kind, filter_value });
const state = (value: unknown) => filter('state_fips', value);
const inCounty = (value: unknown) => filter('county_fips', value);
const byParcels = (value: unknown) => filter('parcel_ids', value);
const parcels = (parcel_ids: unknown) => byParcels({ parcel_ids });
const county = (state_fips: unknown, county_fips: unknown) => inCounty({ state_fips, county_fips });

const BODIES: Row[] = [
  ['an empty object', '{}', /url is required/],
  ['no url', body({ url: undefined }), /url is required/],
  ['no event_types', body({ event_types: undefined }), /event_types is required/],
  ['no filter_kind', body({ filter_kind: undefined }), /filter_kind is required/],
  ['no filter_value', body({ filter_value: undefined }), /filter_value is required/],
  ['an unknown key', body({ secret: 'whsec_mine' }), /secret is not a known field/],
  ['a key of the record', body({ is_active: false }), /is_active is not a known field/],
  ['a key in camel case', body({ eventTypes: [] }), /eventTypes is not a known field/],
  ['a note that is a number', body({ description: 5 }), /description must be a string/],
  ['a note that is too long', body({ description: 'x'.repeat(501) }), /description must have at most 500/],
  ['a note of too many emoji', body({ description: '🏠'.repeat(501) }), /description must have at most/],
  ['nothing', '', /empty/, 'invalid_json'],
  ['half a body', body({}).slice(0, -1), /not valid JSON/, 'invalid_json'],
  [
    'a nested __proto__ key',
    body({}).replace('"state_fips":', '"__proto__":'),
    /__proto__|state_fips/,
    'invalid_json',
  ],
];

const EVENT_TYPES: Row[] = [
  ['null', body({ event_types: null }), /event_types must be an array/],
  ['a string', body({ event_types: 'parcel.sold' }), /event_types must be an array/],
  ['none', body({ event_types: [] }), /event_types must not be empty/],
  ['an unknown one', body({ event_types: ['parcel.listed'] }), /event_types\.0 must be one of parcel\.sold/],
  [
    'one that is unknown among others',
    body({ event_types: [...EVERY_TYPE, '*'] }),
    new RegExp(`event_types\\.${EVERY_TYPE.length} must be one of`),
  ],
  ['with a space', body({ event_types: ['parcel.sold '] }), /event_types\.0 must be one of/],
  ['a number', body({ event_types: [1] }), /event_types\.0 must be one of/],
  ['a list inside', body({ event_types: [['parcel.sold']] }), /event_types\.0 must be one of/],
  ['10,000 of them', body({ event_types: Array(10_000).fill('parcel.sold') }), /event_types/],
];

/** A field whose name begins with a point is in `filter_value`. */
const within = (names: RegExp) =>
  names.source.startsWith('\\.') ? new RegExp(`filter_value${names.source}`) : names;

const FILTERS: Row[] = [
  ['kind unknown', filter('zip', NEW.filter_value), /filter_kind must be one of/],
  ['kind in capitals', filter('STATE_FIPS', NEW.filter_value), /filter_kind must be one of/],
  ['value null', state(null), /filter_value must be an object/],
  ['value empty', state({}), /\.state_fips is required/],
  ['value with an unknown key', state({ state_fips: '31', zip: '1' }), /\.zip is not a known/],
  ['a state with a county', state({ state_fips: '31', county_fips: '109' }), /\.county_fips/],
  ['a state with parcels', state({ state_fips: '31', parcel_ids: ['31:109:ONE'] }), /\.parcel_ids/],
  ['a county without its state', inCounty({ county_fips: '109' }), /\.state_fips is required/],
  ['a county without itself', inCounty({ state_fips: '31' }), /\.county_fips is required/],
  ['and parcels', inCounty({ state_fips: '31', county_fips: '109', parcel_ids: ['x'] }), /\.parcel_ids/],
  ['parcels without any', byParcels({}), /\.parcel_ids is required/],
  ['parcels with a state', byParcels({ parcel_ids: ['31:109:ONE'], state_fips: '31' }), /\.state_fips/],
  ...['NE', 'ne', 'Nebraska', '3', '031', '31109', '', ' 31', '31 ', '31\n', '3１', '-1', '3.'].map(
    (one): Row => [
      `the state ${JSON.stringify(one)}`,
      state({ state_fips: one }),
      /\.state_fips must be a 2-digit state FIPS code/,
    ],
  ),
  ...[31, null, true, ['31'], { fips: '31' }].map(
    (one): Row => ['no text for a state', state({ state_fips: one }), /\.state_fips must be a string/],
  ),
  ...['00', '03', '07', '57', '99'].map(
    (one): Row => [
      `the unknown state ${one}`,
      state({ state_fips: one }),
      new RegExp(`\\.state_fips .*${one}`),
    ],
  ),
  ...['Lancaster', '9', '19', '0109', '031109', '', '109 ', '１09', '*'].map(
    (code): Row => [
      `the county ${JSON.stringify(code)}`,
      county('31', code),
      /\.county_fips must be a 3-digit county FIPS code/,
    ],
  ),
  ['a county that is a number', county('31', 109), /\.county_fips must be a string/],
  ['a county of another state', county('31', '510'), /\.county_fips .*510/],
  ['all digits of a county of another state', county('31', '29510'), /\.county_fips .*29510/],
  ['all digits of an unknown county', county('31', '31510'), /\.county_fips .*31510/],
  ['a county of an unknown state', county('99', '001'), /\.state_fips .*99/],
  ['a placeholder county', county('31', '000'), /\.county_fips .*000/],
  ['the other placeholder', county('31', '999'), /\.county_fips .*999/],
];

const MANY = Array.from({ length: 1_001 }, (_, n) => `31:109:P-${n}`);
const PARCELS: Row[] = [
  ['a string', parcels('31:109:ONE'), /\.parcel_ids must be an array/],
  ['none', parcels([]), /\.parcel_ids must not be empty/],
  ['1,001', parcels(MANY), /\.parcel_ids .*1000/],
  [
    '1,001 bare numbers, of which none is looked up',
    parcels(Array.from({ length: 1_001 }, (_, n) => `N-${n}`)),
    /\.parcel_ids .*1000/,
  ],
  ['1,000 and one by its bare number', parcels([...MANY.slice(1), 'ONE']), /\.parcel_ids .*1000/],
  ['a number', parcels([1701100000000]), /\.parcel_ids\.0 must be a string/],
  ['a list inside', parcels([['31:109:ONE']]), /\.parcel_ids\.0 must be a string/],
  ['an empty text', parcels(['']), /\.parcel_ids\.0/],
  ['spaces', parcels(['   ']), /\.parcel_ids\.0 cannot be/],
  ['a number of 65 characters', parcels(['x'.repeat(65)]), /\.parcel_ids\.0 cannot be/],
  ['a canonical one of 65 characters', parcels([`31:109:${'x'.repeat(65)}`]), /\.parcel_ids\.0 must/],
  ['NUL', parcels(['31:109:A\0B']), /\.parcel_ids\.0 cannot be/],
  ['a line end', parcels(['31:109:A\nB']), /\.parcel_ids\.0 cannot be/],
  ['half of an emoji', parcels(['31:109:\ud83c']), /\.parcel_ids\.0 cannot be/],
  ['a tab in the third', parcels(['31:109:ONE', '31:109:ONE', 'a\tb']), /\.parcel_ids\.2 cannot be/],
  ['two halves of emoji', parcels(['31:109:\ud83c', '31:109:\ud83d']), /\.parcel_ids\.0 cannot be/],
];

/** Each with what its message must name. */
const UNKNOWN_PARCELS: [what: string, given: string[], names: RegExp][] = [
  ['a number that no parcel has', ['NONE'], /NONE \(no parcel\)/],
  ['a number of two parcels of a state', ['TWO'], /TWO \(several parcels\)/],
  ['a number of parcels of two states', ['THREE'], /THREE \(several parcels\)/],
  ['another case', ['one'], /one \(no parcel\)/],
  ['a prefix', ['ON'], /ON \(no parcel\)/],
  ['a pattern', ['ON*'], /ON\* \(no parcel\)/],
  ['among good ones', ['31:109:ONE', 'ONE', 'NONE', 'TWO'], /NONE \(no parcel\), TWO \(several parcels\)/],
  ['a county that is none', ['31:998:ONE'], /31:998:ONE/],
  ['a placeholder county', ['31:000:ONE'], /31:000:ONE/],
  ['a state that is none', ['99:109:ONE'], /99:109:ONE/],
  ['a county that is none, in five digits', ['31998:ONE'], /31998:ONE/],
  ['no parcel after the county', ['31:109:'], /31:109:/],
  ['a state by its letters', ['NE:109:ONE'], /NE:109:ONE/],
  ['full-width digits', ['３１:109:ONE'], /３１:109:ONE/],
  [
    '12 of them: the first ten are named',
    Array.from({ length: 12 }, (_, n) => `N${n}`),
    /N9 \(no parcel\) and 2 more/,
  ],
  ['the longest number', ['x'.repeat(64)], /x{64} \(no parcel\)/],
];

for (const [title, rows] of Object.entries({
  'bodies that break a rule': BODIES,
  'event types': EVENT_TYPES,
  filters: FILTERS,
  'lists of parcels': PARCELS,
})) {
  t.test(title, async (t) => {
    for (const [what, sent, names, code = 'invalid_parameter', status = 400] of rows)
      checkError(t, await send(sent), status, code, within(names), what);
    t.same(await stored(), [0, 0, 0], 'nothing is stored');
  });
}

t.test('a bare number that does not match exactly one parcel is refused and named', async (t) => {
  for (const [what, given, names] of UNKNOWN_PARCELS)
    checkError(t, await send(parcels(given)), 422, 'ambiguous_parcel', names, what);
  t.same(await stored(), [0, 0, 0], 'nothing is stored');
});

t.test('a query parameter that the route does not know is refused', async (t) => {
  const id = `whe_${'0'.repeat(19)}`;
  const routes: [method: 'GET' | 'POST' | 'DELETE', path: string, body?: string][] = [
    ['POST', '/webhooks', body({})],
    ['GET', '/webhooks'],
    ['GET', `/webhooks/${id}`],
    ['DELETE', `/webhooks/${id}`],
    ['GET', `/webhooks/${id}/deliveries`],
    ['POST', `/webhooks/${id}/deliveries/dlv_1/retry`],
    ['POST', `/webhooks/${id}/test`],
    ['GET', '/events'],
  ];
  for (const [method, path, sent] of routes) {
    for (const name of ['debug', 'phase', 'offset']) {
      const headers = sent ? { 'content-type': 'application/json' } : undefined;
      const answer = await call(app, method, `/api/v1${path}?${name}=1`, { key, body: sent, headers });
      const said = new RegExp(`^${name} is not a known field`);
      checkError(t, answer, 400, 'invalid_parameter', said, `${method} ${path}`);
    }
  }
  t.same(await stored(), [0, 0, 0], 'nothing is stored');
});

t.test('the parameters of the list of events are checked', async (t) => {
  const rows: [query: string, names: RegExp][] = [
    ...['', '-1', '1.5', 'x', '0x10', '1e3', '%201', '1%00', '１', '007', '1000000000000', 'null'].map(
      (after): [string, RegExp] => [`after=${after}`, /after/],
    ),
    ['after=1&after=2', /after/],
    ...['', '0', '-1', '501', '1.5', 'x', '0x10', 'Infinity', '1e999', '9007199254740993'].map(
      (limit): [string, RegExp] => [`limit=${limit}`, /limit/],
    ),
    ['limit=1&limit=2', /limit/],
    ['since=2026-01-01', /since must be a time with a zone/],
    ['since=1969-12-31T23:59:59Z', /since must be a time/],
    ['event_type=parcel.burnt', /event_type must be/],
    ['canonical_id=R-1', /canonical_id must be the id of a parcel/],
    ['until=2026-01-01T00:00:00Z', /until is not a known field/],
  ];
  for (const [query, names] of rows) {
    const url = `/api/v1/events?${encodeURI(query).replaceAll('%25', '%')}`;
    checkError(t, await call(app, 'GET', url, { key }), 400, 'invalid_parameter', names, query);
  }
  for (const query of ['after=0', 'after=999999999999', 'limit=1', 'limit=500', 'after=1&limit=5']) {
    t.equal((await call(app, 'GET', `/api/v1/events?${query}`, { key })).status, 200, query);
  }
});

t.test('values just inside each rule create endpoints', async (t) => {
  const good: [string, Record<string, unknown>][] = [
    ['a note of 500 emoji', { description: '🏠'.repeat(500) }],
    ['a territory', { filter_value: { state_fips: '72' } }],
    ['a city alone', { filter_kind: 'county_fips', filter_value: { state_fips: '29', county_fips: '510' } }],
    ['spaces around a parcel', { filter_kind: 'parcel_ids', filter_value: { parcel_ids: [' 31:109:ONE '] } }],
    [
      'the longest parcel',
      { filter_kind: 'parcel_ids', filter_value: { parcel_ids: [`31:109:${'é'.repeat(64)}`] } },
    ],
    ['64 emoji', { filter_kind: 'parcel_ids', filter_value: { parcel_ids: [`31:109:${'🏠'.repeat(64)}`] } }],
    ['a colon in the number', { filter_kind: 'parcel_ids', filter_value: { parcel_ids: ['31:109:A:1'] } }],
    [
      'parcels that differ in case',
      { filter_kind: 'parcel_ids', filter_value: { parcel_ids: ['31:109:a', '31:109:A'] } },
    ],
  ];
  for (const [what, changes] of good) await make(t, what, changes);
  t.equal((await send(body({}), 'application/json; charset=utf-8')).status, 201);
});

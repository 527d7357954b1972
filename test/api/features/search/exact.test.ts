import fc from 'fast-check';
import t from 'tap';
import { call, makeHarness } from '../../../helper.ts';
import { choices, runsOf, seedOf } from '../../../seed.ts';
import {
  ALL_ORDERS,
  ORDERS,
  type Request,
  type Row,
  SORTS,
  searcher,
  slowSearch,
  sortValue,
  storedRows,
} from './slow-search.ts';

const SEED = seedOf(20260131);
t.comment(`seed ${SEED}`);

/** Owners, each with its type. */
const OWNERS: [string | null, string | null][] = [
  ['MARLOWE EDITH J', 'individual'],
  ['PRAIRIE WREN HOLDINGS LLC', 'llc'],
  ['HARROW TOOL INC', 'corporation'],
  ['QUILLER FAMILY LIVING TRUST', 'trust'],
  ['CITY OF LINCOLN', 'government'],
  ['BRINDLE PARTNERS LP', 'other'],
  [null, null],
];
const ZONINGS = ['Residential', 'RESIDENTIAL', 'residential', 'COMMERCIAL', 'Industrial', 'mixed', null];
const VALUES = [0, 0.01, 100_000, 250_000.5, 16_777_216, 16_777_217, 9_999_999_999.99];
const ACRES = [0, 0.1, 0.3, 0.1 + 0.2, 640];
const FLOORS = [0, 850, 1_840.5, 16_777_217, 1e10];
const ROOMS = [0, 1, 1.5, 1.75, 2, 3, 12];
/** The first and last day of a year, a leap day, and days before 1970. */
const DAYS = [
  '1700-01-01',
  '1898-12-31',
  '1969-12-31',
  '1970-01-01',
  '2016-02-29',
  '2019-12-31',
  '2020-01-01',
];
/** A day from 1985 to 2020, for a number from 0 to 1. */
const anyDay = (share: number) =>
  new Date(Date.UTC(1985, 0, 1 + Math.floor(share * 13_000))).toISOString().slice(0, 10);
const LOTS = [0, 4_356, 9_148.5, 16_777_217, 1e10];
const UNITS = [0, 1, 2, 4, 100_000, null];
const TAX_YEARS = [1999, 2024, 2025, null];
/** With words inside other words, and punctuation between them. */
const USES = ['Single Family', 'SINGLE-FAMILY RESIDENTIAL', 'Family Farm', 'Multifamily (3+)', null];
const PERMITS = ['1969-12-31', '2019-12-31', '2020-01-01', null];
const EAST_LAT = 51.5;
/** Points on and beside the antimeridian. */
const DATE_LINE = [180, -180, 179.999999, -179.999999, 179.5, -179.5];

const { pick, random, whole } = choices(SEED);
const grid = (low: number, step: number) => Number((low + step / 100).toFixed(2));
const STEPS = 20;
const SOUTH = 40.7;
const WEST = -96.8;

/** A box, and points on its four edges, where the first parcels are. */
const BOX = { north: 40.8, south: 40.75, east: -96.7, west: -96.75 };
const ON_EDGES = Array.from({ length: 6 }, (_, step) => step).flatMap((step) => [
  { lat: BOX.north, lon: grid(BOX.west, step) },
  { lat: BOX.south, lon: grid(BOX.west, step) },
  { lat: grid(BOX.south, step), lon: BOX.east },
  { lat: grid(BOX.south, step), lon: BOX.west },
]);

function place(number: number): { county_fips: string; location: Row['location'] } {
  const onEdge = ON_EDGES[number];
  if (onEdge) return { county_fips: '31109', location: onEdge };
  const kind = random();
  if (kind < 0.08) return { county_fips: '31109', location: null };
  if (kind < 0.14) return { county_fips: '02016', location: { lat: EAST_LAT, lon: pick(DATE_LINE) } };
  if (kind < 0.2) {
    const location = random() < 0.5 ? { lat: 51.88, lon: -176.65 } : { lat: 52.85, lon: 173.2 };
    return { county_fips: '02016', location };
  }
  const location = { lat: grid(SOUTH, whole(0, STEPS)), lon: grid(WEST, whole(0, STEPS)) };
  // Some are about 0.1 m off their grid point.
  if (kind > 0.9) location.lat += pick([1e-6, -1e-6]);
  else if (kind > 0.8) location.lon += pick([1e-6, -1e-6]);
  return { county_fips: '31109', location };
}

/** One parcel as it is loaded, and as a search sees it. */
function makeParcel(number: number) {
  const { county_fips, location } = place(number);
  const parcel_id = `S-${number}`;
  const [owner_name, entity_type] = pick(OWNERS);
  const zoning_category = pick(ZONINGS);
  const total_assessed_value =
    random() < 0.1 ? null : random() < 0.4 ? pick(VALUES) : whole(0, 90_000_000) / 100;
  const sale_price = random() < 0.35 ? null : random() < 0.5 ? pick([1, 500, 200_000]) : whole(1, 800_000);
  const acreage = random() < 0.2 ? null : random() < 0.4 ? pick(ACRES) : whole(0, 50_000) / 10_000;
  const building_sqft = random() < 0.3 ? null : random() < 0.5 ? pick(FLOORS) : whole(400, 6_000);
  const bedrooms = random() < 0.3 ? null : pick(ROOMS);
  const bathrooms = random() < 0.3 ? null : pick(ROOMS);
  const sale_date = random() < 0.3 ? null : random() < 0.4 ? pick(DAYS) : anyDay(random());
  // Each of the two areas follows from the other.
  const lot_sqft = acreage === null ? null : pick(LOTS);
  const units = pick(UNITS);
  const tax_year = pick(TAX_YEARS);
  // A use without a zoning would give the parcel one.
  const land_use = zoning_category === null ? null : pick(USES);
  const zip = pick(['68001', '68001-1234', '68333']);
  const city = pick(zip === '68333' ? ['Wilber', 'WILBER'] : ['Wilber', 'WILBER', 'Crete']);
  const last_permit = pick(PERMITS);
  const year_built = random() < 0.4 ? 1978 : random() < 0.15 ? null : whole(1850, 2020);
  const mail = pick(['here', 'other state', 'other street', 'unknown'] as const);
  const mailing = {
    here: { mailing_address: `${number} Elder Ln`, mailing_city: 'Wilber', mailing_zip: '68001' },
    'other state': { mailing_address: '9 Pier Rd', mailing_city: 'Reno', mailing_state: 'NV' },
    'other street': { mailing_address: '77 Quarry Rd', mailing_city: 'Wilber', mailing_zip: '68001' },
    unknown: {},
  }[mail];
  const record = {
    county_fips,
    parcel_id,
    street: `${number} Elder Ln`,
    city,
    zip,
    ...(location ? { location } : {}),
    owner_name,
    ...mailing,
    zoning_category,
    total_assessed_value,
    land_value: random() < 0.3 ? null : whole(0, 100_000),
    improvement_value: random() < 0.3 ? null : whole(0, 300_000),
    sale_price,
    sale_date,
    acreage,
    year_built,
    building_sqft,
    bedrooms,
    bathrooms,
    lot_sqft,
    units,
    tax_year,
    land_use,
  };
  const permit = last_permit !== null && {
    county_fips,
    parcel_id,
    permit_number: `N-${number}`,
    filed_date: last_permit,
  };
  const row: Row = {
    id: `${county_fips}:${parcel_id}`,
    location,
    zoning_category: zoning_category?.toLowerCase() ?? null,
    entity_type,
    absentee_owner: mail === 'unknown' ? null : mail !== 'here',
    total_assessed_value,
    sale_price,
    acreage,
    year_built,
    deal_score: null,
    building_sqft,
    bedrooms,
    bathrooms,
    sale_date,
    out_of_state_owner: mail === 'other state',
    lot_sqft,
    units,
    tax_year,
    county_fips,
    address_words: [
      `${number}`,
      'ELDER',
      'LANE',
      city.toUpperCase(),
      county_fips === '02016' ? 'AK' : 'NE',
      ...zip.split('-'),
    ],
    city,
    zip,
    land_use,
    owner_name,
    last_permit,
  };
  return { record, row, permit };
}

const ROWS = 900;
const harness = await makeHarness(t);
const parcels = Array.from({ length: ROWS }, (_, number) => makeParcel(number));
const report = await harness.load(
  'parcels',
  parcels.map(({ record }) => record),
);
await harness.load(
  'permits',
  parcels.flatMap(({ permit }) => permit || []),
);
/** The deal scores are those stored: other tests check their rule. */
const scores = new Map(
  (await storedRows(harness.client, `${harness.config.INDEX_PREFIX}-parcels`)).map(({ id, deal_score }) => [
    id,
    deal_score,
  ]),
);
const rows = parcels.map(({ row }) => ({ ...row, deal_score: scores.get(row.id)! }));
const app = await harness.app();
const key = await harness.key({ tier: 'license' });
const search = searcher(app, key);

const WORLD = { north: 90, south: -90, east: 180, west: -180 };
const LINCOLN = { north: 41, south: 40, east: -96, west: -97 };
const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id);

/** Every page of a search, in order. */
async function allPages(request: Request, limit = 500) {
  const found: string[] = [];
  let total = 0;
  for (let offset = 0; offset <= rows.length; offset += limit) {
    const page = await search({ ...request, limit, offset });
    total = page.total;
    found.push(...page.ids);
    if (page.ids.length < limit) break;
  }
  return { ids: found, total };
}

/** Filters of all kinds; the first keeps everything, the last uses all of them. */
const FILTERS: NonNullable<Request['filters']>[] = [
  {},
  { zoningCategories: ['residential'] },
  { zoningCategories: ['COMMERCIAL', 'Mixed', 'vacant'] },
  { ownerTypes: ['llc', 'trust'] },
  { ownerTypes: ['individual'], absenteeOnly: true },
  { absenteeOnly: true },
  { absenteeOnly: false },
  { valueRange: { min: 100_000 } },
  { valueRange: { max: 250_000.5 } },
  { valueRange: { min: 16_777_217, max: 16_777_217 } },
  { valueRange: { min: 0, max: 0 } },
  { valueRange: {} },
  { yearBuiltRange: { min: 1978, max: 1978 } },
  { yearBuiltRange: { max: 1977 } },
  { acreageRange: { min: 0.1 + 0.2, max: 0.1 + 0.2 } },
  { acreageRange: { min: 0.3, max: 1 } },
  { buildingSqftRange: { min: 1_840.5, max: 1_840.5 } },
  { buildingSqftRange: { min: 16_777_217 } },
  { bedroomsRange: { min: 2, max: 3 } },
  { bedroomsRange: { max: 0 } },
  { bathroomsRange: { min: 1.5, max: 1.75 } },
  { bathroomsRange: { min: 1.51, max: 1.74 } },
  { salePriceRange: { min: 500, max: 200_000 } },
  { salePriceRange: { max: 1 } },
  { saleDateRange: { min: '2020-01-01' } },
  { saleDateRange: { max: '1969-12-31' } },
  { saleDateRange: { min: '2016-02-29', max: '2016-02-29' } },
  { saleDateRange: { min: '2019-12-31', max: '2020-01-01' } },
  { saleDateRange: { min: '0001-01-01', max: '9999-12-31' } },
  { saleDateRange: {} },
  { outOfStateOnly: true },
  { lotSqftRange: { min: 9_148.5, max: 9_148.5 } },
  { lotSqftRange: { min: 16_777_217 } },
  { unitsRange: { min: 100_000 } },
  { unitsRange: { max: 0 } },
  { taxYearRange: { min: 2024, max: 2024 } },
  { countyFips: '02016' },
  { countyFips: '31109', stateFips: '31' },
  { countyFips: '31109', stateFips: '02' },
  { stateFips: '02' },
  { zip: '68001' },
  { zip: '68002' },
  { city: 'wilber', stateFips: '31' },
  { city: 'Wilb' },
  { address: '12 elder' },
  { address: 'elder l crete' },
  { address: '68001 ne' },
  { ownerName: 'fam qui' },
  { ownerName: 'lincoln, city' },
  { ids: ['31109:S-1', '31109:S-2', '02016:S-3', '31109:nobody'] },
  { landUse: 'family' },
  { landUse: 'family single' },
  { landUse: 'famil' },
  { landUse: '3+ MULTIFAMILY' },
  { permitSince: '2020-01-01' },
  { permitSince: '1900-01-01' },
  { located: false },
  { located: true },
  {
    zoningCategories: ['Residential', 'industrial'],
    ownerTypes: ['individual', 'llc', 'other', 'government'],
    absenteeOnly: true,
    valueRange: { min: 1_000, max: 800_000 },
    yearBuiltRange: { min: 1900, max: 1990 },
    acreageRange: { min: 0, max: 4 },
    buildingSqftRange: { min: 500, max: 5_000 },
    bedroomsRange: { min: 1 },
    bathroomsRange: { max: 3 },
    salePriceRange: { min: 1 },
    saleDateRange: { min: '1900-01-01', max: '2019-12-31' },
  },
];

t.test('the rows have the values that are hard to page', async (t) => {
  t.match(report, { created: rows.length, rejected: 0 });
  for (const sort of SORTS) {
    const nulls = rows.filter((row) => sortValue(row, sort) === null).length;
    t.ok(nulls > 50 && nulls < rows.length / 2, `${nulls} rows without ${sort}`);
  }
  const most = rows.filter((row) => row.year_built === 1978).length / rows.length;
  t.ok(most > 0.37 && most < 0.5, `${most} of the rows share one year`);
});

for (const { sort, order } of ALL_ORDERS) {
  t.test(`sort ${sort ?? 'none'} ${order}: every row is in its place`, async (t) => {
    // Every filter in one order; in the others, filters that keep many rows, none and some.
    const all = sort === 'assessed_value' && order === 'desc';
    for (const filters of all ? FILTERS : [FILTERS[0]!, { valueRange: { min: 1e9 } }, FILTERS.at(-1)!]) {
      const request: Request = { bounds: WORLD, filters, sort, order };
      const expected = ids(slowSearch(rows, request));
      const found = await allPages(request);
      t.equal(found.total, expected.length, `total of ${JSON.stringify(filters)}`);
      t.same(found.ids, expected, `rows of ${JSON.stringify(filters)}`);
    }
  });
}

t.test('what is left out has its documented default', async (t) => {
  const page = await search({ bounds: WORLD });
  t.match(page, { limit: 100, offset: 0 });
  t.same(page.ids, ids(slowSearch(rows, { bounds: WORLD })).slice(0, 100));
  const sorted = await search({ bounds: WORLD, sort: 'acreage' });
  t.same(sorted.ids, ids(slowSearch(rows, { bounds: WORLD, sort: 'acreage', order: 'desc' })).slice(0, 100));
});

t.test('a row of a page is the parcel as its own route returns it', async (t) => {
  const page = await search({ bounds: WORLD, limit: 5 });
  for (const row of page.data) {
    const answer = await call(app, 'GET', `/api/v1/parcels/${encodeURIComponent(String(row.id))}`, { key });
    t.equal(answer.text, JSON.stringify(row));
  }
});

t.test('pages of any size add up to the whole', async (t) => {
  for (const limit of [1, 7, 64, 499]) {
    const bounds = limit < 64 ? { north: 40.8, south: 40.75, east: -96.7, west: -96.75 } : LINCOLN;
    const request: Request = { bounds, sort: 'year_built', order: 'desc' };
    const expected = ids(slowSearch(rows, request));
    const found = await allPages(request, limit);
    t.equal(new Set(found.ids).size, found.ids.length, `no row twice in pages of ${limit}`);
    t.same(found.ids, expected, `no gap in pages of ${limit}`);
  }
});

const corner = fc.tuple(fc.integer({ min: 0, max: STEPS }), fc.integer({ min: 0, max: STEPS }));
const boxes: fc.Arbitrary<Request['bounds']> = fc.oneof(
  fc.tuple(corner, corner).map(([[a, b], [c, d]]) => ({
    south: grid(SOUTH, Math.min(a, c)),
    north: grid(SOUTH, Math.max(a, c)),
    west: grid(WEST, Math.min(b, d)),
    east: grid(WEST, Math.max(b, d)),
  })),
  fc
    .tuple(fc.constantFrom(...DATE_LINE, 173.2, -176.65), fc.constantFrom(...DATE_LINE, 173.2, -176.65))
    .map(([west, east]) => ({ north: 52.85, south: EAST_LAT, west, east })),
  fc.constantFrom(WORLD, LINCOLN),
);
const rangeOf = <V extends number | string>(values: fc.Arbitrary<V>) =>
  fc.oneof(
    values.map((min) => ({ min })),
    values.map((max) => ({ max })),
    fc.tuple(values, values).map(([a, b]) => (a > b ? { min: b, max: a } : { min: a, max: b })),
  );
const FILTER_VALUES = {
  zoningCategories: fc.subarray(['residential', 'Commercial', 'INDUSTRIAL', 'mixed', 'other'], {
    minLength: 1,
  }),
  ownerTypes: fc.subarray(['individual', 'corporation', 'llc', 'trust', 'government', 'other'], {
    minLength: 1,
  }),
  outOfStateOnly: fc.boolean(),
  lotSqftRange: rangeOf(fc.constantFrom(...LOTS)),
  unitsRange: rangeOf(fc.integer({ min: 0, max: 5 })),
  taxYearRange: rangeOf(fc.integer({ min: 1998, max: 2026 })),
  countyFips: fc.constantFrom('31109', '02016', '31055'),
  stateFips: fc.constantFrom('31', '02', '06'),
  zip: fc.constantFrom('68001', '68333', '99999'),
  city: fc.constantFrom('wilber', 'CRETE', 'Lincoln'),
  address: fc.constantFrom('elder', '1 elder l', '7', 'wil', '19 crete', '1234'),
  ownerName: fc.constantFrom('l', 'llc wren', 'edith marlowe j', 'nobody', 'h'),
  ids: fc.array(
    fc.integer({ min: 0, max: ROWS + 50 }).map((number) => `31109:S-${number}`),
    { minLength: 1, maxLength: 300 },
  ),
  landUse: fc.constantFrom('single', 'residential family', 'farm', 'fam'),
  permitSince: fc.oneof(fc.constantFrom(...DAYS), fc.constantFrom('2019-12-31', '2020-01-01', '2020-01-02')),
  located: fc.boolean(),
  absenteeOnly: fc.boolean(),
  valueRange: rangeOf(fc.oneof(fc.constantFrom(...VALUES), fc.integer({ min: 0, max: 1_000_000 }))),
  yearBuiltRange: rangeOf(fc.integer({ min: 1850, max: 2020 })),
  acreageRange: rangeOf(fc.oneof(fc.constantFrom(...ACRES), fc.double({ min: 0, max: 6, noNaN: true }))),
  buildingSqftRange: rangeOf(fc.oneof(fc.constantFrom(...FLOORS), fc.integer({ min: 0, max: 6_000 }))),
  bedroomsRange: rangeOf(fc.oneof(fc.constantFrom(...ROOMS), fc.double({ min: 0, max: 6, noNaN: true }))),
  bathroomsRange: rangeOf(fc.constantFrom(...ROOMS)),
  salePriceRange: rangeOf(fc.oneof(fc.constantFrom(1, 500, 200_000), fc.integer({ min: 0, max: 900_000 }))),
  saleDateRange: rangeOf(
    fc.oneof(fc.constantFrom(...DAYS), fc.double({ min: 0, max: 1, noNaN: true }).map(anyDay)),
  ),
};
/** A few at a time: with all of them nothing would be found. */
const filterSets = fc
  .subarray(Object.entries<fc.Arbitrary<unknown>>(FILTER_VALUES), { maxLength: 3 })
  .chain((some) => fc.record(Object.fromEntries(some))) as fc.Arbitrary<NonNullable<Request['filters']>>;
const isAnywhere = ({ countyFips, stateFips, zip, ids }: NonNullable<Request['filters']>) =>
  [countyFips, stateFips, zip, ids].some((filter) => filter !== undefined);
const inRegions: fc.Arbitrary<Request> = fc.record(
  {
    bounds: boxes,
    filters: filterSets,
    sort: fc.constantFrom(...SORTS),
    order: fc.constantFrom(...ORDERS),
    limit: fc.oneof(fc.constantFrom(1, 2, 100, 500), fc.integer({ min: 1, max: 500 })),
    offset: fc.oneof(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: ROWS + 50 })),
  },
  { requiredKeys: ['bounds'] },
);
/** Half of those that need no region have none. */
const requests = fc
  .tuple(inRegions, fc.boolean())
  .map(
    ([{ bounds, ...rest }, keep]): Request =>
      keep || !rest.filters || !isAnywhere(rest.filters) ? { bounds, ...rest } : rest,
  );

t.test('any search returns the page that the plain computation returns', async (t) => {
  await fc.assert(
    fc.asyncProperty(requests, async (request) => {
      const expected = slowSearch(rows, request);
      const { limit = 100, offset = 0 } = request;
      const page = await search(request);
      const same =
        page.total === expected.length &&
        page.limit === limit &&
        page.offset === offset &&
        JSON.stringify(page.ids) === JSON.stringify(ids(expected.slice(offset, offset + limit)));
      if (!same)
        throw new Error(`${page.total} rows, expected ${expected.length}; page of ${page.ids.length}`);
    }),
    { seed: SEED, numRuns: runsOf(250) },
  );
  t.pass('searches');
});

t.test('searches answered at the same time do not mix', async (t) => {
  const asked = fc.sample(requests, { seed: SEED + 1, numRuns: runsOf(120) });
  const pages = await Promise.all(asked.map(search));
  const mixed = asked.filter((request, at) => {
    const { limit = 100, offset = 0 } = request;
    const expected = ids(slowSearch(rows, request).slice(offset, offset + limit));
    return JSON.stringify(pages[at]!.ids) !== JSON.stringify(expected);
  });
  t.same(mixed, []);
});

t.test('all four edges of a box belong to it, and what is 0.1 m outside does not', async (t) => {
  const point = (at: { lat: number; lon: number }) => ({
    north: at.lat,
    south: at.lat,
    east: at.lon,
    west: at.lon,
  });
  const inner = await search({ bounds: BOX, limit: 500 });
  for (const { id } of rows.slice(0, ON_EDGES.length)) t.ok(inner.ids.includes(id), `${id} on the edge`);
  t.equal(inner.total, slowSearch(rows, { bounds: BOX }).length);
  const shrunk = { north: 40.799999, south: 40.750001, east: -96.700001, west: -96.749999 };
  const expected = slowSearch(rows, { bounds: shrunk });
  t.equal((await search({ bounds: shrunk })).total, expected.length, 'just inside of the edges');
  for (const { location } of rows.filter((row) => row.location).slice(0, 60)) {
    const bounds = point(location!);
    t.equal((await search({ bounds })).total, slowSearch(rows, { bounds }).length, 'a box of one point');
  }
});

t.test('boxes at and across the antimeridian find what is in them', async (t) => {
  const at = (west: number, east: number) => ({ north: 53, south: 51, west, east });
  const cases: [string, Request['bounds']][] = [
    ['across it', at(170, -170)],
    ['nearly the whole globe, across it', at(-96, -96.0000001)],
    ['from it eastwards', at(-180, -170)],
    ['up to it', at(170, 180)],
    ['180 alone', at(180, 180)],
    ['-180 alone', at(-180, -180)],
    ['from 180 across to -180', at(180, -180)],
    ['a narrow one across it', at(179.999999, -179.999999)],
    ['the whole globe', at(-180, 180)],
    ['Adak', at(-177, -176)],
    ['Attu, not Adak', at(173, 174)],
    ['everything but a strip without the line', at(-170, 170)],
  ];
  for (const [name, bounds] of cases) {
    const expected = slowSearch(rows, { bounds });
    const found = await allPages({ bounds });
    t.equal(found.total, expected.length, `${name}: ${expected.length} rows`);
    t.same(found.ids, ids(expected), name);
  }
});

t.test('parcels without a location are in no box', async (t) => {
  const { total } = await search({ bounds: WORLD });
  t.equal(total, rows.filter((row) => row.location !== null).length);
});

t.test('ranges far beyond every value are answered like any other', async (t) => {
  const cases: NonNullable<Request['filters']>[] = [
    { valueRange: { min: 1e300 } },
    { valueRange: { max: -1e300 } },
    { valueRange: { min: -1e300, max: 1e300 } },
    { valueRange: { min: -0, max: 0 } },
    { acreageRange: { min: 5e-324 } },
    { yearBuiltRange: { min: 32_768 } },
    { yearBuiltRange: { min: -32_769, max: 32_768 } },
    { yearBuiltRange: { max: 3_000_000_000 } },
    { yearBuiltRange: { min: -3_000_000_000 } },
    { yearBuiltRange: { min: 9_007_199_254_740_991 } },
    { yearBuiltRange: { min: -1e300, max: 1e300 } },
    { bedroomsRange: { min: 1e300 } },
    { bathroomsRange: { min: -1e300, max: 1e300 } },
    { buildingSqftRange: { max: -5e-324 } },
    { salePriceRange: { min: -1e300, max: 1e300 } },
    { saleDateRange: { min: '0000-01-01' } },
    { saleDateRange: { min: '9999-12-31' } },
    { saleDateRange: { max: '0000-02-29' } },
  ];
  for (const filters of cases) {
    const answer = await call(app, 'POST', '/v1/search', { key, body: { bounds: WORLD, filters } });
    t.equal(answer.status, 200, JSON.stringify(filters));
    t.equal(
      answer.json().total,
      slowSearch(rows, { bounds: WORLD, filters }).length,
      JSON.stringify(filters),
    );
  }
});

t.test('a page after the last row is empty and has the total', async (t) => {
  const { total } = await search({ bounds: LINCOLN });
  for (const offset of [total, total + 1, 9_500, 10_000, 1e15, Number.MAX_SAFE_INTEGER]) {
    for (const sort of [undefined, 'year_built'] as const) {
      const page = await search({ bounds: LINCOLN, sort, offset });
      t.match(page, { ids: [], total, limit: 100, offset }, `offset ${offset} by ${sort ?? 'no sort'}`);
    }
  }
  const nothing = { north: 0, south: 0, east: 0, west: 0 };
  t.match(await search({ bounds: nothing }), { ids: [], total: 0 });
  t.match(await search({ bounds: nothing, offset: 1e6, sort: 'acreage' }), { ids: [], total: 0 });
});

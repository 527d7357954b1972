import t from 'tap';
import { call, makeHarness } from '../../../helper.ts';
import { each } from '../../../listed.ts';

const PARCEL_KEYS = each(
  `id county_fips parcel_id canonical_id state_fips state county_name address street unit city zip
  location has_outline owner_name owner_name_2 owner_id entity_type entity_class mailing_address mailing_city mailing_state
  mailing_zip mailing_country absentee_owner out_of_state_owner total_assessed_value land_value improvement_value
  market_value tax_year tax_amount land_use_code land_use zoning zoning_category acreage lot_sqft building_sqft
  year_built bedrooms bathrooms stories units sale_price sale_date sale_arms_length latest_grantee latest_deed_date deal_score deal_score_parts source
  source_date updated_at`,
);
const PERMIT_KEYS = each(
  `id county_fips parcel_id permit_id permit_number permit_type permit_status filed_date issued_date
  description estimated_cost contractor_name contractor_license applicant_name jurisdiction_id work_class status_raw
  completed_date expires_date contractor_id location source updated_at`,
);
const DEED_KEYS = each(
  `id county_fips parcel_id sale_date sale_price_usd grantor grantee recorded_date is_arm_length
  document_type document_number prior_owner new_owner is_sale book page document_type_raw arm_length_reasons
  usable_for_stats parcel_count days_on_market source updated_at`,
);
const HAZARD_KEYS = ['score', 'rating', 'source', 'as_of', 'geography'];

// biome-ignore lint/suspicious/noExplicitAny: an answer is looked into at any depth
type Json = Record<string, any>;
const LANCASTER = '31109';
const DOUGLAS = '31055';

const harness = await makeHarness(t);
const app = await harness.app();
const key = await harness.key();

/** Asks under both prefixes, which must answer alike; every 200 has the caller's limits. */
async function get(id: string, part = '') {
  const path = `/parcels/${encodeURIComponent(id)}${part}`;
  const answer = await call(app, 'GET', `/api/v1${path}`, { key });
  const short = await call(app, 'GET', `/v1${path}`, { key });
  const same = short.status === answer.status && (answer.status !== 200 || short.text === answer.text);
  if (!same)
    throw new Error(`/v1${path}: ${short.status} ${short.text}, /api/v1: ${answer.status} ${answer.text}`);
  for (const { status, headers } of [answer, short]) {
    for (const name of ['limit', 'remaining', 'reset']) {
      const value = headers[`x-ratelimit-${name}`];
      if (status === 200 && !/^\d+$/.test(String(value)))
        throw new Error(`${path}: x-ratelimit-${name} ${value}`);
    }
    if (!/^application\/json/.test(String(headers['content-type']))) throw new Error(`${path}: not JSON`);
  }
  return answer;
}
async function json(id: string, part = ''): Promise<Json> {
  const answer = await get(id, part);
  if (answer.status !== 200) throw new Error(`${id}${part}: ${answer.status} ${answer.text}`);
  return answer.json();
}

const FULL = {
  county_fips: LANCASTER,
  parcel_id: '01-09-109',
  street: '1200 N Oak St',
  unit: 'Apt 4',
  city: 'Lincoln',
  zip: '68508',
  location: { lat: 40.8136, lon: -96.7026 },
  owner_name: 'Oak Street Holdings LLC',
  owner_name_2: 'Wren Edith',
  mailing_address: 'PO Box 12',
  mailing_city: 'Reno',
  mailing_state: 'nv',
  mailing_zip: '89501',
  total_assessed_value: 265_000,
  land_value: 60_000,
  improvement_value: 205_000,
  market_value: 280_000,
  tax_year: 2025,
  tax_amount: 4_210.5,
  land_use_code: 'R1',
  land_use: 'Single Family',
  zoning: 'R-4',
  zoning_category: 'Residential',
  acreage: 0.21,
  building_sqft: 1_840,
  year_built: 1964,
  bedrooms: 3,
  bathrooms: 1.5,
  stories: 2,
  units: 1,
  sale_price: 241_000,
  sale_date: '2019-06-14',
  source: 'made-up',
  source_date: '2025-01-02',
};
const FULL_ID = `${LANCASTER}:${FULL.parcel_id}`;
const BARE_ID = `${LANCASTER}:bare`;

/** Parcel numbers as counties write them, and worse. */
const ODD_NUMBERS = [
  '12 34-5',
  ...each(
    String.raw`7/8/9 A#1 100% A%2F1 A%252F1 50%zz a+b a&b=c?d;e a:b:c .. ../x .1 a\b "q" o'k <b> {1} * _source`,
  ),
  ...['Ñandú-7', 'é', '漢字', '🏠1', 'x'.repeat(64), '🏠'.repeat(64)],
];

await harness.load('parcels', [
  FULL,
  { county_fips: LANCASTER, parcel_id: 'bare' },
  ...ODD_NUMBERS.map((parcel_id) => ({ county_fips: LANCASTER, parcel_id, street: `${parcel_id} ROAD` })),
]);

t.test('a parcel has every key in order, whatever is known of it', async (t) => {
  for (const id of [FULL_ID, BARE_ID]) t.same(Object.keys(await json(id)), PARCEL_KEYS, id);
});

t.test('a parcel is returned as it was loaded and derived', async (t) => {
  const parcel = await json(FULL_ID);
  t.match(parcel, {
    id: FULL_ID,
    county_fips: LANCASTER,
    canonical_id: '31:109:01-09-109',
    state_fips: '31',
    state: 'NE',
    county_name: 'Lancaster County',
    location: { lat: 40.8136, lon: -96.7026 },
    owner_name: 'Oak Street Holdings LLC',
    entity_type: 'llc',
    entity_class: 'LLC',
    mailing_state: 'NV',
    mailing_country: null,
    absentee_owner: true,
    out_of_state_owner: true,
    zoning_category: 'residential',
    lot_sqft: 9148,
    tax_amount: 4210.5,
    sale_price: 241_000,
    sale_date: '2019-06-14',
    source_date: '2025-01-02',
  });
  t.match(parcel.address, /^1200 N Oak St Apt 4, Lincoln, NE 68508$/i);
  t.match(parcel.updated_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  t.match(Object.keys(parcel.deal_score_parts), ['absentee', 'held', 'value_gap', 'improvement', 'permits']);
  t.type(parcel.deal_score, 'number');
});

t.test('for a parcel about which nothing is known, everything else is null', async (t) => {
  const parcel = await json(BARE_ID);
  const known = new Set([...PARCEL_KEYS.slice(0, 7), 'has_outline', 'deal_score_parts', 'updated_at']);
  for (const name of PARCEL_KEYS.filter((name) => !known.has(name))) t.equal(parcel[name], null, name);
  t.same(Object.values(parcel.deal_score_parts), [null, null, null, null, null]);
});

t.test('parcel numbers in any spelling are found by all five routes', async (t) => {
  for (const [at, parcel_id] of ODD_NUMBERS.entries()) {
    const id = `${LANCASTER}:${parcel_id}`;
    const parcel = await json(id);
    t.match(parcel, { id, parcel_id, canonical_id: `31:109:${parcel_id}` }, parcel_id);
    // All routes read an id in the same way.
    if (at >= 3) continue;
    t.equal((await json(id, '/owner')).owner_name, null, `owner of ${parcel_id}`);
    t.same(await json(id, '/permits'), { data: [] }, `permits of ${parcel_id}`);
    t.same(await json(id, '/deeds'), { data: [] }, `deeds of ${parcel_id}`);
    t.equal((await json(id, '/risks')).id, id, `risks of ${parcel_id}`);
  }
});

t.test('the owner of a parcel shows totals of all of its parcels, and the first 100 by value', async (t) => {
  const owned = (county_fips: string, number: string, value: number | null, name: string) => ({
    county_fips,
    parcel_id: `own ${number}`,
    owner_name: name,
    mailing_address: '7 Wharf Rd, Duluth, MN 55802',
    ...(value === null ? {} : { total_assessed_value: value }),
  });
  await harness.load('parcels', [
    ...Array.from({ length: 110 }, (_, at) => owned('19153', `${at}`, 1_000 + at, 'QUILLER & SONS, INC.')),
    owned(LANCASTER, 'none', null, 'Quiller and Sons Inc'),
    owned(DOUGLAS, 'zero', 0, 'QUILLER & SONS INC'),
    owned('02016', 'much', 5_000_000.25, 'QUILLER & SONS INC'),
    owned(LANCASTER, 'other', 9_000_000, 'QUILLER & SONS LLC'),
  ]);
  const owner = await json('19153:own 7', '/owner');
  t.same(Object.keys(owner), [
    'owner_name',
    'entity_type',
    'mailing_address',
    'portfolio_summary',
    'properties',
  ]);
  t.equal(owner.owner_name, 'QUILLER & SONS, INC.', 'as recorded on this parcel');
  t.equal(owner.entity_type, 'corporation');
  t.match(owner.mailing_address, /^7 Wharf Rd, Duluth, MN 55802$/i);
  t.equal(
    JSON.stringify(owner.portfolio_summary),
    JSON.stringify({
      property_count: 113,
      total_assessed_value: 5_000_000.25 + 110 * 1_000 + (109 * 110) / 2,
      states: ['AK', 'IA', 'NE'],
    }),
  );
  const values = owner.properties.map((row: Json) => row.total_assessed_value);
  t.same(values, [5_000_000.25, ...Array.from({ length: 99 }, (_, at) => 1_109 - at)]);
  for (const row of owner.properties) t.same(Object.keys(row), PARCEL_KEYS);
  t.same(
    owner.properties[0],
    await json('02016:own much'),
    'a row is the parcel as its own route returns it',
  );
  const other = await json(`${LANCASTER}:own none`, '/owner');
  t.equal(other.owner_name, 'Quiller and Sons Inc', 'another spelling on another parcel');
  t.same(other.portfolio_summary, owner.portfolio_summary, 'the same owner');
  t.same(other.properties, owner.properties);
});

t.test('a parcel without an owner name has nulls, a summary of zeros, and no properties', async (t) => {
  const mail = { mailing_address: '9 PINE ST', mailing_city: 'OMAHA', mailing_state: 'NE' };
  await harness.load('parcels', [
    { county_fips: LANCASTER, parcel_id: 'dashes', owner_name: ' --- ' },
    { county_fips: LANCASTER, parcel_id: 'mail only', ...mail, total_assessed_value: 5 },
  ]);
  const nobody = {
    owner_name: null,
    entity_type: null,
    mailing_address: null,
    portfolio_summary: { property_count: 0, total_assessed_value: 0, states: [] },
    properties: [],
  };
  t.equal((await get(BARE_ID, '/owner')).text, JSON.stringify(nobody));
  for (const id of ['dashes', 'mail only']) {
    t.equal((await get(`${LANCASTER}:${id}`, '/owner')).text, JSON.stringify(nobody), id);
  }
});

t.test('permits have every key; the newest filed (else issued) come first, undated ones last', async (t) => {
  const permit = (permit_number: string, dates: Json = {}) => ({
    county_fips: LANCASTER,
    parcel_id: 'bare',
    permit_number,
    ...dates,
  });
  await harness.load('permits', [
    permit('undated'),
    permit('2001', { issued_date: '2001-05-01' }),
    permit('2003', { filed_date: '2003-01-01', issued_date: '2023-01-01' }),
    permit('2002', { issued_date: '2002-12-31' }),
    permit('2004', { filed_date: '2004-02-29' }),
    {
      ...permit('full', {
        filed_date: '2005-01-01',
        issued_date: '2005-02-01',
        completed_date: '2006-01-01',
      }),
      jurisdiction_id: 'elsewhere',
      permit_id: 'PX-1',
      permit_type: 'Building',
      permit_status: 'COMPLETE',
      description: 'New roof\nand gutters',
      estimated_cost: '9356.56',
      contractor_name: 'Harrow Tool Inc',
      contractor_license: 'L-77',
      applicant_name: 'Otto Brindle',
      work_class: 'Alteration',
      expires_date: '2999-01-01',
      location: { lat: 40.8, lon: -96.7 },
      source: 'made-up',
    },
    { ...permit('elsewhere', { filed_date: '2020-01-01' }), parcel_id: 'bare2' },
    { ...permit('nowhere', { filed_date: '2020-01-01' }), parcel_id: null },
  ]);
  const { data, ...rest } = await json(BARE_ID, '/permits');
  t.same(rest, {});
  const numbers = data.map((row: Json) => row.permit_number);
  t.same(numbers, ['full', '2004', '2003', '2002', '2001', 'undated']);
  for (const row of data) t.same(Object.keys(row), PERMIT_KEYS, row.permit_number);
  t.match(data[0], {
    id: `PX-1:${BARE_ID}`,
    permit_id: 'PX-1',
    permit_status: 'final',
    status_raw: 'COMPLETE',
    description: 'New roof\nand gutters',
    estimated_cost: 9356.56,
    jurisdiction_id: 'elsewhere',
    expires_date: '2999-01-01',
    location: { lat: 40.8, lon: -96.7 },
  });
  t.type(data[0].contractor_id, 'string');
  t.match(data[5], { filed_date: null, permit_status: null, location: null, jurisdiction_id: LANCASTER });
});

t.test('deeds have every key; the newest recorded (else sold) come first, undated ones last', async (t) => {
  const deed = (document_number: string, dates: Json = {}) => ({
    county_fips: LANCASTER,
    parcel_id: 'bare',
    document_number,
    ...dates,
  });
  await harness.load('deeds', [
    deed('undated'),
    deed('2001', { sale_date: '2001-05-01' }),
    deed('2003', { recorded_date: '2003-01-01', sale_date: '1983-01-01' }),
    deed('2002', { sale_date: '2002-12-31' }),
    {
      ...deed('full', { recorded_date: '2005-01-01', sale_date: '2004-12-20' }),
      sale_price_usd: 200_000,
      grantor: 'BRINDLE OTTO',
      grantee: 'MARLOWE EDITH J',
      document_type: 'WARRANTY DEED',
      book: '12',
      page: '345',
      parcel_count: 1,
      days_on_market: 40,
      source: 'made-up',
    },
    { ...deed('elsewhere', { recorded_date: '2020-01-01' }), parcel_id: 'bare2' },
  ]);
  const { data, ...rest } = await json(BARE_ID, '/deeds');
  t.same(rest, {});
  t.same(
    data.map((row: Json) => row.document_number),
    ['full', '2003', '2002', '2001', 'undated'],
  );
  for (const row of data) t.same(Object.keys(row), DEED_KEYS, row.document_number);
  t.match(data[0], {
    county_fips: LANCASTER,
    sale_price_usd: 200_000,
    grantor: 'BRINDLE OTTO',
    prior_owner: 'BRINDLE OTTO',
    grantee: 'MARLOWE EDITH J',
    new_owner: 'MARLOWE EDITH J',
    is_arm_length: true,
    is_sale: true,
    usable_for_stats: true,
    arm_length_reasons: [],
    days_on_market: 40,
  });
  t.match(data[4], { sale_date: null, sale_price_usd: null, is_arm_length: null, usable_for_stats: false });
  t.match(await json(BARE_ID), { sale_price: 200_000, sale_date: '2004-12-20', sale_arms_length: true });
});

t.test('the canonical id names the parcel on every route', async (t) => {
  const canonical = (await json(BARE_ID)).canonical_id;
  for (const what of ['', '/owner', '/permits', '/deeds', '/risks']) {
    t.same(await json(canonical, what), await json(BARE_ID, what), what || 'the parcel');
  }
});

t.test('only the first 1,000 permits and deeds are returned', async (t) => {
  const many = Array.from({ length: 1_005 }, (_, at) => ({
    county_fips: LANCASTER,
    parcel_id: '12 34-5',
    at: `${at}`.padStart(4, '0'),
    date: new Date(Date.UTC(1990, 0, at + 1)).toISOString().slice(0, 10),
  }));
  const expected = many.map(({ at }) => at).reverse();
  await harness.load(
    'permits',
    many.map(({ at, date, ...place }) => ({ ...place, permit_number: at, filed_date: date })),
  );
  await harness.load(
    'deeds',
    many.map(({ at, date, ...place }) => ({ ...place, document_number: at, recorded_date: date })),
  );
  const permits = (await json(`${LANCASTER}:12 34-5`, '/permits')).data;
  const deeds = (await json(`${LANCASTER}:12 34-5`, '/deeds')).data;
  t.same(
    permits.map((row: Json) => row.permit_number),
    expected.slice(0, 1_000),
  );
  t.same(
    deeds.map((row: Json) => row.document_number),
    expected.slice(0, 1_000),
  );
});

t.test('risks are null without data, and combine the figures of several publishers', async (t) => {
  const none = {
    id: FULL_ID,
    county_fips: LANCASTER,
    overall_score: null,
    flood: null,
    wildfire: null,
    air_quality: null,
    crime: null,
  };
  t.equal((await get(FULL_ID, '/risks')).text, JSON.stringify(none), 'without data');

  await harness.load('risks', [
    { county_fips: LANCASTER, source: 'crime-book', crime_score: 55.5, as_of: '2014' },
    { county_fips: LANCASTER, source: 'air-book', median_aqi: 38, unhealthy_days: 4, as_of: '2025' },
    {
      county_fips: LANCASTER,
      source: 'hazard-book',
      overall_score: 38.4,
      inland_flood_score: 41.2,
      coastal_flood_score: 12,
      wildfire_score: 3,
      wildfire_rating: 'Very Low',
    },
    { county_fips: DOUGLAS, source: 'hazard-book', overall_score: 99 },
  ]);
  await harness.load('risks', [
    {
      county_fips: LANCASTER,
      parcel_id: FULL.parcel_id,
      source: 'flood-map',
      flood_score: 90,
      as_of: '2024-05',
    },
  ]);
  const bare = await json(BARE_ID, '/risks');
  t.same(Object.keys(bare), Object.keys(none));
  t.match(bare, {
    id: BARE_ID,
    county_fips: LANCASTER,
    overall_score: 38.4,
    flood: { score: 41.2, source: 'hazard-book', as_of: null, geography: 'county' },
    wildfire: { score: 3, rating: 'very_low', geography: 'county' },
    air_quality: {
      source: 'air-book',
      as_of: '2025',
      geography: 'county',
      median_aqi: 38,
      unhealthy_days: 4,
    },
    crime: { score: 55.5, source: 'crime-book', as_of: '2014', geography: 'county' },
  });
  for (const name of ['flood', 'wildfire', 'crime']) t.same(Object.keys(bare[name]), HAZARD_KEYS, name);
  t.same(Object.keys(bare.air_quality), [...HAZARD_KEYS, 'median_aqi', 'unhealthy_days']);

  const full = await json(FULL_ID, '/risks');
  t.match(
    full.flood,
    { score: 90, source: 'flood-map', as_of: '2024-05', geography: 'parcel' },
    'its own first',
  );
  t.same({ ...full, id: BARE_ID, flood: bare.flood }, bare, 'the rest is its county’s');

  await harness.load('risks', [{ county_fips: LANCASTER, source: 'newer-crime-book', crime_score: 10 }]);
  t.match(
    await json(FULL_ID, '/risks'),
    { crime: { score: 10, source: 'newer-crime-book' } },
    'newer before older',
  );
  await harness.load('risks', [{ county_fips: LANCASTER, source: 'county-flood', flood_score: 5 }]);
  t.match(await json(FULL_ID, '/risks'), { flood: { score: 90 } }, 'a parcel’s own before a newer county’s');
  t.match(await json(BARE_ID, '/risks'), { flood: { score: 5 } });

  for (const round of [1, 2]) {
    const tied = ['z-book', 'a-book', 'm-book'].map((source, at) => ({
      county_fips: LANCASTER,
      source,
      wildfire_score: round * 10 + at,
    }));
    await harness.load('risks', round === 1 ? tied : tied.toReversed());
    t.match(
      await json(BARE_ID, '/risks'),
      { wildfire: { source: 'a-book' } },
      'of one load the first by name',
    );
  }
});

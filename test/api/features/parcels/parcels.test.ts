import t from 'tap';
import { makeHarness } from '../../../helper.ts';
import { each } from '../../../listed.ts';
import { asking, BARE, BARE_ID, DOUGLAS, type Json, LANCASTER } from './asking.ts';

const PARCEL_KEYS = each(
  `id county_fips parcel_id canonical_id state_fips state county_name address street unit city zip
  location has_outline owner_name owner_name_2 owner_id entity_type entity_class mailing_address mailing_city mailing_state
  mailing_zip mailing_country absentee_owner out_of_state_owner total_assessed_value land_value improvement_value
  market_value tax_year tax_amount land_use_code land_use zoning zoning_category acreage lot_sqft building_sqft
  year_built bedrooms bathrooms stories units sale_price sale_date sale_arms_length latest_grantee latest_deed_date deal_score deal_score_parts estimated_value estimated_value_low estimated_value_high source
  source_date updated_at`,
);
const harness = await makeHarness(t);
const app = await harness.app();
const { get, json } = asking(app, await harness.key());

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
  BARE,
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
  t.same(Object.keys(owner), each('owner_name entity_type mailing_address portfolio_summary properties'));
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
  t.same(owner.properties[0], await json('02016:own much'), 'a row is the parcel as its route returns it');
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

// The last test, since it loads deeds and permits.
t.test('the canonical id names the parcel on every route', async (t) => {
  await harness.load('deeds', [{ ...BARE, document_number: '1' }]);
  await harness.load('permits', [{ ...BARE, permit_number: '1' }]);
  const canonical = (await json(BARE_ID)).canonical_id;
  for (const what of ['', '/owner', '/permits', '/deeds', '/risks']) {
    t.same(await json(canonical, what), await json(BARE_ID, what), what || 'the parcel');
  }
});

import t from 'tap';
import { type IngestKind, type Input, ingest } from '../../../src/loading/ingest/ingest.ts';
import { madeRecords } from '../../../src/loading/ingest/input.ts';
import { exitStatus } from '../../../src/loading/ingest/report.ts';
import { makeHarness } from '../../helper.ts';
import { positions, scribble } from '../../squares.ts';
import { COUNTY, fresh, loader, parcel, reader, tally } from './one-county.ts';
import { counted, counts, csv, ndjson, stored } from './support.ts';

const harness = await makeHarness(t);
const load = loader(harness);
const { get, parcelsOf } = await reader(harness);
t.test('in rows of tables, a lost letter costs a value, or the row if it is in an identifier', async (t) => {
  const lost = 'MU\ufffdOZ';
  const rows = (records: object[]): Input => ({
    ...madeRecords('rows of a table', records),
    isCanonical: false,
  });
  const sound = fresh('lost');
  const parcels = [
    { county_fips: COUNTY, parcel_id: sound, city: lost, land_use: 'FARM' },
    { county_fips: COUNTY, parcel_id: `${sound}\ufffd` },
  ];
  const report = await ingest('parcels', rows(parcels), harness.target);
  t.same(report.nulled, { 'city:unreadable_letters': 1 });
  t.same(report.rejected_by_reason, { unreadable_letters: 1 });
  t.match(await parcelsOf([{ parcel_id: sound }]), [{ city: null, land_use: 'FARM' }]);
  for (const [kind, field] of [
    ['deeds', 'record_id'],
    ['deeds', 'document_number'],
    ['permits', 'permit_number'],
    ['permits', 'permit_id'],
  ] as const) {
    const record = { county_fips: COUNTY, parcel_id: sound, [field]: `A-${lost}` };
    const { rejected_by_reason } = await ingest(kind, rows([record]), harness.target);
    t.same(rejected_by_reason, { unreadable_letters: 1 }, field);
  }
});

t.test('a name or an address that is withheld is none, and is counted', async (t) => {
  const number = fresh('withheld');
  const of = { county_fips: COUNTY, parcel_id: number };
  const report = await load(
    t,
    'parcels',
    'withheld.ndjson',
    ndjson([
      {
        ...of,
        street: '12 ELM ST',
        owner_name: 'CONFIDENTIAL OWNER',
        owner_name_2: 'CONFIDENTIAL HOLDINGS LLC',
        mailing_address: 'ADDRESS WITHHELD',
      },
    ]),
  );
  t.same(report.nulled, { 'owner_name:withheld': 1, 'mailing_address:withheld': 1 });
  t.match(await parcelsOf([{ parcel_id: number }]), [
    {
      owner_name: null,
      entity_type: null,
      owner_name_2: 'CONFIDENTIAL HOLDINGS LLC',
      mailing_address: null,
      absentee_owner: null,
    },
  ]);
  const sales = ['REDACTED', 'NAME WITHHELD', 'WREN, ODETTE'].map((grantee) => ({
    ...of,
    recorded_date: '2024-03-01',
    grantor: 'REDACTED',
    grantee,
  }));
  const deeds = await load(t, 'deeds', 'withheld.ndjson', ndjson(sales));
  t.match(deeds, { created: 3, nulled: { 'grantor:withheld': 3, 'grantee:withheld': 2 } });
  const again = await load(t, 'deeds', 'withheld.ndjson', ndjson(sales));
  t.match(again, { created: 0, unchanged: 3 }, 'each is still a deed of its own');
});

t.test('the number of a parcel is the same however its dashes and blanks are written', async (t) => {
  const number = fresh('dashes');
  await load(t, 'parcels', 'one.csv', `county_fips,parcel_id\n${COUNTY},${number}-10 3\n`);
  for (const same of ['\u201310 3', '\u201110\u00a03', '-1\u200b0 3', '-10\u00ad 3\u200b']) {
    const record = { county_fips: COUNTY, parcel_id: number + same };
    const report = await load(t, 'parcels', 'again.ndjson', ndjson([record]));
    t.match(report, { created: 0, updated: 1 }, JSON.stringify(same));
  }
  const none = await load(
    t,
    'parcels',
    'none.ndjson',
    ndjson([{ county_fips: COUNTY, parcel_id: '\u200b' }]),
  );
  t.same(none.rejected_by_reason, { parcel_id_missing: 1 });
});

t.test('GeoJSON geometries give a parcel its location, or are nulled with a reason', async (t) => {
  const at = { lat: 40.5, lon: -96.5 };
  const ring = positions('-97 40, -96 40, -96 41, -97 41, -97 40');
  const cases: [string, unknown, unknown, string | null][] = [
    ['a point', { type: 'Point', coordinates: [-96.5, 40.5] }, at, null],
    ['a polygon', { type: 'Polygon', coordinates: [ring] }, at, null],
    ['several polygons', { type: 'MultiPolygon', coordinates: [[ring], []] }, at, null],
    ['none', null, null, null],
    ['of another kind', { type: 'LineString', coordinates: ring }, null, null],
    ['an empty polygon', { type: 'Polygon', coordinates: [] }, null, null],
    ['words', { type: 'Polygon', coordinates: [['x', 'y', 'z']] }, null, 'outline:bad_geometry'],
    [
      'thousands of crossings',
      { type: 'Polygon', coordinates: [scribble(-96.7, 40.8, 2_500)] },
      null,
      'outline:too_many_crossings',
    ],
    ['no geometry at all', 'POINT(-96 40)', null, null],
    ['swapped', { type: 'Point', coordinates: [40.5, -96.5] }, null, 'location:out_of_range'],
  ];
  const features = cases.map(([, geometry]) => ({ type: 'Feature', geometry, properties: parcel() }));
  const text = JSON.stringify({ type: 'FeatureCollection', features });
  const report = await load(t, 'parcels', 'place.geojson', text);
  t.same(report.nulled, tally(cases.flatMap(([, , , reason]) => (reason ? [reason] : []))));
  const found = await stored(harness, 'parcels');
  for (const [n, [name, , location, reason]] of cases.entries()) {
    const id = `${COUNTY}:${features[n]!.properties.parcel_id}`;
    t.same((await get(id)).location, location, name);
    t.same(found.get(id)!.internal.nulled ?? [], reason ? [reason] : [], `${name}: nulled`);
  }
});

const year = new Date().getUTCFullYear();
const tomorrow = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
const today = new Date().toISOString().slice(0, 10);

/**
 * Field of a parcel, the value published, the reason why it becomes null (null: it is valid), and what is stored. For how
 * texts are read as figures and days, see test/domain/written-*.test.ts.
 */
const PARCEL_VALUES: [string, unknown, string | null, unknown][] = [
  ['market_value', 250_000, null, 250_000],
  ['market_value', '250000', null, 250_000],
  ['market_value', 0, null, 0],
  ['market_value', 10_000_000_000, null, 10_000_000_000],
  ['market_value', 10_000_000_000.01, 'too_large', null],
  ['market_value', 1e300, 'too_large', null],
  ['market_value', -1, 'negative', null],
  ['market_value', '$250,000.00', null, 250_000],
  ['market_value', '(1,200)', 'negative', null],
  ['market_value', '1.234,50', 'ambiguous_number', null],
  ['market_value', '1e999', 'wrong_type', null],
  ['market_value', 'N/A', null, null],
  ['market_value', '#REF!', null, null],
  ['market_value', '$99,999,999', 'no_value', null],
  ['market_value', 9_999_999_999, 'no_value', null],
  ['market_value', 9_999_999, null, 9_999_999],
  ['market_value', 'nan', 'wrong_type', null],
  ['land_use', 'nan', null, null],
  ['land_use', 'N.A.', null, null],
  ['land_use', '(none)', null, null],
  ['land_use', 'NaN', null, null],
  ['land_use', 'Nan', null, 'Nan'],
  ['land_use', '#NAME?', null, null],
  ['land_use', 'M\ufffd', null, 'M\ufffd'],
  ['market_value', 'SEE NOTE', 'wrong_type', null],
  ['market_value', true, 'wrong_type', null],
  ['market_value', [1], 'wrong_type', null],
  ['market_value', { usd: 1 }, 'wrong_type', null],
  ['market_value', '', null, null],
  ['market_value', null, null, null],
  ['total_assessed_value', -5, 'negative', null],
  ['tax_amount', 'much', 'wrong_type', null],
  ['year_built', 1600, null, 1600],
  ['year_built', 1599, 'out_of_range', null],
  ['year_built', 0, 'out_of_range', null],
  ['year_built', '1963.0', null, 1963],
  ['year_built', 1963.5, 'wrong_type', null],
  ['year_built', year + 5, null, year + 5],
  ['year_built', year + 6, 'out_of_range', null],
  ['year_built', '19th century', 'wrong_type', null],
  ['tax_year', year, null, year],
  ['tax_year', 20_245, 'out_of_range', null],
  ['source_date', '2020-02-29', null, '2020-02-29'],
  ['source_date', '2020-02-29T23:59:59Z', null, '2020-02-29'],
  ['source_date', today, null, today],
  ['source_date', tomorrow, 'in_the_future', null],
  ['source_date', '9999-12-31', 'placeholder_date', null],
  ['source_date', '2021-02-29', 'no_such_date', null],
  ['source_date', '1900-01-01', 'placeholder_date', null],
  ['source_date', '1900-01-01T00:00:00', 'placeholder_date', null],
  ['source_date', '1900-01-02', null, '1900-01-02'],
  ['source_date', '1700-01-01', null, '1700-01-01'],
  ['source_date', '1699-12-31', 'too_early', null],
  ['source_date', '0001-01-01', 'placeholder_date', null],
  ['source_date', '<Null>', null, null],
  ['source_date', '0', 'placeholder_date', null],
  ['source_date', 0, 'placeholder_date', null],
  ['source_date', '0000-00-00', 'placeholder_date', null],
  ['source_date', '1899-12-31', 'placeholder_date', null],
  ['source_date', '9999-09-09', 'placeholder_date', null],
  ['source_date', '4/30/2021', 'not_a_date', null],
  ['source_date', 20_210_430, 'not_a_date', null],
  ['source_date', 'yesterday', 'not_a_date', null],
  ['source_date', '', null, null],
  ['source_date', {}, 'wrong_type', null],
  ['zoning_category', 'Residential', null, 'residential'],
  ['zoning_category', 'spaceport', 'unknown_word', null],
  ['zoning_category', 7, 'unknown_word', null],
  ['acreage', -0.1, 'out_of_range', null],
  ['building_sqft', '1,200', null, 1_200],
  ['building_sqft', '1 200', null, 1_200],
  ['building_sqft', '12 00', 'wrong_type', null],
  ['bedrooms', 10_001, 'out_of_range', null],
  ['units', 1.5, 'wrong_type', null],
  ['city', 68_510, null, '68510'],
  ['city', false, 'wrong_type', null],
  ['city', ['LINCOLN'], 'wrong_type', null],
  ['city', 'N/A', null, null],
  ['owner_name_2', '<Null>', null, null],
  ['owner_name_2', 'WREN &amp; O&#39;DELL', null, "WREN & O'DELL"],
  ['zoning_category', 'NONE', null, null],
  ['zip', '68508.0', null, '68508'],
  ['zip', '685081234', null, '68508-1234'],
  ['zip', '68508-0000', null, '68508'],
  ['zip', '0', null, null],
  ['zip', '8508', null, '8508'],
  ['mailing_state', 'Iowa', null, 'IA'],
  ['mailing_state', 'ontario', null, 'ONTARIO'],
  ['mailing_country', 'U.S.A.', null, null],
  ['mailing_country', '.', null, null],
  ['city', '  LINCOLN \t SOUTH ', null, 'LINCOLN SOUTH'],
  ['land_use', 'é'.repeat(1_000), null, 'é'.repeat(1_000)],
  ['land_use', 'x'.repeat(1_001), 'cut', 'x'.repeat(1_000)],
  ['land_use', '😀'.repeat(1_000), null, '😀'.repeat(1_000)],
  ['land_use', '😀'.repeat(1_001), 'cut', '😀'.repeat(1_000)],
  ['land_use', `${'x'.repeat(999)}😀y`, 'cut', `${'x'.repeat(999)}😀`],
  ['location', { lat: 40.8, lon: -96.7 }, null, { lat: 40.8, lon: -96.7 }],
  ['location', { lat: '40.8', lon: '-96.7' }, null, { lat: 40.8, lon: -96.7 }],
  ['location', { lat: 0, lon: 0 }, 'zero', null],
  ['location', { lat: 91, lon: -96.7 }, 'out_of_range', null],
  ['location', { lat: 40.8, lon: -181 }, 'out_of_range', null],
  ['location', { lat: -96.7, lon: 40.8 }, 'out_of_range', null],
  ['location', { lat: -72.3, lon: 43.6 }, 'not_in_the_us', null],
  ['location', { lat: 48.1, lon: 11.5 }, 'not_in_the_us', null],
  ['location', { lat: 40.8, lon: 96.7 }, 'not_in_the_us', null],
  ['location', { lat: 52.9, lon: 172.9 }, null, { lat: 52.9, lon: 172.9 }],
  ['location', { lat: 13.4, lon: 144.8 }, null, { lat: 13.4, lon: 144.8 }],
  ['location', { lat: -14.3, lon: -170.7 }, null, { lat: -14.3, lon: -170.7 }],
  ['location', { lat: 'north', lon: 'west' }, 'wrong_type', null],
  ['location', { lat: 'NaN', lon: -96.7 }, 'wrong_type', null],
  ['location', { lat: 40.8 }, 'incomplete', null],
  ['location', { lat: 40.8, lon: '' }, 'incomplete', null],
  ['location', { lat: '', lon: '' }, null, null],
  ['location', {}, null, null],
  ['location', null, null, null],
  ['location', '40.8,-96.7', 'wrong_type', null],
  ['location', [-96.7, 40.8], 'wrong_type', null],
  ['location', 7, 'wrong_type', null],
];

t.test('a broken value becomes null and is counted by field and reason, and the row is kept', async (t) => {
  const records = PARCEL_VALUES.map(([field, value]) => parcel({ [field]: value, owner_name: 'DOE PAT' }));
  const report = await load(t, 'parcels', 'values.ndjson', ndjson(records));
  const expected = PARCEL_VALUES.flatMap(([field, , reason]) => (reason ? [`${field}:${reason}`] : []));
  t.same(report.nulled, tally(expected));
  t.same(counts(report), counted({ read: records.length, created: records.length }));
  t.equal(exitStatus(report), 0, 'a nulled value rejects nothing');
  const loaded = await parcelsOf(records);
  for (const [n, [field, value, , kept]] of PARCEL_VALUES.entries()) {
    const found = loaded[n]!;
    const shown = JSON.stringify(value).slice(0, 60);
    t.same(found[field], kept, `${field} ${shown}`);
    t.equal(found.owner_name, 'DOE PAT', `${field} ${shown}: the rest is kept`);
  }
});

t.test('the same values are read the same in CSV', async (t) => {
  const plain = PARCEL_VALUES.filter(
    ([field, value]) => field !== 'location' && (typeof value === 'string' || typeof value === 'number'),
  );
  const records = plain.map(([field, value]) => parcel({ [field]: value }));
  const report = await load(t, 'parcels', 'values.csv', csv(records));
  t.same(report.nulled, tally(plain.flatMap(([field, , reason]) => (reason ? [`${field}:${reason}`] : []))));
  const loaded = await parcelsOf(records);
  for (const [n, [field, value, , kept]] of plain.entries())
    t.same(loaded[n]![field], kept, `${field} ${String(value).slice(0, 60)}`);
});

t.test('CSV gives locations as lat and lon', async (t) => {
  const cases: [string, string, string | null][] = [
    ['40.8', '-96.7', null],
    ['-96.7', '40.8', 'out_of_range'],
    ['0', '0', 'zero'],
    ['', '-96.7', 'incomplete'],
    ['', '', null],
    ['n/a', 'n/a', null],
    ['north', 'west', 'wrong_type'],
  ];
  const records = cases.map(([lat, lon]) => parcel({ lat, lon }));
  const report = await load(t, 'parcels', 'places.csv', csv(records));
  t.same(report.nulled, tally(cases.flatMap(([, , reason]) => (reason ? [`location:${reason}`] : []))));
  const first = await get(`${COUNTY}:${records[0]!.parcel_id}`);
  t.same(first.location, { lat: 40.8, lon: -96.7 });
});

const OTHER_VALUES: [IngestKind, string, unknown, string | null, unknown][] = [
  ['deeds', 'sale_price_usd', -1, 'negative', null],
  ['deeds', 'sale_price_usd', 10_000_000_001, 'too_large', null],
  ['deeds', 'recorded_date', tomorrow, 'in_the_future', null],
  ['deeds', 'sale_date', '1900-01-01', 'placeholder_date', null],
  ['deeds', 'parcel_count', 0, 'out_of_range', null],
  ['deeds', 'parcel_count', '2', null, 2],
  ['deeds', 'days_on_market', -3, 'out_of_range', null],
  ['deeds', 'is_arm_length', 'maybe', 'wrong_type', null],
  ['deeds', 'is_arm_length', 2, 'wrong_type', null],
  ['deeds', 'is_arm_length', 'Yes', null, true],
  ['deeds', 'is_arm_length', 1, null, true],
  ['deeds', 'is_arm_length', 'f', null, false],
  ['deeds', 'is_arm_length', 'N/A', null, null],
  ['deeds', 'is_arm_length', false, null, false],
  ['deeds', 'book', { page: 1 }, 'wrong_type', null],
  ['permits', 'estimated_cost', -1_000, 'negative', null],
  ['permits', 'estimated_cost', 'unknown', 'wrong_type', null],
  ['permits', 'filed_date', tomorrow, 'in_the_future', null],
  ['permits', 'issued_date', '2023-02-30', 'no_such_date', null],
  ['permits', 'expires_date', '2999-12-31', null, '2999-12-31'],
  ['permits', 'expires_date', '2999-02-30', 'no_such_date', null],
  ['permits', 'permit_status', 'NO SUCH STATUS', null, null],
  ['permits', 'description', 'x'.repeat(10_000), null, 'x'.repeat(10_000)],
  ['permits', 'description', '😀'.repeat(10_001), 'cut', '😀'.repeat(10_000)],
  ['permits', 'description', 'two\nlines', null, 'two\nlines'],
  ['permits', 'applicant_name', 'x'.repeat(1_001), 'cut', 'x'.repeat(1_000)],
  ['permits', 'location', { lat: 0, lon: 0 }, 'zero', null],
];

t.test('broken values of deeds and permits become null and are counted', async (t) => {
  for (const kind of ['deeds', 'permits'] as const) {
    const cases = OTHER_VALUES.filter(([of]) => of === kind);
    const parcels = cases.map(() => parcel());
    await harness.load('parcels', parcels);
    const records = cases.map(([, field, value], n) => ({ ...parcels[n], [field]: value }));
    const report = await load(t, kind, `${kind}.ndjson`, ndjson(records));
    t.same(
      report.nulled,
      tally(cases.flatMap(([, field, , reason]) => (reason ? [`${field}:${reason}`] : []))),
    );
    t.equal(report.created, cases.length, kind);
    for (const [n, [, field, value, , kept]] of cases.entries()) {
      const { data } = await get(`${COUNTY}:${parcels[n]!.parcel_id}`, `/${kind}`);
      t.equal(data.length, 1);
      t.same(data[0][field], kept, `${field} ${JSON.stringify(value).slice(0, 60)}`);
    }
  }
});

t.test('broken values of risks become null and are counted', async (t) => {
  const place = parcel();
  await harness.load('parcels', [place]);
  const risk = {
    ...place,
    overall_score: 101,
    flood_score: 'high',
    wildfire_score: -1,
    median_aqi: 42,
    unhealthy_days: 367,
    crime_score: '55.5',
    source: 'made up',
  };
  const report = await load(t, 'risks', 'risks.ndjson', ndjson([risk]));
  t.same(report.nulled, {
    'overall_score:out_of_range': 1,
    'flood_score:wrong_type': 1,
    'wildfire_score:out_of_range': 1,
    'unhealthy_days:out_of_range': 1,
  });
  const found = await get(`${COUNTY}:${place.parcel_id}`, '/risks');
  t.match(found, { overall_score: null, flood: null, wildfire: null, crime: { score: 55.5 } });
  t.match(found.air_quality, { median_aqi: 42, unhealthy_days: null, geography: 'parcel' });
});

t.test('unknown and derived keys are ignored and listed once', async (t) => {
  const extra = { color: 'red', deal_score: 99, id: 'mine', owner_id: 'x', Parcel_ID: 'y', state: 'ZZ' };
  const records = [parcel({ ...extra, city: 'A' }), parcel({ ...extra, size: 7 }), parcel()];
  const report = await load(t, 'parcels', 'keys.ndjson', ndjson(records));
  const names = ['Parcel_ID', 'color', 'deal_score', 'id', 'owner_id', 'size', 'state'];
  t.same(report.ignored_keys, names);
  t.same(report.nulled, {});
  const id = `${COUNTY}:${records[0]!.parcel_id}`;
  t.match(await get(id), { id, state: 'NE', owner_id: null, deal_score: null, city: 'A' });
});

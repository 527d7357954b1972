import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import t from 'tap';
import { PROJECT_ROOT } from '../../../src/config.ts';
import { deriveAgain, type Input } from '../../../src/loading/ingest/ingest.ts';
import { madeRecords } from '../../../src/loading/ingest/input.ts';
import { aliasOf, VIEW_KINDS } from '../../../src/stores/elastic/indices.ts';
import { makeHarness } from '../../helper.ts';
import { clear, csv, different, everythingOf, inputFile, ndjson } from './support.ts';

const harness = await makeHarness(t);
const COUNTIES = ['31109', '31055'];
const PARCELS = 3_000;

const parcel = (n: number) => ({
  county_fips: COUNTIES[n % 2]!,
  parcel_id: `p${n}`,
  owner_name: n % 9 ? `OWNER ${n % 700} LLC` : `DOE PAT${n}`,
  mailing_state: n % 2 ? 'NV' : 'NE',
  total_assessed_value: n % 13 ? 50_000 + ((n * 7_919) % 400_000) : null,
  land_value: 20_000,
  improvement_value: (n * 31) % 90_000,
  year_built: 1900 + (n % 120),
  sale_price: n % 4 ? 30_000 + ((n * 104_729) % 500_000) : null,
  sale_date: n % 4 ? `20${String(n % 20).padStart(2, '0')}-0${1 + (n % 9)}-1${n % 10}` : null,
});
const PLAIN = Array.from({ length: PARCELS }, (_, n) => parcel(n));
const CHANGED = PLAIN.map((row, n) =>
  n % 10 === 1 ? { ...row, sale_price: 1_000_000, sale_date: '2021-03-04' } : row,
);
/** Some parcels appear again with another price, and some rows are broken. */
const UNTIDY = [
  ...PLAIN,
  ...CHANGED.filter((_, n) => n % 10 === 1),
  { ...parcel(1), county_fips: '99999', sale_price: 2_000_000 },
  { ...parcel(2), parcel_id: null },
];
const SOLD = '2022-05-06';
const DEEDS = PLAIN.slice(0, 500).map(({ county_fips, parcel_id }, n) => ({
  county_fips,
  parcel_id,
  record_id: `r${n}`,
  sale_date: SOLD,
  sale_price_usd: 150_000 + n,
}));
/** Only of one county, so that the other has no linked permits. */
const PERMITS = PLAIN.filter(({ county_fips }, n) => county_fips === COUNTIES[0] && n < 900).map(
  ({ county_fips, parcel_id }, n) => ({
    county_fips,
    parcel_id,
    jurisdiction_id: 'made',
    permit_number: `b${n}`,
    filed_date: `20${10 + (n % 15)}-03-04`,
  }),
);

const made = (records: object[]): Input => madeRecords('made', records);
const everything = () => everythingOf(harness, ['parcels', ...VIEW_KINDS]);

async function figuresOf(county: string): Promise<unknown> {
  const index = aliasOf(harness.config.INDEX_PREFIX, 'counties');
  return (await harness.client.get({ index, id: county }))._source;
}

t.test('a first load gives every parcel its final deal score, whatever it is read from', async (t) => {
  await clear(harness);
  await harness.load('parcels', made(PLAIN));
  await deriveAgain(harness.target, { all: true });
  const expected = await everything();
  const figures = await figuresOf(COUNTIES[0]!);
  for (const [name, text] of [
    ['parcels.ndjson', ndjson(PLAIN)],
    ['parcels.csv', csv(PLAIN)],
  ] as const) {
    await clear(harness);
    const report = await harness.load('parcels', { files: [await inputFile(t, name, text)] });
    t.match(report, { error: null, created: PARCELS }, name);
    const found = await everything();
    t.same(different(found, expected), []);
    t.same(await figuresOf(COUNTIES[0]!), figures, 'the figures of the county are settled');
    t.ok(
      new Set(Object.values(found.parcels!).map((row) => (row as { deal_score: unknown }).deal_score)).size >
        100,
    );
  }
});

t.test('a first load of a published table stores the same', async (t) => {
  const county = PLAIN.map((row) => ({ ...row, county_fips: COUNTIES[0]! }));
  await clear(harness);
  await harness.load('parcels', made(county));
  const expected = await everything();
  await clear(harness);
  const data = await inputFile(t, 'parcels.csv', csv(county).replace('parcel_id', 'PIN'));
  const fields = Object.keys(county[0]!).filter((key) => key !== 'county_fips' && key !== 'parcel_id');
  const conform = { format: 'csv', pid: 'PIN', ...Object.fromEntries(fields.map((key) => [key, key])) };
  const source = await inputFile(
    t,
    'source.json',
    JSON.stringify({
      schema: 2,
      coverage: { 'US Census': { geoid: COUNTIES[0] } },
      layers: { parcels: [{ name: 'county', protocol: 'file', data, conform }] },
    }),
  );
  const main = resolve(PROJECT_ROOT, 'src/main.ts');
  const ran = spawnSync(
    process.execPath,
    [main, 'ingest', 'parcels', '--source', source, '--json', '--no-events'],
    { env: { ...process.env, ...harness.env }, encoding: 'utf8' },
  );
  t.match(JSON.parse(ran.stdout), { error: null, created: PARCELS }, ran.stderr);
  t.same(different(await everything(), expected), []);
});

t.test('repeated and broken rows in a first load do not change the figures', async (t) => {
  await clear(harness);
  await harness.load('parcels', made(CHANGED));
  const expected = await everything();
  await clear(harness);
  const report = await harness.load('parcels', {
    files: [await inputFile(t, 'parcels.ndjson', ndjson(UNTIDY))],
  });
  t.match(report, { error: null, created: PARCELS, duplicates: 300, rejected: 2 });
  t.same(different(await everything(), expected), []);
});

t.test('parcels show the same sales whether deeds and permits are loaded first or last', async (t) => {
  const file = await inputFile(t, 'parcels.ndjson', ndjson(PLAIN));
  await clear(harness);
  await harness.load('parcels', { files: [file] });
  await harness.load('deeds', DEEDS);
  await harness.load('permits', PERMITS);
  const expected = await everything();
  const figures = await Promise.all(COUNTIES.map(figuresOf));
  await clear(harness);
  await harness.load('deeds', DEEDS);
  await harness.load('permits', PERMITS);
  const report = await harness.load('parcels', { files: [file] });
  t.match(report, { error: null, created: PARCELS });
  const found = await everything();
  t.same(different(found, expected), []);
  t.same(await Promise.all(COUNTIES.map(figuresOf)), figures, 'the figures of the counties');
  const sold = Object.values(found.parcels!).filter(
    (row) => (row as { sale_date: unknown }).sale_date === SOLD,
  );
  t.equal(sold.length, DEEDS.length, 'parcels show the sales of their deeds');
});

t.test('a second file of a county changes the scores of the first', async (t) => {
  const [first, second] = [PLAIN.slice(0, 2_600), PLAIN.slice(2_600)];
  await clear(harness);
  await harness.load('parcels', made(PLAIN));
  const expected = await everything();
  await clear(harness);
  for (const [name, rows] of [
    ['first.ndjson', first],
    ['second.ndjson', second],
  ] as const)
    await harness.load('parcels', { files: [await inputFile(t, name, ndjson(rows))] });
  const found = await everything();
  t.same(different(found, expected), []);
  await deriveAgain(harness.target, { all: true });
  t.same(different(await everything(), expected), []);
});

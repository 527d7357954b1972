import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import t, { type Test } from 'tap';
import type { LoadReport } from '../../../src/loading/ingest/report.ts';
import { call, makeHarness, SHARED_DATA, withoutSharedData } from '../../helper.ts';
import { readBy } from '../sources/example.ts';
import { csv, inputFile } from './support.ts';

const harness = await makeHarness(t);
const { app, key } = await harness.api({}, { BURST_SCALE: '10000000', LIMIT_SCALE: '100000000' });
const real = { skip: withoutSharedData };

const tables = new Map<string, Record<string, string>[]>();

/** A published table as rows of text, parsed here, so that nothing is counted with the code under test. */
function table(path: string): Record<string, string>[] {
  const rows = tables.get(path) ?? readTable(path);
  tables.set(path, rows);
  return rows;
}

function readTable(path: string): Record<string, string>[] {
  const bytes = readFileSync(join(SHARED_DATA!, path));
  const text = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('latin1').replace(/^ï»¿/, '');
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^,"\r\n]*))(,|\r?\n|$)/g)) {
    row.push(quoted?.replaceAll('""', '"') ?? plain!);
    if (end === ',') continue;
    if (row.length > 1) rows.push(row);
    row = [];
  }
  const [header, ...rest] = rows as [string[], ...string[][]];
  return rest.map((values) => Object.fromEntries(header.map((name, at) => [name, values[at]!])));
}

const whole = process.env.WHOLE_FILES === '1';
const LINCOLN = 'lincoln_ne/lancaster_parcels.csv.gz';
/** One row in this many is loaded for Lincoln: still more than 10,000, up to which Elasticsearch pages by itself. */
const SHARE = whole ? 1 : 8;
const lincoln = () => table(LINCOLN).filter((_, n) => n % SHARE === 0);
const LOADED = Math.ceil(105_243 / SHARE);

/** The path of a published file; for Lincoln, part of it is written to a new file. */
async function pathOf(t: Test, path: string): Promise<string> {
  if (path !== LINCOLN || whole) return join(SHARED_DATA!, path);
  return inputFile(t, 'part.csv.gz', gzipSync(Buffer.from(csv(lincoln()), 'latin1')));
}

/**
 * Source file and kind, or adapter; its files, rows of the first one, records made of them, and how many of those are
 * distinct. Parcels come after their deeds and permits, each load of which would write them again.
 */
const FILES: [string, string[], number, number, number][] = [
  ['us-ne-lancaster.json parcels', [LINCOLN], 105_243, LOADED, LOADED],
  ['us-nc-wake-deeds-permits.json permits', ['raleigh_nc/permits.csv'], 5_297, 5_297, 5_297],
  ['raleigh-nc-deeds', ['raleigh_nc/owners.csv'], 16_998, 19_454, 19_454],
  ['us-nc-wake.json parcels', ['raleigh_nc/parcels.csv', 'raleigh_nc/owners.csv'], 16_998, 16_998, 16_998],
  ['lebanon-nh-deeds', ['lebanon_nh/parcels_owners_sales.csv'], 5_660, 16_633, 16_632],
  [
    'us-nh-lebanon.json parcels',
    ['lebanon_nh/parcels_owners_sales.csv', 'outlines/lebanon_nh/LebParcels_shp.zip'],
    5_660,
    5_660,
    5_660,
  ],
  ['nri-counties', ['county/nri_counties.csv'], 3_142, 3_143, 3_143],
  ['nri-hazards', ['county/nri_hazard_by_city.json'], 0, 293, 293],
  ['epa-aqi', ['county/annual_aqi_by_county_2024.csv'], 996, 995, 995],
  ['epa-aqi', ['county/annual_aqi_by_county_2025.csv'], 978, 977, 977],
  ['fbi-crime', ['county/crime_by_county_2014.csv'], 3_136, 3_059, 3_059],
];
/** Loaded only with WHOLE_FILES=1, since they take minutes; parts of them are in `test/api/features/real-figures`. */
const LARGE: typeof FILES = [
  ['us-il-chicago-permits.json permits', ['chicago_il/permits_2021_2026.csv.gz'], 190_242, 190_242, 190_242],
  ['nyc-deeds', ['nyc/rolling_sales_2016_2021.csv.gz'], 188_427, 188_427, 187_422],
];

async function load(t: Test, name: string, paths: string[]): Promise<LoadReport> {
  const files = await Promise.all(paths.map((path) => pathOf(t, path)));
  const { kind, input } = await readBy(name, files);
  return harness.load(kind, input);
}

const sum = ({ created, updated, unchanged, duplicates, rejected }: LoadReport) =>
  created + updated + unchanged + duplicates + rejected;

t.test('every record of the published files is loaded, and the summary adds up', real, async (t) => {
  const files = whole ? [...FILES, ...LARGE] : FILES;
  for (const [name, paths, rows, records, distinct] of files) {
    const file = paths[0]!;
    if (rows > 0) t.equal(table(file).length, rows, `${file}: rows counted by hand`);
    const report = await load(t, name, paths);
    t.match(report, { error: null, read: records, rejected: 0, ignored_keys: [] }, `${name}: ${file}`);
    t.equal(
      sum(report),
      report.read,
      `${name}: created, updated, unchanged and duplicates are all that was read`,
    );
    t.equal(report.duplicates, records - distinct, `${name}: duplicates`);
  }
});

t.test('loading the same files again changes nothing', real, async (t) => {
  // The two years of air quality replace each other, so only the one loaded last stays.
  for (const [name, paths, , records, distinct] of FILES.filter(
    ([, [file]]) => !file!.endsWith('2024.csv'),
  )) {
    const report = await load(t, name, paths);
    t.match(report, { read: records, created: 0, updated: 0, unchanged: distinct, derived: 0 }, name);
  }
});

t.test('coverage counts what the files have', real, async (t) => {
  const { data, total_parcels, states_covered } = (
    await call(app, 'GET', '/api/v1/coverage', { key })
  ).json();
  t.equal(total_parcels, LOADED + 16_998 + 5_660);
  t.equal(states_covered, 3);
  const counts = Object.fromEntries(
    data.map((row: { state_fips: string; parcel_count: number }) => [row.state_fips, row.parcel_count]),
  );
  t.same(counts, { 31: LOADED, 33: 5_660, 37: 16_998 });

  const rows = lincoln();
  const share = (of: typeof rows) => Math.round((of.length / rows.length) * 1_000) / 10;
  const nebraska = (await call(app, 'GET', '/api/v1/coverage?state=NE', { key })).json();
  t.match(nebraska.data, [
    {
      county_fips: '31109',
      parcel_count: LOADED,
      geocoded_pct: share(rows.filter(({ lat }) => lat !== '')),
      owner_pct: share(rows.filter(({ OWNERNME1 }) => OWNERNME1!.trim() !== '')),
      value_pct: share(rows.filter(({ CNTASSDVAL }) => Number(CNTASSDVAL) > 0)),
    },
  ]);
});

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import t from 'tap';
import type { PublishedRow } from '../../../../src/loading/ingest/adapters/adapter.ts';
import { epaAqi } from '../../../../src/loading/ingest/adapters/epa-aqi.ts';
import { fbiCrime, percentiles } from '../../../../src/loading/ingest/adapters/fbi-crime.ts';
import { nriCounties } from '../../../../src/loading/ingest/adapters/nri-counties.ts';
import { nriHazards } from '../../../../src/loading/ingest/adapters/nri-hazards.ts';
import { holds } from '../../../holds.ts';
import { valuesOf } from '../../../listed.ts';

t.test('National Risk Index: the score is the national percentile', async (t) => {
  const row = { STCOFIPS: '1001', RISK_SCORE: '9.2', RISK_NPCTL: '51.4', RISK_RATNG: 'Relatively Low' };
  t.same(nriCounties.map(row, undefined), [
    { county_fips: '01001', overall_score: '51.4', source: 'fema-nri-composite' },
  ]);
  t.same(nriCounties.map({ ...row, RISK_NPCTL: '' }, undefined), [], 'no score, no record');
  const split = nriCounties.map({ ...row, STCOFIPS: '2261' }, undefined);
  t.same(valuesOf(split, 'county_fips'), ['02063', '02066'], 'a county that was split');
});

async function hazards(file: string) {
  const records = [];
  for await (const record of nriHazards.records!([file])) records.push(record);
  return records;
}

t.test('National Risk Index by city: a county has one record', async (t) => {
  const city = {
    stcofips: '36061',
    risk_score: 98.8,
    risk_rating: 'Relatively High',
    inland_flood_score: 70,
    inland_flood_rating: 'Relatively High',
    coastal_flood_score: 77.8,
    coastal_flood_rating: 'Relatively Moderate',
    wildfire_score: 9.9,
    wildfire_rating: 'Very Low',
  };
  const inland = {
    ...city,
    stcofips: '17031',
    coastal_flood_score: null,
    coastal_flood_rating: 'Not Applicable',
    wildfire_rating: 'No Rating',
  };
  const file = join(t.testdir(), 'cities.json');
  const json = JSON.stringify({
    _meta: { source: 'Index, December 2025 release (v1.20)' },
    'one-ny': city,
    'two-ny': city,
    'three-il': inland,
  });
  await writeFile(file, `\uFEFF${json}`);
  const records = await hazards(file);
  t.same(records[0], {
    county_fips: '36061',
    overall_score: 98.8,
    inland_flood_score: 70,
    coastal_flood_score: 77.8,
    flood_score: 77.8,
    flood_rating: 'Relatively Moderate',
    wildfire_score: 9.9,
    wildfire_rating: 'Very Low',
    as_of: '2025',
    source: 'fema-nri-hazards',
  });
  t.match(records[1], {
    county_fips: '17031',
    flood_score: 70,
    flood_rating: 'Relatively High',
    wildfire_rating: '',
  });
  t.equal(records.length, 2, 'cities of one county are one record');
  await writeFile(`${file}.gz`, gzipSync(json));
  t.same(await hazards(`${file}.gz`), records, 'the same packed');
  await writeFile(file, '[]');
  await t.rejects(hazards(file), /not a JSON object/, 'another shape is refused');
});

const air = (State: string, County: string): PublishedRow => ({
  State,
  County,
  Year: '2024',
  'Median AQI': '40',
  'Unhealthy for Sensitive Groups Days': '3',
  'Unhealthy Days': '2',
  'Very Unhealthy Days': '1',
  'Hazardous Days': '1',
});

t.test('air quality: a county is found by its name', async (t) => {
  t.same(epaAqi.map(air('Alabama', 'Baldwin'), undefined), [
    { county_fips: '01003', median_aqi: '40', unhealthy_days: 7, as_of: '2024', source: 'epa-aqi' },
  ]);
  const cases: [string, string, string | undefined][] = [
    ['Alaska', 'Anchorage ', '02020'],
    ['Alaska', 'Fairbanks North Star ', '02090'],
    ['District Of Columbia', 'District of Columbia', '11001'],
    ['Illinois', 'Saint Clair', '17163'],
    ['Illinois', 'Rock Island', '17161'],
    ['Louisiana', 'East Baton Rouge', '22033'],
    ['Maryland', 'Baltimore', '24005'],
    ['Maryland', 'Baltimore (City)', '24510'],
    ['Missouri', 'St. Louis City', '29510'],
    ['Nevada', 'Carson City', '32510'],
    ['New Mexico', 'Dona Ana', '35013'],
    ['Puerto Rico', 'Catano', '72033'],
    ['Puerto Rico', 'Mayagnez', '72097'],
    ['Virgin Islands', 'St John', '78020'],
    ['Virginia', 'Charles', '51036'],
    ['Virginia', 'Richmond City', '51760'],
    ['Ohio', 'Nowhere', 'Nowhere'],
    ['Country Of Mexico', 'SONORA', undefined],
  ];
  for (const [state, county, fips] of cases) {
    t.equal(epaAqi.map(air(state, county), undefined)[0]?.county_fips, fips, `${state}: ${county}`);
  }
});

const crime = (fips: string, rate: string, changed: PublishedRow = {}): PublishedRow => ({
  FIPS_ST: fips.slice(0, 2).replace(/^0/, ''),
  FIPS_CTY: fips.slice(2).replace(/^0+/, ''),
  crime_rate_per_100000: rate,
  CPOPCRIM: '500',
  COVIND: '100',
  population: '500',
  ...changed,
});

t.test('crime: the score is the national percentile of the rate', async (t) => {
  const rows = [
    crime('06115', '400.5'),
    crime('08001', '10'),
    crime('08003', '0'),
    crime('08005', '10'),
    crime('46113', '50'),
    crime('28003', '0', { CPOPCRIM: '0' }),
    crime('28141', '99', { COVIND: '0' }),
    crime('15005', '99', { population: '0' }),
    crime('15009', ''),
  ];
  const side = await fbiCrime.prepare!(['crime.csv'], async function* () {
    yield* rows;
  });
  const records = rows.flatMap((row) => fbiCrime.map(row, side));
  t.same(
    records.map((record) => [record.county_fips, record.crime_score]),
    [
      ['06115', 100],
      ['08001', 25],
      ['08003', 0],
      ['08005', 25],
      ['46102', 75],
    ],
    'counties without data are neither ranked nor recorded',
  );
  t.match(records[0], { as_of: '2014', source: 'fbi-ucr' });
});

t.test('percentiles keep the order, and are between 0 and 100', async () => {
  const rates = fc.array(fc.double({ min: 0, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 50 });
  await holds(100, [rates], (values) => {
    const scores = percentiles(new Map(values.map((value, index) => [String(index), value])));
    const scoreOf = (index: number) => scores.get(String(index))!;
    return values.every(
      (value, a) =>
        scoreOf(a) >= 0 &&
        scoreOf(a) <= 100 &&
        values.every((other, b) =>
          value < other ? scoreOf(a) <= scoreOf(b) : value !== other || scoreOf(a) === scoreOf(b),
        ),
    );
  });
});

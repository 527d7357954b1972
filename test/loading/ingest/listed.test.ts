import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import type { IngestKind } from '../../../src/loading/ingest/ingest.ts';
import { lineFile } from '../../../src/loading/ingest/line-file.ts';
import { makeHarness } from '../../helper.ts';
import { csv, inputFile, ndjson, rejects } from './support.ts';

const harness = await makeHarness(t);

const byLine = (a: { line: number }, b: { line: number }) => a.line - b.line;

/** Loads a file; returns the report, and what the file of nulled values lists, by line. */
async function load(t: Test, kind: IngestKind, file: string) {
  const listing = await inputFile(t, 'nulled.ndjson', 'what stood here before\n');
  const report = await harness.load(kind, { files: [file] }, { nulled: lineFile(listing) });
  const text = await readFile(listing, 'utf8');
  const nulled = text.split('\n').filter(Boolean);
  return { report, nulled: nulled.map((line) => JSON.parse(line)).sort(byLine), text };
}

const place = (n: number) => ({ county_fips: '31109', parcel_id: `n${n}` });
const RECORDS = [
  { ...place(1), owner_name: 'WREN, ODETTE' },
  { ...place(2), owner_name: 'WREN, ODETTE', year_built: '1492', market_value: '-5' },
  place(3),
  { ...place(4), city: `LINCOLN ${'X'.repeat(1_000)}`, lat: '0', lon: '0' },
  { ...place(5), sale_date: '2021-02-30' },
];
const NULLED = [
  [2, 'market_value', 'negative'],
  [2, 'year_built', 'out_of_range'],
  [4, 'city', 'cut'],
  [4, 'location', 'zero'],
  [5, 'sale_date', 'no_such_date'],
];

const feature = ({ lat, lon, ...properties }: Record<string, unknown>) => ({
  type: 'Feature',
  properties,
  geometry: lat === undefined ? null : { type: 'Point', coordinates: [Number(lon), Number(lat)] },
});

t.test(
  'every value that becomes null is listed with line, field and reason, even if unchanged',
  async (t) => {
    const forms: [name: string, content: string, lineOf: (n: number) => number][] = [
      ['x.ndjson', `\n${ndjson(RECORDS)}`, (n) => n + 1],
      ['x.csv', csv(RECORDS), (n) => n + 1],
      ['x.geojson', JSON.stringify({ type: 'FeatureCollection', features: RECORDS.map(feature) }), (n) => n],
    ];
    for (const [name, content, lineOf] of forms) {
      const file = await inputFile(t, name, content);
      for (const time of ['first', 'second']) {
        const { report, nulled, text } = await load(t, 'parcels', file);
        t.equal(report.error, null, name);
        if (time === 'second') t.equal(report.unchanged, RECORDS.length, `${name}: nothing is written again`);
        const found = nulled.map(({ file: from, line, field, reason }) => {
          t.equal(from, file);
          return [line, field, reason];
        });
        const expected = NULLED.map(([line, ...rest]) => [lineOf(line as number), ...rest]);
        t.same(found.sort(), expected.sort(), `${name}, loaded the ${time} time`);
        const counted = Object.values(report.nulled).reduce((sum, count) => sum + count, 0);
        t.equal(nulled.length, counted, `${name}: as many as the summary counts`);
        t.notMatch(text, /WREN|1492|XXX|what stood/, `${name}: no values, and nothing of an older file`);
      }
    }
  },
);

t.test('deeds, permits and risks are listed too, and a file without faults lists nothing', async (t) => {
  const at = place(9);
  const cases: [IngestKind, Record<string, unknown>, string, string][] = [
    ['deeds', { ...at, document_number: '1', sale_price_usd: 'much' }, 'sale_price_usd', 'wrong_type'],
    ['permits', { ...at, permit_number: '1', filed_date: '1900-01-01' }, 'filed_date', 'placeholder_date'],
    ['risks', { county_fips: '31109', wildfire_score: 101 }, 'wildfire_score', 'out_of_range'],
  ];
  for (const [kind, record, field, reason] of cases) {
    const { nulled } = await load(t, kind, await inputFile(t, 'x.ndjson', ndjson([record])));
    t.match(nulled, [{ line: 1, field, reason }], kind);
  }
  const { nulled, text } = await load(t, 'parcels', await inputFile(t, 'x.ndjson', ndjson([place(10)])));
  t.same([nulled, text], [[], '']);
});

t.test('a rejected line is listed with the field at fault, if there is one', async (t) => {
  const sound = { county_fips: '31109', parcel_id: 'r1' };
  const lines: [line: string, field: string | null, reason: string][] = [
    [JSON.stringify({ parcel_id: 'x' }), 'county_fips', 'county_fips_missing'],
    [JSON.stringify({ ...sound, county_fips: '31' }), 'county_fips', 'county_fips_malformed'],
    [JSON.stringify({ ...sound, county_fips: '99999' }), 'county_fips', 'county_fips_unknown'],
    [JSON.stringify({ county_fips: '31109' }), 'parcel_id', 'parcel_id_missing'],
    [JSON.stringify({ ...sound, parcel_id: 'x'.repeat(65) }), 'parcel_id', 'parcel_id_too_long'],
    [JSON.stringify({ ...sound, parcel_id: {} }), 'parcel_id', 'parcel_id_malformed'],
    [JSON.stringify({ ...sound, city: 'a\u0000' }), 'city', 'nul_character'],
    [JSON.stringify({ ...sound, owner_name: '\ud800' }), 'owner_name', 'invalid_unicode'],
    [JSON.stringify({ ...sound, 'WREN, ODETTE': '\u0000' }), null, 'nul_character'],
    ['{', null, 'not_json'],
  ];
  const file = await inputFile(t, 'x.ndjson', `${lines.map(([line]) => line).join('\n')}\n`);
  const { report } = await load(t, 'parcels', file);
  t.same(
    await rejects(report),
    lines.map(([, field, reason], n) => ({ file, line: n + 1, field, reason })),
  );
  t.notMatch(await readFile(report.rejects_file!, 'utf8'), /WREN|xxx/, 'other names tell nothing');
  t.equal((await stat(report.rejects_file!)).mode & 0o777, 0o600);

  const permit = { county_fips: '31109', permit_id: '😀'.repeat(200) };
  const { report: permits } = await load(t, 'permits', await inputFile(t, 'y.ndjson', ndjson([permit])));
  t.match(await rejects(permits), [{ field: 'permit_id', reason: 'permit_id_too_long' }]);
});

t.test('a list of more lines than fit into memory at once is complete', async (t) => {
  const path = join(harness.config.TERRIER_HOME, 'many.ndjson');
  await writeFile(path, 'old');
  const file = lineFile(path);
  const line = { text: 'ß'.repeat(100) };
  for (let n = 0; n < 20_000; n++) file.add({ n, ...line });
  file.close();
  const lines = (await readFile(path, 'utf8')).trimEnd().split('\n');
  t.equal(lines.length, 20_000);
  t.ok(lines.every((text, n) => text === JSON.stringify({ n, ...line })));
});

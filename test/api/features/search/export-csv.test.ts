import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { csvFields } from '../../../../src/loading/readers/csv/records.ts';
import { call, makeHarness } from '../../../helper.ts';
import { jsonLines, listed } from '../../../listed.ts';
import { clear } from '../../../loading/ingest/support.ts';
import { ALL, exporting, type Json, located } from './exporting.ts';

/** Enough rows for two full pages from Elasticsearch and part of another. */
const COUNT = 1_100;
const parcels = located(COUNT);

const harness = await makeHarness(t);
await harness.load('parcels', parcels);
const { app, key } = await harness.api({ tier: 'license' });
const { exported, searched } = exporting(app, key);

// Each test empties the installation and loads what was exported.
t.test('an exported CSV loads as the same parcels again', async (t) => {
  const answer = await exported(ALL, { format: 'csv' });
  t.equal(answer.headers['content-type'], 'text/csv; charset=utf-8; header=present');
  const first = answer.text.slice(0, answer.text.indexOf('\r\n'));
  t.match(first, /^id,county_fips,parcel_id,.*,lat,lon,has_outline,owner_name,.*,updated_at,cursor$/);
  const file = join(harness.config.TERRIER_HOME, 'again.csv');
  await writeFile(file, answer.text);
  const before = await searched(ALL);
  t.equal(before.size, COUNT);
  await clear(harness);
  const report = await harness.load('parcels', { files: [file] });
  t.match(report, { read: before.size, created: before.size, rejected: 0 });
  const found = await call(app, 'POST', '/api/v1/search', {
    key,
    body: { ...ALL, limit: 500, sort: 'assessed_value' },
  });
  // The score depends on all parcels of a county, and some have no location and were not exported. Exports have no
  // outlines.
  const own = ({ updated_at, deal_score, deal_score_parts, has_outline, ...row }: Json) => row;
  const { data } = found.json();
  t.equal(data.length, 500);
  t.same(
    data.map(own),
    data.map(({ id }: Json) => own(before.get(id))),
  );
});

/** The rows of a CSV that has no line breaks in its values, by the names of its header. */
function cellsOf(csv: string): Record<string, string>[] {
  const [header, ...rows] = csv
    .split('\r\n')
    .slice(0, -1)
    .map((line) => csvFields(line, ',')!);
  return rows.map((row) => Object.fromEntries(header!.map((name, at) => [name, row[at]!])));
}

const TEXTS = ['owner_name', 'owner_name_2', 'land_use', 'land_use_code', 'zoning', 'source'];

t.test('a spreadsheet runs no cell of a CSV, and loading it again gives the same parcels', async (t) => {
  const texts =
    listed(`=HYPERLINK("http://x.test","y") · +1 402 · -2+3 · @SUM(A1) · '=A1 · ''-1 · 'quoted' · O'Hara ·
      A;=1+1;B · \u200b=A1`);
  await clear(harness);
  const records = texts.map((text, at) => ({
    county_fips: '31109',
    parcel_id: at % 2 === 0 ? `-${at}` : `@${at}`,
    ...Object.fromEntries(TEXTS.map((name) => [name, text])),
    location: { lat: 40.8 + at / 1_000, lon: -96.7 },
    total_assessed_value: 100 + at,
  }));
  await harness.load('parcels', records);
  const csvOf = async (more: Record<string, string>) =>
    (await exported(ALL, { format: 'csv', ...more })).text;
  const safe = await csvOf({});
  t.equal(cellsOf(safe).length, texts.length);
  for (const { lon, ...row } of cellsOf(safe)) {
    const run = Object.entries(row).filter(([, cell]) => /(^|;)\u200b?[=+\-@\t\r]/.test(cell));
    t.same(run, [], row.id!);
    t.equal(lon, '-96.7', 'a number is a number');
  }
  const raw = cellsOf(await csvOf({ raw: 'true' }));
  t.same(raw.map(({ owner_name }) => owner_name).sort(), texts.toSorted(), 'as they are stored, with raw');
  t.equal((await exported(ALL, { format: 'csv', raw: 'yes' })).status, 400);

  const rows = async () => {
    const body = { ...ALL, sort: 'assessed_value' };
    const { data } = (await call(app, 'POST', '/api/v1/search', { key, body })).json();
    return data.map(({ updated_at, ...row }: Json) => row);
  };
  const before = await rows();
  t.equal(before.length, texts.length);
  await clear(harness);
  const file = join(harness.config.TERRIER_HOME, 'again.csv');
  await writeFile(file, safe);
  t.match(await harness.load('parcels', { files: [file] }), { created: texts.length, rejected: 0 });
  t.same(await rows(), before);
});

t.test('names with quotes of every kind are kept', async (t) => {
  await clear(harness);
  const names = [
    ...listed('A "QUOTED" ONE · COMMA, ADA · LINE\nBREAK · =SUM(A1) · Ünï 🏠 · ","internal":{'),
    'CR\rLF\r\n',
    ' ',
  ];
  await harness.load(
    'parcels',
    names.map((name, n) => ({
      county_fips: '31109',
      parcel_id: `q"${n},]}`,
      owner_name: name,
      location: { lat: 40, lon: -96 },
    })),
  );
  const stored = (await call(app, 'POST', '/api/v1/search', { key, body: ALL })).json().data;
  const rows = jsonLines((await exported(ALL)).text);
  t.equal(rows.length, names.length);
  const plain = rows.map(({ cursor, ...row }) => row);
  const byId = (a: Json, b: Json) => (a.id < b.id ? -1 : 1);
  t.same(plain.sort(byId), stored.sort(byId));
  for (const { cursor } of rows) {
    t.equal((await exported(ALL, { cursor })).status, 200);
  }
});

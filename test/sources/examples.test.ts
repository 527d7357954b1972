import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { isCounty } from '../../src/domain/geography.ts';
import { trialOf } from '../../src/ingest/trial.ts';
import { openSource } from '../../src/readers/bytes.ts';
import { csvRows } from '../../src/readers/csv/csv.ts';
import { compileConform } from '../../src/sources/conform.ts';
import type { SourceKind } from '../../src/sources/keys.ts';
import { planOf } from '../../src/sources/plan.ts';
import { readSource } from '../../src/sources/source.ts';
import { SHARED_DATA, withoutSharedData } from '../helper.ts';
import { EXAMPLES, exampleInput, exampleOf, recordsIn } from './example.ts';

const MOST_LINES = 30;
/** Of the larger files only the first rows are read, unless WHOLE_FILES=1. */
const ROWS = process.env.WHOLE_FILES === '1' ? Number.POSITIVE_INFINITY : 20_000;

/** Source file, kind, its real files, rows of the first one and records made of them. */
const REAL: [name: string, kind: SourceKind, files: string[], rows: number, records: number][] = [
  ['us-ne-lancaster.json', 'parcels', ['lincoln_ne/lancaster_parcels.csv.gz'], 105_243, 105_243],
  ['us-nc-wake.json', 'parcels', ['raleigh_nc/parcels.csv', 'raleigh_nc/owners.csv'], 16_998, 16_998],
  ['us-nc-wake-deeds-permits.json', 'permits', ['raleigh_nc/permits.csv'], 5_297, 5_297],
  ['us-il-chicago-permits.json', 'permits', ['chicago_il/permits_2021_2026.csv.gz'], 190_242, 190_242],
  [
    'us-nh-lebanon.json',
    'parcels',
    ['lebanon_nh/parcels_owners_sales.csv', 'outlines/lebanon_nh/LebParcels_shp.zip'],
    5_660,
    5_660,
  ],
];

/** Checked for their columns alone: of one file, several layers. */
const COLUMNS: Record<string, string> = {
  'us-nh-lebanon-deeds.json': 'lebanon_nh/parcels_owners_sales.csv',
};

async function header(file: string): Promise<string[]> {
  const { bytes } = await openSource(file);
  for await (const rows of csvRows(bytes))
    for (const row of rows) if ('record' in row) return Object.keys(row.record);
  return [];
}

async function rowsOf(file: string, encoding: string | undefined): Promise<number> {
  const { bytes } = await openSource(file);
  let count = 0;
  const known = encoding === 'windows-1252' ? encoding : 'utf-8';
  for await (const rows of csvRows(bytes, { encoding: known })) {
    count += rows.length;
    if (count >= ROWS) return ROWS;
  }
  return count;
}

t.test('every example can be read, has a plan for each layer, and is short', async (t) => {
  const names = await readdir(EXAMPLES);
  t.ok(names.length >= 10, 'there are examples');
  for (const name of names) {
    const text = await readFile(join(EXAMPLES, name), 'utf8');
    t.ok(text.trimEnd().split('\n').length <= MOST_LINES, `${name} has at most ${MOST_LINES} lines`);
    const plans = planOf(readSource(JSON.parse(text), name));
    t.ok(plans.length > 0 && plans.every(({ supported }) => supported), `${name} can be loaded`);
  }
});

t.test('the columns that they name are those of the real files', { skip: withoutSharedData }, async (t) => {
  for (const [name, file] of Object.entries(COLUMNS)) {
    const { layers, area } = readSource(JSON.parse(await readFile(join(EXAMPLES, name), 'utf8')), name);
    const columns = await header(join(SHARED_DATA!, file));
    for (const { conform, kind, place } of layers) {
      t.doesNotThrow(() => compileConform(conform, kind, columns, area), `${name} ${place}`);
    }
  }
});

t.test('every row of the real files makes its record', { skip: withoutSharedData }, async (t) => {
  for (const [name, kind, paths, rowsExpected, recordsExpected] of REAL) {
    const files = paths.map((path) => join(SHARED_DATA!, path));
    const { keys } = trialOf(kind);
    const example = await exampleOf(name, kind, files);
    const rows = await rowsOf(files[0]!, example.layer.reading.encoding);
    let records = 0;
    const nowhere = new Set<unknown>();
    const unknown = new Set<string>();
    for await (const record of recordsIn(exampleInput(example))) {
      records++;
      if (!isCounty(String(record.county_fips))) nowhere.add(record.county_fips);
      for (const key in record) if (!keys.has(key)) unknown.add(key);
      if (records === ROWS) break;
    }
    const expected = { rows: Math.min(ROWS, rowsExpected), records: Math.min(ROWS, recordsExpected) };
    t.same({ rows, records }, expected, name);
    t.same([...nowhere], [], `${name}: counties that are none`);
    t.same([...unknown], [], `${name}: keys that are not canonical`);
  }
});

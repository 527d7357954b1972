import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { isCounty } from '../../../src/domain/geography.ts';
import type { PublishedRow, ReadRows } from '../../../src/ingest/adapters/adapter.ts';
import { ADAPTERS, adapterByName } from '../../../src/ingest/adapters/index.ts';
import { openSource } from '../../../src/readers/bytes.ts';
import { csvRows } from '../../../src/readers/csv/csv.ts';

const DATA = fileURLToPath(new URL('../../../../shared/data/', import.meta.url));
const present = existsSync(DATA);

/** Adapter, its files, rows read (0 of a stream) and records made. */
const CASES: [string, string[], number, number][] = [
  ['raleigh-nc-deeds', ['raleigh_nc/owners.csv'], 16_998, 19_454],
  ['lebanon-nh-deeds', ['lebanon_nh/parcels_owners_sales.csv'], 5_660, 16_633],
  ['nyc-deeds', ['nyc/rolling_sales_2016_2021.csv.gz'], 188_427, 188_427],
  ['nri-counties', ['county/nri_counties.csv'], 3_142, 3_143],
  ['nri-hazards', ['county/nri_hazard_by_city.json'], 0, 293],
  ['epa-aqi', ['county/annual_aqi_by_county_2024.csv'], 996, 995],
  ['epa-aqi', ['county/annual_aqi_by_county_2025.csv'], 978, 977],
  ['fbi-crime', ['county/crime_by_county_2014.csv'], 3_136, 3_059],
];

/** Adapters whose real files are not in ../shared/data. */
const WITHOUT_FILE: string[] = [];

const readRows: ReadRows = async function* (file, encoding) {
  const { bytes } = await openSource(file);
  for await (const rows of csvRows(bytes, { encoding: encoding === 'windows-1252' ? encoding : 'utf-8' })) {
    for (const row of rows) {
      if ('reason' in row) throw new Error(`${file}:${row.line}: ${row.reason}`);
      yield row.record as PublishedRow;
    }
  }
};

t.test('names are unique, and every adapter whose file is there is tried', async (t) => {
  const names = ADAPTERS.map((adapter) => adapter.name);
  t.equal(new Set(names).size, names.length);
  t.same(new Set([...CASES.map(([name]) => name), ...WITHOUT_FILE]), new Set(names));
  t.equal(adapterByName('nobody-knows'), undefined);
});

t.test('every adapter of the folder is listed', async (t) => {
  const folder = new URL('../../../src/ingest/adapters/', import.meta.url);
  const found = [];
  for (const file of await readdir(folder)) {
    const exported: object[] = Object.values(await import(new URL(file, folder).href));
    found.push(...exported.filter((one) => typeof one === 'object' && 'reads' in one));
  }
  t.same(new Set(found), new Set(ADAPTERS));
});

t.test('the public files', { skip: present ? false : 'no ../shared/data beside this clone' }, async (t) => {
  for (const [name, paths, rowsExpected, recordsExpected] of CASES) {
    const adapter = adapterByName(name)!;
    const files = paths.map((path) => DATA + path);
    let rows = 0;
    let records = 0;
    const nowhere = new Set<unknown>();
    const take = (record: Record<string, unknown>) => {
      records++;
      if (!isCounty(String(record.county_fips))) nowhere.add(record.county_fips);
    };
    if (adapter.reads === 'stream') for await (const record of adapter.records(files)) take(record);
    else {
      const side = await adapter.prepare?.(files, readRows);
      for await (const row of readRows(files[0]!, adapter.encoding)) {
        if (rows++ === 0)
          t.same(
            adapter.columns.filter((column) => !(column in row)),
            [],
            `${name}: columns`,
          );
        for (const record of adapter.map(row, side)) take(record);
      }
    }
    t.same({ rows, records }, { rows: rowsExpected, records: recordsExpected }, `${name}: ${paths[0]}`);
    t.same([...nowhere], [], `${name}: counties that are none`);
  }
});

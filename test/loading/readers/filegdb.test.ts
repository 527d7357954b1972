import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import t, { type Test } from 'tap';
import { openFilegdb } from '../../../src/loading/readers/filegdb.ts';
import { openTable } from '../../../src/loading/readers/open.ts';
import { SHARED_DATA, withoutSharedData } from '../../helper.ts';
import { allRows, cellsOf, folderOf, zip } from './table-files.ts';

const { folder, write } = await folderOf(t);
const formats = spawnSync('ogr2ogr', ['--formats'], { encoding: 'utf8' }).stdout ?? '';
const withoutGdal = formats === '' ? 'no ogr2ogr on the PATH' : false;
const withoutWriter = /OpenFileGDB.*w/.test(formats) ? false : 'no GDAL from 3.6 on that writes FileGDB';

/** A folder that looks like a FileGDB. */
const lookalike = join(folder, 'empty.gdb');
await mkdir(lookalike);
await writeFile(join(lookalike, 'a00000001.gdbtable'), 'x');

/** Programs on the PATH that replace those of GDAL. */
async function standIns(t: Pick<Test, 'teardown'>, script: string) {
  const bin = join(folder, `bin-${Math.floor(performance.now() * 1e6)}`);
  await mkdir(bin);
  for (const name of ['ogr2ogr', 'ogrinfo'])
    await writeFile(join(bin, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  const { PATH } = process.env;
  process.env.PATH = `${bin}${delimiter}${PATH}`;
  t.teardown(() => {
    process.env.PATH = PATH;
  });
}

t.test('without GDAL, a sentence says what to do', async (t) => {
  const { PATH } = process.env;
  t.teardown(() => {
    process.env.PATH = PATH;
  });
  process.env.PATH = join(folder, 'nowhere');
  await t.rejects(
    openFilegdb(lookalike),
    /empty\.gdb: FileGDB needs GDAL: .*ogr2ogr is not on the PATH\. Install GDAL \(apt-get install gdal-bin.*ogr2ogr -f GPKG/,
  );
});

t.test('a message of GDAL is passed on', async (t) => {
  await standIns(t, 'echo "Warning 1: x" >&2; echo "ERROR 1: the disk is tired" >&2; exit 1');
  await t.rejects(openFilegdb(lookalike), /empty\.gdb: GDAL could not read it: the disk is tired$/);
});

t.test('a FileGDB is a folder, or in a zip', async (t) => {
  const cases: [path: string, error: RegExp][] = [
    [folder, /is not a FileGDB: the folder has no \.gdbtable files/],
    [join(folder, 'none.gdb'), /none\.gdb cannot be read: there is no such file/],
    [await write('x.gdb', 'x'), /is not a FileGDB: that is a folder, or a zip with one/],
    [await write('none.zip', zip([{ name: 'x.csv', content: 'x' }])), /holds no FileGDB/],
    [
      await write(
        'two.zip',
        zip(['a', 'b'].map((name) => ({ name: `${name}.gdb/a1.gdbtable`, content: 'x' }))),
      ),
      /holds 2 FileGDBs: a\.gdb, b\.gdb\. Name one with --file/,
    ],
  ];
  for (const [path, error] of cases) await t.rejects(openFilegdb(path), error);
  await t.rejects(
    openFilegdb(join(folder, 'two.zip'), { file: 'c.gdb' }),
    /holds no c\.gdb, only a\.gdb, b\.gdb/,
  );
});

function gdal(...args: string[]): void {
  const { status, stderr } = spawnSync('ogr2ogr', args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
}

t.test('layers are read in degrees, row by row', { skip: withoutGdal || withoutWriter }, async (t) => {
  const features = Array.from({ length: 3_000 }, (_, n) => ({
    type: 'Feature',
    properties: { pin: `P-${n}`, acres: n / 4, sold: '2020-01-02T00:00:00Z' },
    geometry: { type: 'Point', coordinates: [-122.25, 37.8 + n / 100_000] },
  }));
  const input = await write('p.geojson', JSON.stringify({ type: 'FeatureCollection', features }));
  const file = join(folder, 'county.gdb');
  gdal('-f', 'OpenFileGDB', file, input, '-nln', 'parcels', '-t_srs', 'EPSG:2227');
  const one = await openFilegdb(file);
  t.match(one, { format: 'FileGDB', projection: /California zone 3/, count: 3_000, geometry: 'POINT' });
  await one.close();
  gdal('-update', '-f', 'OpenFileGDB', file, await write('o.csv', 'name,note\nDOE,x\n'), '-nln', 'owners');
  const table = await openFilegdb(file);
  t.match(table.name, /county\.gdb \(layer parcels\)$/);
  t.same(
    table.columns.map(({ name, type }) => [name, type]),
    [
      ['pin', 'text'],
      ['acres', 'number'],
      ['sold', 'date'],
    ],
  );
  const rows = await allRows(table);
  t.equal(rows.length, 3_000);
  t.equal(table.share(), 1);
  const fifth = rows[4];
  if (!fifth || 'reason' in fifth || fifth.geometry?.type !== 'Point')
    throw new Error('the fifth row is not a point');
  t.match(fifth, { line: 5, cells: { pin: 'P-4', acres: 1, sold: /^2020-01-02/ } });
  const [lon, lat] = fifth.geometry.coordinates;
  t.ok(Math.abs(lon! + 122.25) < 1e-6 && Math.abs(lat! - 37.80004) < 1e-6);
  const again = await openFilegdb(file);
  for await (const some of again.read()) {
    t.ok(some.length > 0, 'a reader may stop early');
    break;
  }
  await again.close();
  t.same(cellsOf(await allRows(await openFilegdb(file, { layer: 'owners' }))), [{ name: 'DOE', note: 'x' }]);
  await t.rejects(openFilegdb(file, { layer: 'roads' }), /it has no layer roads, only parcels, owners/);
  gdal('-update', '-f', 'OpenFileGDB', file, input, '-nln', 'roads');
  await t.rejects(openFilegdb(file), /it has 2 layers: parcels, roads\. Name one with --layer/);
  await t.rejects(openFilegdb(lookalike), /empty\.gdb: GDAL could not read it: /);
});

t.test(
  'a zip with the files of a FileGDB and no folder is one',
  { skip: withoutGdal || withoutWriter },
  async (t) => {
    const input = await write('one.csv', 'pin,note\nP-1,x\n');
    const file = join(folder, 'one.gdb');
    gdal('-f', 'OpenFileGDB', file, input, '-nln', 'parcels');
    const files = (await readdir(file)).map((name) => ({ name, content: readFileSync(join(file, name)) }));
    const zipped = await write('download.zip', zip(files));
    const table = await openTable(zipped);
    t.match(table, { format: 'FileGDB', name: `${zipped} (layer parcels)` });
    t.same(cellsOf(await allRows(table)), [{ pin: 'P-1', note: 'x' }]);
    await table.close();
  },
);

t.test('the meanings of codes are read', { skip: withoutGdal || withoutWriter }, async (t) => {
  const file = join(folder, 'coded.gpkg');
  gdal('-f', 'GPKG', file, await write('coded.csv', 'pin,use\nP-1,R\n'), '-nln', 'parcels');
  const database = new DatabaseSync(file);
  database.exec(`
    CREATE TABLE gpkg_data_columns (table_name TEXT NOT NULL, column_name TEXT NOT NULL, name TEXT, title TEXT,
      description TEXT, mime_type TEXT, constraint_name TEXT, PRIMARY KEY (table_name, column_name));
    CREATE TABLE gpkg_data_column_constraints (constraint_name TEXT NOT NULL, constraint_type TEXT NOT NULL, value TEXT,
      min NUMERIC, min_is_inclusive BOOLEAN, max NUMERIC, max_is_inclusive BOOLEAN, description TEXT);
    INSERT INTO gpkg_data_columns (table_name, column_name, constraint_name) VALUES ('parcels', 'use', 'uses');
    INSERT INTO gpkg_data_column_constraints (constraint_name, constraint_type, value, description)
      VALUES ('uses', 'enum', 'R', 'Residential'), ('uses', 'enum', 'C', 'Commercial');`);
  database.close();
  const coded = join(folder, 'coded.gdb');
  gdal('-f', 'OpenFileGDB', coded, file);
  const table = await openFilegdb(coded);
  t.same(
    table.columns.map(({ name, codes }) => [name, codes]),
    [
      ['pin', null],
      ['use', { R: 'Residential', C: 'Commercial' }],
    ],
  );
  t.same(cellsOf(await allRows(table)), [{ pin: 'P-1', use: 'R' }]);
});

t.test('a published FileGDB in a zip is read', { skip: withoutSharedData || withoutGdal }, async (t) => {
  const file = join(SHARED_DATA!, 'outlines/odd_zips/tests/data/lake-man.gdb.zip');
  const table = await openFilegdb(file);
  t.match(table, { count: 6, geometry: 'POINT', projection: 'WGS 84' });
  t.equal(table.columns.length, 20);
  const rows = await allRows(table);
  t.equal(rows.length, 6);
  t.ok(rows.every((row) => 'geometry' in row && row.geometry?.type === 'Point'));
});

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import t from 'tap';
import { openGeoPackage } from '../../../src/loading/readers/geopackage/table.ts';
import { addLayer, allRows, blob, cellsOf, folderOf, geoPackage, SQUARE, wkb, zip } from './table-files.ts';

const { folder, write } = await folderOf(t);
let made = 0;
const make = (add: (database: DatabaseSync) => void) => geoPackage(join(folder, `${made++}.gpkg`), add);

const COLUMNS =
  'pin TEXT(20), value INTEGER, acres REAL, sold DATE, seen DATETIME, vacant BOOLEAN, photo BLOB';
const polygon = blob(wkb(3, [SQUARE]));

function insert(
  database: DatabaseSync,
  layer: string,
  ...rows: (string | number | bigint | null | Uint8Array)[][]
) {
  for (const row of rows) {
    const places = row.map(() => '?').join(', ');
    database.prepare(`INSERT INTO "${layer}" VALUES (${places})`).run(...row);
  }
}

t.test('a layer is read with its columns, dates and geometries', async (t) => {
  const file = make((database) => {
    addLayer(database, 'parcels', COLUMNS);
    insert(
      database,
      'parcels',
      [1, '007', 10, 1.5, '2020-01-02', '2020-01-02T03:04:05.000Z', 1, polygon, polygon],
      [2, null, 2n ** 60n, null, null, null, 0, null, null],
    );
    database.exec(`
      CREATE TABLE gpkg_data_columns (table_name TEXT, column_name TEXT, name TEXT, title TEXT, constraint_name TEXT);
      INSERT INTO gpkg_data_columns VALUES ('parcels', 'pin', NULL, 'Parcel number', NULL), ('parcels', 'value', 'Use', NULL, 'uses');
      CREATE TABLE gpkg_data_column_constraints (constraint_name TEXT, constraint_type TEXT, value TEXT, description TEXT);
      INSERT INTO gpkg_data_column_constraints VALUES ('uses', 'enum', '10', 'House'), ('uses', 'enum', '20', 'Shop');
    `);
  });
  const table = await openGeoPackage(file);
  t.match(table, { name: `${file} (layer parcels)`, format: 'GeoPackage', geometry: 'POLYGON', count: 2 });
  t.same(table.columns, [
    { name: 'fid', alias: null, type: 'number', length: null, codes: null },
    { name: 'pin', alias: 'Parcel number', type: 'text', length: 20, codes: null },
    { name: 'value', alias: 'Use', type: 'number', length: null, codes: { 10: 'House', 20: 'Shop' } },
    { name: 'acres', alias: null, type: 'number', length: null, codes: null },
    { name: 'sold', alias: null, type: 'date', length: null, codes: null },
    { name: 'seen', alias: null, type: 'date', length: null, codes: null },
    { name: 'vacant', alias: null, type: 'boolean', length: null, codes: null },
  ]);
  t.same(table.remarks, ['Binary data is not read: the columns photo.']);
  const rows = await allRows(table);
  t.same(rows, [
    {
      line: 1,
      cells: {
        fid: 1,
        pin: '007',
        value: 10,
        acres: 1.5,
        sold: '2020-01-02',
        seen: '2020-01-02T03:04:05.000Z',
        vacant: true,
      },
      geometry: { type: 'Polygon', coordinates: [SQUARE] },
    },
    {
      line: 2,
      cells: {
        fid: 2,
        pin: null,
        value: '1152921504606846976',
        acres: null,
        sold: null,
        seen: null,
        vacant: false,
      },
      geometry: null,
    },
  ]);
  t.equal(table.share(), 1);
  const entry = zip([{ name: 'data/x.gpkg', content: await readFile(file) }]);
  const zipped = await openGeoPackage(await write('x.zip', entry));
  t.same(await allRows(zipped), rows, 'in a zip');
});

t.test('the layer is the named one, the only one with a geometry, or the only one', async (t) => {
  const two = make((database) => {
    addLayer(database, 'parcels', 'pin TEXT');
    addLayer(database, 'roads "x"; --', 'name TEXT');
  });
  await t.rejects(
    openGeoPackage(two),
    /\.gpkg: it has 2 layers: parcels, roads "x"; --\. Name one with --layer/,
  );
  await t.rejects(openGeoPackage(two, { layer: 'x' }), /it has no layer x, only parcels, roads/);
  for (const layer of ['parcels', 'roads "x"; --'])
    t.same(await allRows(await openGeoPackage(two, { layer })), [], layer);
  const located = make((database) => {
    addLayer(database, 'owners', 'name TEXT', null);
    addLayer(database, 'parcels', 'pin TEXT');
    insert(database, 'owners', [1, 'DOE\0\0']);
  });
  t.match((await openGeoPackage(located)).name, /layer parcels/);
  const owners = await openGeoPackage(located, { layer: 'owners' });
  t.match(owners, { geometry: null, projection: null });
  t.same(cellsOf(await allRows(owners)), [{ fid: 1, name: 'DOE' }], 'without NULs that fill a text up');
  const only = make((database) => addLayer(database, 'owners', 'name TEXT', null));
  t.match((await openGeoPackage(only)).name, /layer owners/);
  await t.rejects(openGeoPackage(make(() => {})), /it has no layer/);
});

t.test('the coordinate system is that of the layer, or of the option', async (t) => {
  const moon = make((database) => addLayer(database, 'parcels', 'pin TEXT', 'POLYGON', 99));
  await t.rejects(openGeoPackage(moon), /srs/);
  t.match(await openGeoPackage(moon, { srs: 'EPSG:4326' }), { projection: 'EPSG:4326' });
  const none = make((database) => addLayer(database, 'parcels', 'pin TEXT', 'POLYGON', 0));
  await t.rejects(openGeoPackage(none), /srs/);
});

t.test('rows that cannot be used are rejected; a broken geometry is left out', async (t) => {
  const file = make((database) => {
    addLayer(database, 'parcels', 'pin TEXT');
    insert(
      database,
      'parcels',
      [1, 'good', polygon],
      [2, 'x'.repeat(2_000_000), polygon],
      [3, 'good', blob(wkb(3, [SQUARE.map(() => [Number.NaN, 1])]))],
      [4, 'good', polygon.subarray(0, 30)],
      [5, 'good', 'text'],
    );
  });
  const table = await openGeoPackage(file);
  const rows = await allRows(table);
  t.match(rows[0], { line: 1, cells: { pin: 'good' }, geometry: { type: 'Polygon' } });
  t.same(rows[1], { line: 2, reason: 'line_too_long', field: 'pin' });
  t.match(rows.slice(2), Array(3).fill({ cells: { pin: 'good' }, geometry: null }));
  t.match(table.remarks, [/^3 rows \(the first is 3\) cannot be located/]);
});

t.test('many rows are read in batches, repeatedly, and no file is left behind', async (t) => {
  const file = make((database) => {
    addLayer(database, 'parcels', 'pin TEXT');
    database.exec(`INSERT INTO parcels (pin) WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
      SELECT 'P' || i FROM n`);
  });
  const before = await readdir(folder);
  const table = await openGeoPackage(file);
  for await (const some of table.read()) {
    t.ok(some.length > 0 && some.length < 1_000);
    break;
  }
  const share = table.share()!;
  t.ok(share > 0 && share < 1);
  t.equal((await allRows(table)).length, 3_000);
  t.same(await readdir(folder), before);
});

t.test('damaged files are refused', async (t) => {
  const file = make((database) => {
    addLayer(database, 'parcels', 'pin TEXT');
    for (let n = 1; n < 500; n++) insert(database, 'parcels', [n, 'x'.repeat(100), polygon]);
  });
  const bytes = await readFile(file);
  const cut = await write('cut.gpkg', bytes.subarray(0, bytes.length / 2));
  await t.rejects(
    openGeoPackage(cut),
    /cut\.gpkg: it is not complete: it has \d+ of \d+ bytes\. Download it again/,
  );
  const noise = Buffer.from(bytes);
  noise.fill(0xaa, 30_000, bytes.length - 8_000);
  const table = openGeoPackage(await write('noise.gpkg', noise)).then(allRows);
  await t.rejects(table, /noise\.gpkg: it is damaged \(.*malformed.*\)\. Download it again/);
  await write('busy.gpkg-wal', 'x');
  await t.rejects(openGeoPackage(await write('busy.gpkg', bytes)), /another program is changing it/);
  const packed = zip(['p.gpkg', 'p.gpkg-wal'].map((name) => ({ name, content: bytes })));
  await t.rejects(
    openGeoPackage(await write('busy.zip', packed)),
    /p\.gpkg: it was packed while a program was changing it.*pack it again/,
  );
  const other = join(folder, 'other.gpkg');
  new DatabaseSync(other).exec('CREATE TABLE x (y)');
  await t.rejects(openGeoPackage(other), /it is an SQLite database, but not a GeoPackage/);
});

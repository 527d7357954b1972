import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import t from 'tap';
import { openGeoPackage } from '../../../src/loading/readers/geopackage/table.ts';
import { endlessPackage } from './endless-package.ts';
import { addLayer, allRows, blob, cellsOf, folderOf, geoPackage, SQUARE, wkb } from './table-files.ts';

const { folder } = await folderOf(t);
let made = 0;
const make = (add: (database: DatabaseSync) => void) => geoPackage(join(folder, `${made++}.gpkg`), add);
const layer = (database: DatabaseSync, name = 'parcels') =>
  database.prepare("INSERT INTO gpkg_contents VALUES (?, 'attributes', ?, 0)").run(name, name);

const FOREVER = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)';
const HUGE = 1_000_000_000;

t.test('rows that a file computes are refused', async (t) => {
  const rows: [what: string, sql: string, reason: RegExp][] = [
    [
      'a view with a huge value',
      `CREATE VIEW parcels AS SELECT 1 AS fid, hex(zeroblob(${HUGE / 4})) AS pin`,
      /its layer parcels is not a table but a view/,
    ],
    [
      'a view without end',
      `CREATE VIEW parcels AS ${FOREVER} SELECT i AS pin FROM n`,
      /is not a table but a view/,
    ],
    ['a virtual table', 'CREATE VIRTUAL TABLE parcels USING fts5(pin)', /is not a table but a view/],
    [
      'a table that another row of the schema makes a view',
      `CREATE TABLE parcels (pin TEXT); CREATE VIEW other AS ${FOREVER} SELECT i AS pin FROM n;
       PRAGMA writable_schema = ON;
       UPDATE sqlite_schema SET sql = 'CREATE TABLE elsewhere (pin TEXT)' WHERE name = 'parcels';
       UPDATE sqlite_schema SET sql = replace(sql, 'other', 'parcels') WHERE name = 'other'`,
      /it is damaged|it computes its rows/,
    ],
    [
      'a view that counts rows',
      `CREATE TABLE parcels (pin TEXT); CREATE VIEW gpkg_ogr_contents AS ${FOREVER}
         SELECT 'parcels' AS table_name, count(*) AS feature_count FROM n`,
      /^$/,
    ],
  ];
  for (const [what, sql, reason] of rows) {
    const file = make((database) => {
      layer(database);
      database.enableDefensive(false);
      database.exec(sql);
    });
    const said = await openGeoPackage(file)
      .then(allRows)
      .then(
        () => '',
        (error: Error) => error.message.replace(`${file}: `, ''),
      );
    t.match(said, reason, what);
  }
  const hidden = make((database) => {
    database.exec(`ALTER TABLE gpkg_contents RENAME TO old;
      CREATE VIEW gpkg_contents AS ${FOREVER} SELECT 'parcels' AS table_name, 'features' AS data_type FROM n`);
  });
  await t.rejects(openGeoPackage(hidden), /not a GeoPackage: it has no table gpkg_contents/);
});

t.test('computed columns are left out', async (t) => {
  const file = make((database) => {
    layer(database);
    database.exec(`CREATE TABLE parcels (fid INTEGER PRIMARY KEY, pin TEXT,
      large AS (hex(zeroblob(${HUGE / 4}))), copy TEXT AS (pin || pin) STORED);
      INSERT INTO parcels (pin) VALUES ('1-2')`);
  });
  t.same(cellsOf(await allRows(await openGeoPackage(file))), [{ fid: 1, pin: '1-2' }]);
});

t.test('of values that are too long, memory holds nothing', async (t) => {
  const file = make((database) => {
    addLayer(database, 'parcels', 'pin TEXT, note TEXT');
    const add = database.prepare('INSERT INTO parcels VALUES (?, ?, ?, ?)');
    const polygon = blob(wkb(3, [SQUARE]));
    const long = Buffer.alloc(150 << 20, 'x');
    add.run(1, 'good', null, polygon);
    database.prepare('INSERT INTO parcels VALUES (2, CAST(? AS TEXT), NULL, ?)').run(long, polygon);
    add.run(3, 'good', long, polygon);
    add.run(4, 'good', null, Buffer.concat([polygon, long]));
  });
  const before = process.memoryUsage().rss;
  const table = await openGeoPackage(file);
  const rows = await allRows(table);
  t.match(rows[0], { cells: { pin: 'good' }, geometry: { type: 'Polygon' } });
  t.same(rows[1], { line: 2, reason: 'line_too_long', field: 'pin' });
  t.match(rows[2], { cells: { pin: 'good', note: null }, geometry: { type: 'Polygon' } }, 'binary data');
  t.match(rows[3], { cells: { pin: 'good' }, geometry: null });
  t.match(table.remarks, [/^1 row \(the first is 4\) cannot be located/]);
  t.ok(process.memoryUsage().rss - before < 100 << 20, 'memory');
});

t.test('large rows are read a few at a time', async (t) => {
  const file = make((database) => {
    addLayer(database, 'parcels', 'pin TEXT');
    const add = database.prepare('INSERT INTO parcels VALUES (?, ?, NULL)');
    for (let n = 1; n <= 40; n++) add.run(n, 'x'.repeat(1 << 20));
  });
  const table = await openGeoPackage(file);
  let read = 0;
  for await (const some of table.read()) {
    t.ok(some.length < 10);
    read += some.length;
  }
  t.equal(read, 40);
  await table.close();
});

t.test('a table whose pages lead in circles ends', async (t) => {
  const table = await openGeoPackage(await endlessPackage(join(folder, 'endless.gpkg'), false));
  await t.rejects(allRows(table), /endless\.gpkg: it is damaged \(it has more rows than its size allows\)/);
  await table.close();
});

t.test('a reading that does not get on can be ended', async (t) => {
  const table = await openGeoPackage(await endlessPackage(join(folder, 'empty.gpkg'), true));
  const rows = table.read();
  const first = rows.next();
  await table.close();
  await t.rejects(first, /it is damaged \(.* was ended\)/);
});

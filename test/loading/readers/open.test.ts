import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import t from 'tap';
import yauzl from 'yauzl';
import { inspect } from '../../../src/loading/inspect/run.ts';
import { openTable, type TableOptions } from '../../../src/loading/readers/open.ts';
import { pins, points } from './shapefile-reading.ts';
import { addLayer, allRows, cellsOf, folderOf, geoPackage, zip } from './table-files.ts';

const { folder, write } = await folderOf(t);
const CSV = 'pin,owner\n1,DOE\n';
const GEOJSON = JSON.stringify({
  type: 'FeatureCollection',
  features: [{ type: 'Feature', geometry: null, properties: { pin: '1', owner: 'DOE' } }],
});
/** Its magic number is at both ends. */
const PARQUET = Buffer.from(`PAR1${'\0'.repeat(40)}PAR1`);
const GEOPARQUET = /is GeoParquet, which Terrier does not read\. Convert it to GeoPackage: ogr2ogr -f GPKG/;
const PAGE = '<!DOCTYPE html>\n<html><body>Not found</body></html>';

t.test('the format is found from the name and the first bytes, or given', async (t) => {
  const gpkg = geoPackage(join(folder, 'x.gpkg'), (database) => addLayer(database, 'parcels', 'pin TEXT'));
  const feature = JSON.stringify({ type: 'Feature', geometry: null, properties: { pin: '1' } });
  const inner = zip([
    { name: 'Parcels.shp', content: points(1) },
    { name: 'Parcels.dbf', content: pins('1') },
  ]);
  const cases: [path: string, options: TableOptions, format: string][] = [
    [await write('a.csv', CSV), {}, 'CSV'],
    [await write('A.CSV.GZ', gzipSync(CSV)), {}, 'CSV'],
    [await write('a.tsv', CSV.replaceAll(',', '\t')), {}, 'CSV, separated by tabs'],
    [await write('a.txt', CSV), {}, 'CSV'],
    [await write('a.data', CSV), { format: 'csv' }, 'CSV'],
    [await write('a.geojson', GEOJSON), {}, 'GeoJSON'],
    [await write('a.json.gz', gzipSync(GEOJSON)), {}, 'GeoJSON'],
    [await write('a.ndjson', feature), {}, 'GeoJSON, a feature a line'],
    [await write('no-name', GEOJSON), {}, 'GeoJSON'],
    [gpkg, {}, 'GeoPackage'],
    [await write('csv.zip', zip([{ name: 'a.csv', content: CSV }])), {}, 'CSV'],
    [await write('zip-without-name', zip([{ name: 'a.csv', content: CSV }])), {}, 'CSV'],
    [
      await write(
        'geojson.zip',
        zip([
          { name: 'a.geojson', content: GEOJSON },
          { name: 'about.json', content: '{}' },
          { name: 'readme.txt', content: 'x' },
        ]),
      ),
      {},
      'GeoJSON',
    ],
    [await write('json.zip', zip([{ name: 'a.json', content: GEOJSON }])), {}, 'GeoJSON'],
    [
      await write(
        'both.zip',
        zip([
          { name: 'a.geojson', content: GEOJSON },
          { name: 'b/a.csv', content: CSV },
        ]),
      ),
      { format: 'csv' },
      'CSV',
    ],
    [join(folder, 'both.zip'), { file: 'a.csv' }, 'CSV'],
    [join(folder, 'both.zip'), { file: 'b/a.csv' }, 'CSV'],
    [join(folder, 'both.zip'), { file: 'a.geojson' }, 'GeoJSON'],
    [await write('within.zip', zip([{ name: 'Inner.zip', content: inner }])), {}, 'shapefile'],
    // As a kept source names it.
    [join(folder, 'within.zip'), { format: 'shapefile' }, 'shapefile'],
  ];
  for (const [path, options, format] of cases) {
    const table = await openTable(path, options);
    t.equal(table.format, format, path);
    await table.close();
  }
  const given = await openTable(await write('a.csv', 'pin;y;x\n1;40.5;-96.5\n'), {
    delimiter: ';',
    encoding: 'utf-8',
    lat: 'y',
    lon: 'x',
    srs: 'EPSG:4326',
  });
  t.match(await allRows(given), [{ geometry: { coordinates: [-96.5, 40.5] } }], 'options are handed on');
});

t.test('for what cannot be opened, the message says why, and what to do', async (t) => {
  const files: Record<string, string | Uint8Array> = {
    'empty.csv': '',
    'blank.csv': '\ufeff\n\n',
    'empty.geojson': '',
    'empty.gpkg': '',
    'page.csv': PAGE,
    'page.geojson': PAGE,
    'page.gpkg': PAGE,
    'page.parquet': PAGE,
    'named.csv': PARQUET,
    'a.geoparquet': PARQUET,
    'secret.parquet': PARQUET.toString().replace('PAR1', 'PARE'),
    'parquet.zip': zip([{ name: 'b/a.parquet', content: PARQUET }]),
    'page.zip': PAGE,
    'page.shp': PAGE,
    page: PAGE,
    'wrong-delimiter.csv': CSV,
    'quote.csv': `pin,"owner\n${'1,2\n'.repeat(2_000)}`,
    'nul.csv': 'pi\u0000n,b\n1,2\n',
    'latin.csv': Buffer.from('pin,stra\xdfe\n1,2\n', 'latin1'),
    'feet.csv': 'pin,x,y\n1,6050000,2110000\n2,6050010,2110000\n',
    'feet.geojson': GEOJSON.replace('null', '{"type":"Point","coordinates":[6050000,2110000]}'),
    'list.json': '[1,2]',
    'text.json': 'hello',
    'error.json': '{"error":{"code":499,"message":"Token Required"}}',
    'esri.json': '{"geometryType":"esriGeometryPolygon","features":[{"attributes":{"a":1}}]}',
    'topology.json': '{"type":"Topology","objects":{},"arcs":[]}',
    'feature.json': JSON.stringify(JSON.parse(GEOJSON).features[0], null, 2),
    'noise.gpkg': Buffer.alloc(10_000, 7),
    'cut.csv.gz': gzipSync(CSV.repeat(10_000)).subarray(0, 60),
    'cut.zip': zip([{ name: 'a.csv', content: CSV }]).subarray(0, 40),
    'secret.zip': zip([{ name: 'a.csv', content: CSV, encrypted: true }]),
    'bomb.zip': zip([{ name: 'a.csv', content: CSV, size: 4_000_000_000 }]),
    'wrong-size.zip': zip([{ name: 'a.csv', content: CSV, size: 5 }]),
    'pictures.zip': zip([{ name: 'a.jpg', content: 'x' }]),
    'nothing.zip': zip([]),
    'nested.zip': zip([{ name: 'inner.zip', content: zip([{ name: 'a.csv', content: CSV }]) }]),
    'two.zip': zip([
      { name: 'a.csv', content: CSV },
      { name: 'b.geojson', content: GEOJSON },
    ]),
    'packed.parquet.gz': gzipSync(PARQUET),
    'packed.gpkg.gz': gzipSync('SQLite format 3\0'),
    'what.xyz': 'hello, you\n1,2\n',
  };
  for (const [name, content] of Object.entries(files)) await write(name, content);
  await mkdir(join(folder, 'folder'));

  const cases: [name: string, options: TableOptions, error: RegExp][] = [
    ['nowhere.csv', {}, /nowhere\.csv cannot be read: there is no such file/],
    ['folder', {}, /folder is a folder: name a file in it, or the folder of a FileGDB/],
    ['folder', { format: 'gdb' }, /folder is not a FileGDB: the folder has no \.gdbtable files/],
    ['empty.csv', {}, /empty\.csv: it is empty: the first line of a CSV file names its columns/],
    ['blank.csv', {}, /it is empty/],
    ['empty.geojson', {}, /empty\.geojson: it is empty/],
    ['empty.gpkg', {}, /empty\.gpkg: it is empty/],
    ['page.csv', {}, /page\.csv is not a table but a web page or XML.*download it again/],
    ['page.geojson', {}, /page\.geojson is not a table but a web page or XML/],
    ['page.gpkg', {}, /page\.gpkg is not a table but a web page or XML/],
    ['page.parquet', {}, /page\.parquet is not a table but a web page or XML/],
    ['page.zip', {}, /page\.zip is not a table but a web page or XML/],
    ['page.shp', {}, /page\.shp is not a table but a web page or XML/],
    ['page', {}, /page is not a table but a web page or XML/],
    [
      'wrong-delimiter.csv',
      { delimiter: ';' },
      /one column when split by semicolons, and 2 when split by commas.*--delimiter/,
    ],
    [
      'wrong-delimiter.csv',
      { delimiter: 'tab' },
      /a delimiter is one character.*but --delimiter \(conform\.csvsplit\) is "tab"/,
    ],
    [
      'wrong-delimiter.csv',
      { encoding: 'klingon' },
      /Unknown encoding klingon\. --encoding \(conform\.encoding\) takes a name such as/,
    ],
    ['wrong-delimiter.csv', { lat: 'pin' }, /lat and lon name a column each: give both, or none/],
    ['wrong-delimiter.csv', { lat: 'y', lon: 'x' }, /it has no column y, only pin, owner/],
    ['quote.csv', {}, /its header line cannot be read: a quote in it is not closed/],
    ['nul.csv', {}, /its header line cannot be read: it holds a NUL/],
    [
      'latin.csv',
      { encoding: 'utf-8' },
      /its header line cannot be read: it is not valid text; give its encoding with --encoding/,
    ],
    [
      'feet.csv',
      { lat: 'y', lon: 'x' },
      /its coordinates are not degrees\. Give the coordinate system with --srs/,
    ],
    ['feet.geojson', {}, /its coordinates are not degrees\. Give the coordinate system with --srs/],
    ['feet.geojson', { srs: 'EPSG:999999' }, /EPSG:999999.*srs/],
    ['list.json', {}, /it is not GeoJSON: that begins with \{/],
    ['text.json', {}, /it is not GeoJSON: that begins with \{/],
    ['error.json', {}, /it is the error message of a server/],
    ['esri.json', {}, /it is the JSON of an ArcGIS server: ask it for GeoJSON, with f=geojson/],
    ['topology.json', {}, /it is TopoJSON: convert it to GeoJSON/],
    ['feature.json', {}, /it is not a GeoJSON FeatureCollection: its list of features is missing/],
    ['noise.gpkg', {}, /it is not a GeoPackage but something else/],
    ['cut.csv.gz', {}, /its gzip is damaged or not complete \(unexpected end of file\): get it again/],
    ['cut.zip', {}, /cut\.zip cannot be unpacked \(.*\): it is damaged or not complete/],
    ['secret.zip', {}, /a\.csv in .*secret\.zip is encrypted: unpack it with its password/],
    ['bomb.zip', {}, /unpacks to over 200 times its size/],
    ['wrong-size.zip', {}, /wrong-size\.zip cannot be unpacked/],
    ['pictures.zip', {}, /pictures\.zip holds no table, only a\.jpg/],
    ['nothing.zip', {}, /nothing\.zip holds no files: the zip is empty\. Download it again/],
    ['nested.zip', {}, /nested\.zip holds no table, only inner\.zip\. Unpack it, and name the file in it/],
    ['two.zip', {}, /two\.zip holds 2 tables: a\.csv, b\.geojson\. Name one with --file/],
    ['two.zip', { file: 'c.csv' }, /two\.zip holds no c\.csv, only a\.csv, b\.geojson/],
    ['two.zip', { file: 'c.doc' }, /The format of c\.doc in .* is not known/],
    ['two.zip', { format: 'gpkg' }, /two\.zip holds no gpkg, only a\.csv, b\.geojson/],
    [
      'packed.gpkg.gz',
      {},
      /is packed by gzip, and its format cannot be read that way: unpack it with gunzip/,
    ],
    ...['named.csv', 'a.geoparquet', 'secret.parquet', 'packed.parquet.gz', 'parquet.zip'].map(
      (name): [string, TableOptions, RegExp] => [name, {}, GEOPARQUET],
    ),
    ['parquet.zip', { file: 'a.parquet' }, GEOPARQUET],
    [
      'what.xyz',
      {},
      /The format of .*what\.xyz is not known.*Terrier reads shapefile .*FileGDB.*with --format \(conform\.format in a source file\): shapefile, geojson, csv, gpkg, gdb\./,
    ],
  ];
  for (const [name, options, error] of cases) {
    const said = `${name} ${JSON.stringify(options)}`;
    await t.rejects(openTable(join(folder, name), options), error, said);
    const message = await openTable(join(folder, name), options).catch((thrown: Error) => thrown.message);
    t.match(message, name, `${said}: the file is named`);
  }
  await t.rejects(openTable('-'), /standard input only once: save it to a file/);
  await t.rejects(openTable(' '), /The name of an input file is empty/);
  await t.rejects(openTable('/dev/null'), /is not a regular file/);
});

t.test('an archive in a zip is unpacked once, also by inspect', async (t) => {
  const inner = zip([
    { name: 'Parcels.shp', content: points(2) },
    { name: 'Parcels.dbf', content: pins('1', '2') },
  ]);
  const path = await write('once.zip', zip([{ name: 'Inner.zip', content: inner }]));
  const unpacked: string[] = [];
  const { openReadStreamPromise } = yauzl.ZipFile.prototype;
  yauzl.ZipFile.prototype.openReadStreamPromise = function (entry: yauzl.Entry) {
    unpacked.push(String(entry.fileNameRaw));
    return openReadStreamPromise.call(this, entry);
  };
  t.teardown(() => {
    yauzl.ZipFile.prototype.openReadStreamPromise = openReadStreamPromise;
  });
  const each = ['Inner.zip', 'Parcels.dbf', 'Parcels.shp'];
  t.equal((await allRows(await openTable(path))).length, 2);
  t.same(unpacked.toSorted(), each);

  unpacked.length = 0;
  const asked = { kind: 'parcels', county: '31109', options: {}, allowPrivate: false } as const;
  const places = { work: join(folder, 'work'), onWait: () => {} };
  const rows = await inspect({ data: path }, { ...asked, ...places }, async (_, { table }) => allRows(table));
  t.equal(rows.length, 2, 'what was opened is handed on');
  t.same(unpacked.toSorted(), each);
});

t.test('a header alone is a table without rows, and a remark says so', async (t) => {
  const table = await openTable(await write('header.csv', 'pin,owner\n'));
  t.same(await allRows(table), []);
  t.same(table.remarks, ['It has a header line and no rows.']);
  const none = await openTable(await write('none.geojson', '{"type":"FeatureCollection","features":[]}'));
  t.same(await allRows(none), []);
});

t.test('an attribute of 10 MB is one rejected row', async (t) => {
  const long = 'x'.repeat(10_000_000);
  const table = await openTable(await write('long.csv', `pin,note\n1,a\n2,${long}\n3,b\n`));
  t.same(cellsOf(await allRows(table)), [
    { pin: '1', note: 'a' },
    { line: 3, reason: 'line_too_long' },
    { pin: '3', note: 'b' },
  ]);
});

t.test('no warning of Node is printed', async (t) => {
  const warnings: string[] = [];
  const listen = ({ message }: Error) => void warnings.push(message);
  process.on('warning', listen);
  t.teardown(() => process.off('warning', listen));
  const file = geoPackage(join(folder, 'warned.gpkg'), (database) =>
    addLayer(database, 'parcels', 'pin TEXT'),
  );
  await allRows(await openTable(file));
  t.same(warnings, []);
});

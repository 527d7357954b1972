import { join } from 'node:path';
import type { Position } from 'geojson';
import t from 'tap';
import { openShapefile } from '../../../src/loading/readers/shapefile/shapefile.ts';
import { CALIFORNIA_3, dbfFile, POINT, POLYGON, type Shape, shpFile } from './shapefile-files.ts';
import { box, DEGREES, folderWith, PIN, pins, point, points, readFiles, shape } from './shapefile-reading.ts';

/** The content of a polygon with the number at one position changed. */
function spoiled(at: number, value: number): Buffer {
  const file = shpFile(POLYGON, [shape(box(-96.7, 40.7, 0.1))]);
  const content = Buffer.from(file.subarray(108));
  content.writeInt32LE(value, at);
  return content;
}

t.test('a shape that cannot be used is left out and counted, and every row is loaded', async (t) => {
  const sound = shape(box(-96.7, 40.7, 0.1));
  const many = Array.from({ length: 20_001 }, () => [[-96.7, 40.7]] as Position[]);
  const bad: [name: string, given: Shape][] = [
    ['NaN', shape([[Number.NaN, 40.7], ...box(-96.7, 40.7, 0.1)])],
    ['a number that stands for none', shape([[-1.797e308, 40.7], ...box(-96.7, 40.7, 0.1)])],
    ['infinity', shape([[-96.7, Number.POSITIVE_INFINITY], ...box(-96.7, 40.7, 0.1)])],
    ['a place that does not exist', shape(box(-196.7, 40.7, 0.1))],
    ['more points than it holds', spoiled(40, 1_000_000)],
    ['a negative number of points', spoiled(40, -5)],
    ['more parts than it holds', spoiled(36, 500_000_000)],
    ['a part that begins behind its end', spoiled(44, 77)],
    ['a type that does not exist', spoiled(0, 99)],
    ['nothing in it', Buffer.alloc(2)],
    ['too many rings', shape(...many)],
    ['17 MB', Buffer.alloc(17 << 20)],
  ];
  const { table, rows, error } = await readFiles(t, {
    'a.shp': shpFile(
      POLYGON,
      bad.flatMap(([, given]) => [given, sound]),
      DEGREES,
    ),
    'a.dbf': pins(...bad.flatMap((_, n) => [`bad ${n}`, `good ${n}`])),
  });
  t.equal(error, null);
  t.match(table.remarks.join(' '), `${bad.length} rows (the first is 1) cannot be located`);
  t.equal(table.unusable?.(), bad.length);
  for (const [n, [name]] of bad.entries()) {
    t.same(rows[2 * n], { line: 2 * n + 1, cells: { PIN: `bad ${n}` }, geometry: null }, name);
    t.match(rows[2 * n + 1], { line: 2 * n + 2, cells: { PIN: `good ${n}` } }, `after ${name}`);
  }
  const none = await readFiles(t, {
    'a.shp': shpFile(POLYGON, [spoiled(36, 0), spoiled(40, 0)], DEGREES),
    'a.dbf': pins('no parts', 'no points'),
  });
  t.match(none.rows, [{ geometry: null }, { geometry: null }], 'shapes without points are none');
});

t.test('if files end too early or do not belong together, the rows before are loaded', async (t) => {
  const shp = points(4);
  const dbf = pins('1', '2', '3', '4');
  const swappedNumber = Buffer.from(shp);
  swappedNumber.writeInt32BE(9, 100 + 2 * 28);
  const longRecord = Buffer.from(shp);
  longRecord.writeInt32BE(1_000_000_000, 104 + 28);
  const negative = Buffer.from(shp);
  negative.writeInt32BE(-4, 104 + 28);
  const cases: [name: string, shp: Buffer, dbf: Buffer, error: RegExp, before: number][] = [
    ['cut in a shape', shp.subarray(0, -5), dbf, /a\.shp: the \.shp is cut off or damaged at row 4\. /, 3],
    ['a .shp cut in the head of one', shp.subarray(0, 100 + 28 + 4), dbf, /damaged at row 2\./, 1],
    ['a .shp cut between shapes', shp.subarray(0, 100 + 2 * 28), dbf, /damaged at row 3\./, 2],
    ['a .dbf cut in a row', shp, dbf.subarray(0, -8), /the \.dbf is cut off at row 4 of 4\./, 3],
    ['a .dbf cut between rows', shp, dbf.subarray(0, 65 + 11), /cut off at row 2 of 4\./, 1],
    ['a .dbf with less rows', shp, pins('1', '2'), /the \.shp has 4 shapes and the \.dbf 2 rows/, 2],
    ['a .shp with less shapes', points(3), dbf, /the \.shp has 3 shapes and the \.dbf 4 rows/, 3],
    ['shapes out of order', swappedNumber, dbf, /holds shape number 9 where row 3 should be/, 2],
    ['an absurd length', longRecord, dbf, /damaged at row 2\./, 1],
    ['a negative length', negative, dbf, /damaged at row 2\./, 1],
  ];
  for (const [name, shp, dbf, error, before] of cases) {
    const found = await readFiles(t, { 'a.shp': shp, 'a.dbf': dbf });
    t.match(found.error, error, name);
    t.equal(found.rows.length, before, `${name}: the rows before`);
  }
  const fromZero = await readFiles(t, {
    'a.shp': shpFile(POINT, [point(-96.7, 40.7), point(-96.7, 40.8)], DEGREES, 0),
    'a.dbf': pins('1', '2'),
  });
  t.equal(fromZero.error, null, 'numbers from 0 are in order too');
});

t.test('what cannot be opened is refused with what to do', async (t) => {
  const prj = { 'a.prj': CALIFORNIA_3 };
  const far = [6e6, 2e6, 6.1e6, 2.2e6];
  const dbf = pins('1');
  const short = Buffer.from(dbf);
  short.writeUInt16LE(5, 10);
  const cases: [name: string, files: Record<string, Buffer | string>, error: RegExp][] = [
    ['an empty .shp', { 'a.shp': '', 'a.dbf': dbf }, /a\.shp: it is not a \.shp/],
    ['a web page', { 'a.shp': `<html>${' '.repeat(200)}`, 'a.dbf': dbf }, /it is not a \.shp/],
    ['no .prj', { 'a.shp': shpFile(POINT, [point(6e6, 2e6)], far) }, /no \.prj .*"srs": "EPSG.*--srs EPSG:/],
    ['bounds left out', { 'a.shp': shpFile(POINT, [point(6e6, 2e6)]) }, /there is no \.prj/],
    [
      'an unknown system',
      { 'a.shp': points(1), 'a.prj': 'feet, I think' },
      /"feet, I think" is not a coordinate/,
    ],
    [
      'feet said to be degrees',
      {
        'a.shp': shpFile(POINT, [point(6e6, 2e6)], far),
        'a.prj': /GEOGCS.*?Degree.*?\]\]/.exec(CALIFORNIA_3)![0],
      },
      /is in degrees, but its coordinates go up to 6100000/,
    ],
    ['a type nobody reads', { ...prj, 'a.shp': shpFile(31, [], far) }, /shapes are of type 31/],
    ['an empty .dbf', { 'a.dbf': '' }, /too short to be a \.dbf/],
    ['cut in its header', { 'a.dbf': dbf.subarray(0, 50) }, /header is not that of a \.dbf, or is cut off/],
    ['fields longer than a row', { 'a.dbf': short }, /header is not that of a \.dbf/],
    ['dBase 7', { 'a.dbf': dbfFile([PIN], [['1']], { version: 4 }) }, /dBase 7/],
  ];
  for (const [name, files, error] of cases) await t.rejects(readFiles(t, files), error, name);
  const folder = await folderWith(t, { 'a.csv': 'PIN\n1' });
  await t.rejects(openShapefile(join(folder, 'a.csv')), /neither a \.shp nor a \.zip/);
  await t.rejects(openShapefile(join(folder, 'b.shp')), /b\.shp cannot be read: there is no such file\./);
  await t.rejects(openShapefile(folder), /is a folder/);
});

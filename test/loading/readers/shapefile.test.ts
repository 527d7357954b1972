import { existsSync, mkdtempSync, readdirSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Point, Position } from 'geojson';
import t, { type Test } from 'tap';
import { polygonsOf } from '../../../src/domain/geometry/area-shape.ts';
import { openShapefile } from '../../../src/loading/readers/shapefile/shapefile.ts';
import type { OpenOptions, ReadRow, Table, TableRow } from '../../../src/loading/readers/table.ts';
import { SHARED_DATA, withoutSharedData } from '../../helper.ts';
import { positions } from '../../squares.ts';
import {
  CALIFORNIA_3,
  dbfFile,
  type MadeField,
  MULTIPOINT,
  POINT,
  POLYGON,
  POLYLINE,
  type Shape,
  shpFile,
} from './shapefile-files.ts';
import { type ZipFile, zip } from './table-files.ts';

const PIN: MadeField = { name: 'PIN', type: 'C', length: 10 };
const DEGREES = [-96.8, 40.7, -96.6, 45];
const BERLIN = 'Prnjavor, \u00d1';

/** Writes files into the test's own folder, which is also used for extracted files. */
async function folderWith(t: Test, files: Record<string, Buffer | string>): Promise<string> {
  const folder = t.testdir();
  for (const [name, content] of Object.entries(files)) {
    await mkdir(join(folder, name, '..'), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  return folder;
}

async function readAll(table: Table): Promise<{ rows: ReadRow[]; error: string | null }> {
  const rows: ReadRow[] = [];
  try {
    for await (const some of table.read()) rows.push(...some);
    return { rows, error: null };
  } catch (error) {
    return { rows, error: (error as Error).message };
  }
}

const good = (rows: ReadRow[]): TableRow[] => rows.filter((row) => !('reason' in row)) as TableRow[];

/** The table of the files `a.*` in a folder, and all its rows. */
async function readFiles(t: Test, files: Record<string, Buffer | string>, options: OpenOptions = {}) {
  const folder = await folderWith(t, files);
  const table = await openShapefile(join(folder, 'a.shp' in files ? 'a.shp' : 'a.dbf'), options);
  const read = await readAll(table);
  await table.close();
  return { table, ...read };
}

const pins = (...names: string[]) =>
  dbfFile(
    [PIN],
    names.map((name) => [name]),
  );
const point = (x: number, y: number): Shape => ({ type: POINT, points: [[x, y]] });
const points = (count: number) =>
  shpFile(
    POINT,
    Array.from({ length: count }, (_, n) => point(-96.7, 41 + n)),
    DEGREES,
  );

const box = (west: number, south: number, size: number): Position[] => [
  [west, south],
  [west, south + size],
  [west + size, south + size],
  [west + size, south],
  [west, south],
];
const shape = (...parts: Position[][]): Shape => ({ type: POLYGON, parts });

t.test('each row has its number, its cells and its geometry in degrees', async (t) => {
  const feet = box(6_050_000, 2_120_000, 100);
  const { table, rows, error } = await readFiles(t, {
    'a.shp': shpFile(POLYGON, [shape(feet), null], [6e6, 2e6, 6.1e6, 2.2e6]),
    'a.dbf': pins('one', 'two'),
    'a.prj': CALIFORNIA_3,
  });
  t.equal(error, null);
  t.match(table, {
    format: 'shapefile',
    geometry: 'Polygon',
    projection: 'NAD 1983 StatePlane California III FIPS 0403 Feet',
    count: 2,
    remarks: [],
    columns: [{ name: 'PIN', type: 'text', length: 10 }],
  });
  t.match(
    rows[1],
    { line: 2, cells: { PIN: 'two' }, geometry: null },
    'a null shape is a row without geometry',
  );
  const [first] = good(rows);
  t.equal(first!.line, 1);
  t.equal(first!.geometry!.type, 'Polygon');
  const [lon, lat] = (first!.geometry as { coordinates: Position[][] }).coordinates[0]![0]!;
  t.ok(Math.abs(lon! + 122.271135) < 1e-6 && Math.abs(lat! - 37.80384) < 1e-6, `${lon}, ${lat}`);
  t.equal(table.share(), 1);
  const again = await readFiles(t, { 'a.shp': points(3), 'a.dbf': pins('1', '2', '3') });
  const { rows: twice } = await readAll(again.table);
  t.same(twice, again.rows, 'reading again begins again');
});

t.test('rings become polygons with their holes, wound as in GeoJSON', async (t) => {
  const outer = box(0, 0, 10);
  const hole = box(2, 2, 2).toReversed();
  const island = box(2.5, 2.5, 1);
  const other = box(20, 0, 10);
  const otherHole = box(22, 2, 2).toReversed();
  const touching: Position[] = positions('0 5, 3 6, 3 4, 0 5');
  const ccw = (ring: Position[]) => ring.toReversed();
  const cases: [name: string, rings: Position[][], expected: Position[][][]][] = [
    ['one ring', [outer], [[ccw(outer)]]],
    ['one ring the other way round', [ccw(outer)], [[ccw(outer)]]],
    ['a hole', [outer, hole], [[ccw(outer), ccw(hole)]]],
    ['a hole before its outer ring', [hole, outer], [[ccw(outer), ccw(hole)]]],
    ['all the other way round', [ccw(outer), ccw(hole)], [[ccw(outer), ccw(hole)]]],
    ['two parts', [outer, other], [[ccw(outer)], [ccw(other)]]],
    [
      'holes of two parts, in another order',
      [otherHole, outer, hole, other],
      [
        [ccw(outer), ccw(hole)],
        [ccw(other), ccw(otherHole)],
      ],
    ],
    ['an island in a hole', [outer, hole, island], [[ccw(outer), ccw(hole)], [ccw(island)]]],
    [
      'a hole in an island in a hole belongs to the island',
      [outer, hole, island, box(2.6, 2.6, 0.2).toReversed()],
      [
        [ccw(outer), ccw(hole)],
        [ccw(island), box(2.6, 2.6, 0.2)],
      ],
    ],
    ['a hole that touches its outer ring', [outer, touching.toReversed()], [[ccw(outer), touching]]],
    ['a hole outside of all', [outer, box(50, 50, 1).toReversed()], [[ccw(outer)], [ccw(box(50, 50, 1))]]],
  ];
  const { rows, error } = await readFiles(t, {
    'a.shp': shpFile(
      POLYGON,
      cases.map(([, rings]) => shape(...rings)),
      [0, 0, 60, 60],
    ),
    'a.dbf': pins(...cases.map((_, n) => String(n))),
  });
  t.equal(error, null);
  for (const [n, [name, , expected]] of cases.entries()) {
    const { geometry } = rows[n] as TableRow;
    const sorted = (polygons: Position[][][]) =>
      polygons.map((each) => JSON.stringify(canonical(each))).sort();
    t.same(sorted(polygonsOf(geometry!)), sorted(expected), name);
  }
});

/** Rings that begin at their lowest corner, so that rings with different beginnings are equal. */
function canonical(polygon: Position[][]): Position[][] {
  return polygon.map((ring) => {
    const open = ring.slice(0, -1);
    const keys = open.map(([x, y]) => x! * 1e3 + y!);
    const least = keys.indexOf(Math.min(...keys));
    return [...open.slice(least), ...open.slice(0, least)];
  });
}

t.test('points, lines and shapes with heights are read', async (t) => {
  const line: Position[] = positions('-96.7 40.7, -96.6 40.8');
  const z = Buffer.alloc(36);
  z.writeInt32LE(11, 0);
  z.writeDoubleLE(-96.7, 4);
  z.writeDoubleLE(40.8, 12);
  z.writeDoubleLE(300, 20);
  const cases: [type: number, given: Shape, kind: string, expected: object][] = [
    [POINT, point(-96.7, 40.8), 'Point', { type: 'Point', coordinates: [-96.7, 40.8] }],
    [11, z, 'Point', { type: 'Point', coordinates: [-96.7, 40.8] }],
    [21, { type: 21, points: [[-96.7, 40.8]] }, 'Point', { type: 'Point', coordinates: [-96.7, 40.8] }],
    [MULTIPOINT, { type: MULTIPOINT, points: line }, 'MultiPoint', { type: 'MultiPoint', coordinates: line }],
    [POLYLINE, { type: POLYLINE, parts: [line] }, 'LineString', { type: 'LineString', coordinates: line }],
    [
      POLYLINE,
      { type: POLYLINE, parts: [line, line] },
      'LineString',
      { type: 'MultiLineString', coordinates: [line, line] },
    ],
    [
      15,
      { type: 15, parts: [box(-96.7, 40.7, 0.1)] },
      'Polygon',
      { type: 'Polygon', coordinates: [box(-96.7, 40.7, 0.1).toReversed()] },
    ],
  ];
  for (const [type, given, kind, expected] of cases) {
    const { table, rows } = await readFiles(t, {
      'a.shp': shpFile(type, [given], DEGREES),
      'a.dbf': pins('1'),
    });
    t.equal(table.geometry, kind);
    t.same(good(rows)[0]?.geometry, expected, `type ${type}`);
  }
});

t.test('cells have the values of their types', async (t) => {
  const int = Buffer.alloc(4);
  int.writeInt32LE(-7);
  const double = Buffer.alloc(8);
  double.writeDoubleLE(2.5);
  const money = Buffer.alloc(8);
  money.writeBigInt64LE(1_234_500n);
  const time = Buffer.alloc(8);
  time.writeInt32LE(2_459_000);
  time.writeInt32LE(3_600_000, 4);
  const cases: [type: string, length: number, given: string | Buffer, expected: unknown][] = [
    ['C', 10, 'a b  ', 'a b'],
    ['C', 10, '  a', '  a'],
    ['C', 10, '', null],
    ['C', 10, '00123', '00123'],
    ['C', 10, '*', '*'],
    ['C', 10, 'ab\0\0\0\0', 'ab'],
    ['C', 10, 'ab\0left over', 'ab'],
    ['C', 10, Buffer.alloc(10), null],
    ['C', 300, 'x'.repeat(290), 'x'.repeat(290)],
    ['N', 16, '75.000000', 75],
    ['N', 10, '      -1.5', -1.5],
    ['N', 10, '', null],
    ['N', 10, '**********', null],
    ['N', 10, '.5', 0.5],
    ['N', 19, '9007199254740993', '9007199254740993'],
    ['N', 24, '90071992547409931.000000', '90071992547409931'],
    ['N', 10, '12a', '12a'],
    ['N', 10, '1,5', '1,5'],
    ['F', 19, '1.25000000000e+004', 12_500],
    ['F', 24, '-1.7976931348623157e+308', null],
    ['D', 8, '20200229', '2020-02-29'],
    ['D', 8, '20201399', '2020-13-99'],
    ['D', 8, '00000000', '0000-00-00'],
    ['D', 8, '', null],
    ['D', 8, '1/2/20', '1/2/20'],
    ['L', 1, 'T', true],
    ['L', 1, 'y', true],
    ['L', 1, 'F', false],
    ['L', 1, 'n', false],
    ['L', 1, '?', null],
    ['L', 1, '', null],
    ['L', 1, 'x', 'x'],
    ['I', 4, int, -7],
    ['B', 8, double, 2.5],
    ['O', 8, double, 2.5],
    ['Y', 8, money, 123.45],
    ['T', 8, time, '2020-05-30T01:00:00'],
    ['T', 8, Buffer.alloc(8), null],
    ['M', 10, '         1', null],
  ];
  const fields = cases.map(([type, length], n) => ({ name: `F${n}`, type, length }));
  const { table, rows, error } = await readFiles(t, {
    'a.dbf': dbfFile(fields, [cases.map(([, , given]) => given)], { version: 0x30 }),
  });
  t.equal(error, null);
  for (const [n, [type, , given, expected]] of cases.entries())
    t.equal(
      good(rows)[0]!.cells[`F${n}`],
      expected,
      `${type}: ${given.toString('latin1').slice(0, 30).replaceAll('\\0', '.')}`,
    );
  t.match(table.remarks.join(' '), /columns: F\d+ \(type M\)/, 'memos are named');
  t.match(table.remarks.join(' '), /no \.shp/);
  const types = Object.fromEntries(table.columns.map(({ type }, n) => [cases[n]![0], type]));
  t.match(types, { C: 'text', N: 'number', D: 'date', L: 'boolean', M: 'other', T: 'date' });
});

t.test('the encoding is the one given, that of the .cpg or the header, or detected', async (t) => {
  const name: MadeField = { name: 'NAME', type: 'C', length: 20 };
  const utf8 = Buffer.from(BERLIN);
  const cut = Buffer.concat([Buffer.from('Prnjavor, Prnjavor,'), Buffer.of(0xc3)]);
  const latin = Buffer.from(BERLIN, 'latin1');
  const cases: [
    name: string,
    bytes: Buffer,
    driver: number,
    cpg: string | null,
    given: string | undefined,
    encoding: string,
    text: string,
  ][] = [
    ['nothing said, UTF-8', utf8, 0, null, undefined, 'UTF-8', BERLIN],
    ['nothing said, no UTF-8', latin, 0, null, undefined, 'windows-1252', BERLIN],
    ['.cpg', utf8, 0x57, 'UTF-8\n', undefined, 'UTF-8', BERLIN],
    ['.cpg by number', latin, 0, '1252', undefined, 'windows-1252', BERLIN],
    ['.cpg of Esri', latin, 0, 'ISO 88591', undefined, 'windows-1252', BERLIN],
    ['header', latin, 0x57, null, undefined, 'windows-1252', BERLIN],
    ['header of DOS', Buffer.from([0x50, 0xa5]), 1, null, undefined, 'cp437', 'PÑ'],
    ['.cpg of 1252 over UTF-8', utf8, 0, '1252', undefined, 'UTF-8', BERLIN],
    ['.cpg of UTF-8 over 1252', latin, 0, 'UTF-8', undefined, 'windows-1252', BERLIN],
    ['header of 1252 over UTF-8', utf8, 0x57, null, undefined, 'UTF-8', BERLIN],
    ['a letter cut off by the width', cut, 0, 'UTF-8', undefined, 'UTF-8', 'Prnjavor, Prnjavor,'],
    ['unknown .cpg', latin, 0x03, 'klingon', undefined, 'windows-1252', BERLIN],
    ['given', Buffer.from([0xa5]), 0x57, 'UTF-8', 'cp850', 'cp850', 'Ñ'],
    ['given wrongly', latin, 0, null, 'UTF-8', 'UTF-8', '\ufffd'],
  ];
  for (const [about, bytes, driver, cpg, encoding, expected, text] of cases) {
    const { table, rows } = await readFiles(
      t,
      {
        'a.dbf': dbfFile([name], [['plain'], [bytes], ['after']], { driver }),
        ...(cpg === null ? {} : { 'a.cpg': cpg }),
      },
      { encoding },
    );
    t.equal(table.encoding, expected, about);
    t.match(rows[1], { line: 2, cells: { NAME: text } }, about);
    const lost = table.remarks.filter((remark) => remark.includes('does not have'));
    t.equal(lost.length, text === '\ufffd' ? 1 : 0, `${about}: letters are counted`);
    const doubted = table.remarks.filter((remark) => remark.includes(`but it is in ${expected}`));
    t.equal(doubted.length, about.includes(' over ') ? 1 : 0, `${about}: it is said which was used`);
    t.match([rows[0], rows[2]], [{ cells: { NAME: 'plain' } }, { cells: { NAME: 'after' } }], about);
  }
  const mixed = await readFiles(t, { 'a.dbf': dbfFile([name], [[utf8], [latin]]) });
  t.match(mixed.rows[1], { cells: { NAME: '\ufffd' } }, 'what is decided on stays so');
  t.match(mixed.table.remarks.join(' '), /looks like UTF-8/);
  await t.rejects(
    readFiles(t, { 'a.dbf': pins('1') }, { encoding: 'klingon' }),
    /"klingon" is not an encoding/,
  );
});

t.test('a .dbf that counts no rows has as many as it has room for', async (t) => {
  const bytes = pins('1', '2', '3');
  bytes.writeUInt32LE(0, 4);
  const { table, rows } = await readFiles(t, { 'a.dbf': bytes });
  t.equal(table.count, 3);
  t.same(
    good(rows).map(({ cells }) => cells.PIN),
    ['1', '2', '3'],
  );
});

t.test('columns with equal names or none get unique names', async (t) => {
  const fields = ['PIN', 'PIN', '', 'PIN'].map((name) => ({ name, type: 'C', length: 2 }));
  const { rows } = await readFiles(t, { 'a.dbf': dbfFile(fields, [['1', '2', '3', '4']]) });
  t.same(good(rows)[0]!.cells, { PIN: '1', PIN_2: '2', column_3: '3', PIN_3: '4' });
});

t.test('deleted rows are left out with their shapes; the others keep their numbers', async (t) => {
  const { rows } = await readFiles(t, {
    'a.shp': points(3),
    'a.dbf': dbfFile([PIN], [['1'], ['2'], ['3']], { deleted: [2] }),
  });
  t.match(rows, [
    { line: 1, cells: { PIN: '1' }, geometry: { coordinates: [-96.7, 41] } },
    { line: 3, cells: { PIN: '3' }, geometry: { coordinates: [-96.7, 43] } },
  ]);
  t.equal(rows.length, 2);
});

/** The content of a polygon with the number at one position changed. */
function spoiled(at: number, value: number): Buffer {
  const file = shpFile(POLYGON, [shape(box(-96.7, 40.7, 0.1))]);
  const content = Buffer.from(file.subarray(108));
  content.writeInt32LE(value, at);
  return content;
}

t.test(
  'a shape that cannot be used is left out and counted; its row is loaded, as are those around it',
  async (t) => {
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
  },
);

/** A .shx for the records of a .shp, which are at these positions. */
function shxFile(entries: readonly { offset: number; length: number }[]): Buffer {
  const file = Buffer.alloc(100 + 8 * entries.length);
  file.writeInt32BE(9994, 0);
  for (const [n, { offset, length }] of entries.entries()) {
    file.writeInt32BE(offset / 2, 100 + 8 * n);
    file.writeInt32BE(length / 2, 104 + 8 * n);
  }
  return file;
}

t.test('the .shx locates the shapes when the .shp has gaps, another order or wrong lengths', async (t) => {
  const shp = points(4);
  const record = (n: number) => shp.subarray(100 + 28 * n, 100 + 28 * (n + 1));
  const [one, two, three, four] = [0, 1, 2, 3].map(record) as [Buffer, Buffer, Buffer, Buffer];
  const gap = Buffer.alloc(40, 7);
  const whole = (...parts: Buffer[]) => {
    const file = Buffer.concat([shp.subarray(0, 100), ...parts]);
    file.writeInt32BE(file.length / 2, 24);
    return file;
  };
  const lying = Buffer.from(shp);
  lying.writeInt32BE(1_000, 104 + 28);
  const at = (...offsets: number[]) => shxFile(offsets.map((offset) => ({ offset, length: 20 })));
  const cases: [name: string, shp: Buffer, shx: Buffer][] = [
    ['a gap', whole(one, two, gap, three, four), at(100, 128, 196, 224)],
    ['another order', whole(two, one, four, three), at(128, 100, 184, 156)],
    ['a wrong length', lying, at(100, 128, 156, 184)],
    ['a .shx of another file', shp, at(4_000, 4_028, 100, 100)],
    ['a .shx that is none', shp, Buffer.from('shx')],
  ];
  for (const [name, file, shx] of cases) {
    const { rows, error } = await readFiles(t, {
      'a.shp': file,
      'a.shx': shx,
      'a.dbf': pins('1', '2', '3', '4'),
    });
    t.equal(error, null, name);
    t.same(
      good(rows).map(({ geometry }) => (geometry as Point).coordinates[1]),
      [41, 42, 43, 44],
      name,
    );
  }
});

t.test(
  'if files end too early or do not belong together, the rows before are loaded, then a sentence says so',
  async (t) => {
    const shp = points(4);
    const dbf = pins('1', '2', '3', '4');
    const swappedNumber = Buffer.from(shp);
    swappedNumber.writeInt32BE(9, 100 + 2 * 28);
    const longRecord = Buffer.from(shp);
    longRecord.writeInt32BE(1_000_000_000, 104 + 28);
    const negative = Buffer.from(shp);
    negative.writeInt32BE(-4, 104 + 28);
    const cases: [name: string, shp: Buffer, dbf: Buffer, error: RegExp, before: number][] = [
      [
        'a .shp cut in a shape',
        shp.subarray(0, -5),
        dbf,
        /a\.shp: the \.shp is cut off or damaged at row 4\. /,
        3,
      ],
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
  },
);

t.test('what cannot be opened is refused with what to do', async (t) => {
  const prj = { 'a.prj': CALIFORNIA_3 };
  const far = [6e6, 2e6, 6.1e6, 2.2e6];
  const dbf = pins('1');
  const short = Buffer.from(dbf);
  short.writeUInt16LE(5, 10);
  const cases: [name: string, files: Record<string, Buffer | string>, error: RegExp][] = [
    ['an empty .shp', { 'a.shp': '', 'a.dbf': dbf }, /a\.shp: it is not a \.shp/],
    ['a web page', { 'a.shp': `<html>${' '.repeat(200)}`, 'a.dbf': dbf }, /it is not a \.shp/],
    [
      'no .prj',
      { 'a.shp': shpFile(POINT, [point(6e6, 2e6)], far) },
      /no \.prj .*"srs": "EPSG:….*--srs EPSG:/,
    ],
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
    [
      'a .dbf cut in its header',
      { 'a.dbf': dbf.subarray(0, 50) },
      /header is not that of a \.dbf, or is cut off/,
    ],
    ['fields longer than a row', { 'a.dbf': short }, /header is not that of a \.dbf/],
    ['dBase 7', { 'a.dbf': dbfFile([PIN], [['1']], { version: 4 }) }, /dBase 7/],
  ];
  for (const [name, files, error] of cases) await t.rejects(readFiles(t, files), error, name);
  const folder = await folderWith(t, { 'a.csv': 'PIN\n1' });
  await t.rejects(openShapefile(join(folder, 'a.csv')), /neither a \.shp nor a \.zip/);
  await t.rejects(openShapefile(join(folder, 'b.shp')), /b\.shp cannot be read: there is no such file\./);
  await t.rejects(openShapefile(folder), /is a folder/);
});

t.test('a missing .prj or .dbf is mentioned, and degrees under a projected .prj are refused', async (t) => {
  const alone = await readFiles(t, { 'a.shp': points(2) });
  t.match(alone.rows, [{ line: 1, cells: {}, geometry: { type: 'Point' } }, { line: 2 }]);
  t.match(alone.table.remarks.join(' '), /no \.dbf .* no \.prj|no \.prj .* no \.dbf/);
  t.match(alone.table, { count: null, encoding: null });
  await t.rejects(
    readFiles(t, { 'a.shp': points(1), 'a.dbf': pins('1'), 'a.prj': CALIFORNIA_3 }),
    /California.* is in feet or meters, but its coordinates are within ±180 and ±90.*--srs EPSG:4326/,
  );
  const given = await readFiles(t, { 'a.shp': points(1), 'a.prj': CALIFORNIA_3 }, { srs: 'EPSG:4269' });
  t.match(good(given.rows)[0]!.geometry, { coordinates: [-96.7, 41] }, 'srs goes before the .prj');
  const mixed = await readFiles(t, {
    'a.shp': shpFile(POINT, [point(6_100_000, 2_000_000)], [6e6, 2e6, 6.2e6, 2.1e6]),
    'A.DBF': pins('1'),
    'a.Prj': CALIFORNIA_3,
  });
  t.match(mixed.table, { projection: /California/, count: 1 }, 'endings and names in another case');
});

const member = (name: string, content: Buffer | string): ZipFile => ({ name, content });
const shapefileIn = (base: string): ZipFile[] => [
  member(`${base}.shp`, points(1)),
  member(`${base}.dbf`, pins(base.slice(-10))),
];

/** The result of opening an archive; nothing may be left behind in the folder for temporary files. */
async function openZip(t: Test, bytes: Buffer, options: OpenOptions = {}) {
  const folder = await folderWith(t, { 'a.zip': bytes });
  const before = process.env.TMPDIR;
  process.env.TMPDIR = mkdtempSync(join(folder, 'tmp-'));
  try {
    const table = await openShapefile(join(folder, 'a.zip'), options);
    t.equal(readdirSync(process.env.TMPDIR).length, 1, 'it is unpacked into a folder for temporary files');
    const read = await readAll(table);
    await table.close();
    return { table, ...read };
  } finally {
    t.same(readdirSync(process.env.TMPDIR), [], 'nothing is left behind');
    process.env.TMPDIR = before;
    if (before === undefined) delete process.env.TMPDIR;
  }
}

t.test('a shapefile is found in an archive', async (t) => {
  const inner = zip(shapefileIn('Parcels'));
  const cases: [name: string, members: ZipFile[], options: OpenOptions, found: string][] = [
    ['at its top', shapefileIn('Parcels'), {}, 'a.zip/Parcels.shp'],
    ['in folders', shapefileIn('data/2024/Parcels'), {}, 'a.zip/data/2024/Parcels.shp'],
    ['in folders of Windows', shapefileIn('data\\Parcels'), {}, 'a.zip/data/Parcels.shp'],
    ['in a folder above', shapefileIn('../../Parcels'), {}, 'a.zip/../../Parcels.shp'],
    [
      'with endings in any case',
      [member('Parcels.Shp', points(1)), member('PARCELS.DBF', pins('x'))],
      {},
      'a.zip/Parcels.Shp',
    ],
    [
      'beside what macOS adds',
      [...shapefileIn('Parcels'), member('__MACOSX/._Parcels.shp', 'x'), member('._Parcels.shp', 'x')],
      {},
      'a.zip/Parcels.shp',
    ],
    ['in an archive in it', [member('x/Inner.ZIP', inner)], {}, 'a.zip/x/Inner.ZIP/Parcels.shp'],
    [
      'named',
      [...shapefileIn('Roads'), ...shapefileIn('Parcels')],
      { file: 'parcels.shp' },
      'a.zip/Parcels.shp',
    ],
    [
      'named by its folder',
      [...shapefileIn('n/Parcels'), ...shapefileIn('s/Parcels')],
      { file: 's/Parcels.shp' },
      'a.zip/s/Parcels.shp',
    ],
    [
      'named in an archive in it',
      [...shapefileIn('Roads'), member('i.zip', inner)],
      { file: 'i.zip/Parcels' },
      'a.zip/i.zip/Parcels.shp',
    ],
    [
      'in an archive beside a table',
      [member('lookup.dbf', pins('x')), member('readme.txt', 'x'), member('i.zip', inner)],
      {},
      'a.zip/i.zip/Parcels.shp',
    ],
    ['without shapes', [member('roll.dbf', pins('x'))], {}, 'a.zip/roll.dbf'],
  ];
  for (const [name, members, options, found] of cases) {
    const { table, rows, error } = await openZip(t, zip(members), options);
    t.equal(error, null, name);
    t.ok(table.name.endsWith(found), `${name}: ${table.name}`);
    t.equal(good(rows).length, 1, name);
  }
});

t.test('an archive that cannot be used is refused with what to do', async (t) => {
  const inner = zip(shapefileIn('Parcels'));
  const deep = zip([member('b.zip', zip([member('c.zip', inner)]))]);
  const itself = zip([member('a.zip', zip([member('a.zip', 'the archive itself')]))]);
  const zeros = Buffer.alloc(110 << 20);
  const cases: [name: string, bytes: Buffer, options: OpenOptions, error: RegExp][] = [
    [
      'no archive',
      Buffer.from('<html>Not found</html>'),
      {},
      /a\.zip: it cannot be unpacked .*Download it again/,
    ],
    ['a part of one', zip(shapefileIn('Parcels')).subarray(0, -30), {}, /it cannot be unpacked/],
    ['nothing in it', zip([]), {}, /no shapefile \(\.shp\): it is empty/],
    ['no shapefile', zip([member('a.csv', 'x'), member('b.txt', 'x')]), {}, /it has \.csv, \.txt/],
    ['a geodatabase', zip([member('a.gdb/a1.gdbtable', 'x')]), {}, /file geodatabase/],
    [
      'several',
      zip([...shapefileIn('Roads'), ...shapefileIn('x/Parcels')]),
      {},
      /2 shapefiles: Roads\.shp, x\/Parcels\.shp\. Name one: "file"/,
    ],
    [
      'another than is named',
      zip(shapefileIn('Roads')),
      { file: 'Parcels.shp' },
      /no shapefile "Parcels\.shp"\. It has: Roads\.shp/,
    ],
    [
      'two of the name',
      zip([...shapefileIn('n/Parcels'), ...shapefileIn('s/Parcels')]),
      { file: 'Parcels.shp' },
      /2 shapefiles "Parcels\.shp": n\/Parcels\.shp, s\/Parcels\.shp/,
    ],
    ['an archive in an archive in it', deep, {}, /Archives within those are not looked into/],
    ['an archive that holds itself', itself, {}, /Archives within those are not looked into/],
    [
      'encrypted',
      zip(shapefileIn('Parcels').map((each) => ({ ...each, encrypted: true }))),
      {},
      /Parcels\.shp in it is encrypted: unpack it with its password/,
    ],
    [
      'packed in another way',
      zip(shapefileIn('Parcels').map((each) => ({ ...each, method: 9 }))),
      {},
      /packed by a method .*\(9\)/,
    ],
    ['a bomb within', zip([member('b.zip', zip([member('a.shp', zeros)]))]), {}, /over 200 times its size/],
    ['a damaged file', damaged(zip(shapefileIn('Parcels'))), {}, /Parcels\.shp in it cannot be unpacked/],
    ['a shapefile that is none', zip([member('a.shp', 'x')]), {}, /it is not a \.shp/],
  ];
  for (const [name, bytes, options, error] of cases) await t.rejects(openZip(t, bytes, options), error, name);
});

/** An archive whose first file is damaged. */
function damaged(zip: Buffer): Buffer {
  const bytes = Buffer.from(zip);
  bytes.fill(0xff, 45, 55);
  return bytes;
}

t.test('the published outlines are read', { skip: withoutSharedData }, async (t) => {
  const cases: [file: string, polygons: number, several: number, near: [lat: number, lon: number]][] = [
    ['lebanon_nh/LebParcels_shp.zip', 4_364, 0, [43.64, -72.25]],
    ['somerville_ma/M274TaxPar.zip', 13_541, 49, [42.39, -71.1]],
    ['oakland_ca/OakParcels2013.zip', 2_241, 1, [37.8, -122.27]],
    ['berkeley_ca/Parcels.zip', 746, 0, [37.87, -122.26]],
    ['odd_zips/tests/data/us-ca-alameda_county-excerpt-mixedcase.zip', 2_849, 0, [37.8, -122.26]],
    ['odd_zips/tests/data/us-ca-oakland-excerpt.zip', 2_241, 1, [37.8, -122.27]],
    ['odd_zips/tests/data/us-ut-excerpt.zip', 91, 0, [38.6, -112.36]],
    ['odd_zips/tests/parcels/data/us/ca/berkeley.zip', 3, 0, [37.86, -122.27]],
    ['odd_zips/tests/parcels/data/us/ca/berkeley/Parcels.shp', 3, 0, [37.86, -122.27]],
  ];
  for (const [file, polygons, several, [lat, lon]] of cases) {
    const table = await openShapefile(join(SHARED_DATA!, 'outlines', file));
    const { rows, error } = await readAll(table);
    await table.close();
    t.equal(error, null, file);
    t.equal(good(rows).length, polygons, `${file}: rows`);
    t.equal(
      good(rows).filter(({ geometry }) => geometry?.type === 'MultiPolygon').length,
      several,
      `${file}: parts`,
    );
    const away = good(rows).filter(({ geometry }) => {
      const [x, y] = (geometry as { coordinates: number[][] }).coordinates.flat(3) as [number, number];
      return Math.abs(x - lon) > 0.15 || Math.abs(y - lat) > 0.15;
    });
    t.equal(away.length, 0, `${file}: all are where the place is`);
  }
  const geodatabase = join(SHARED_DATA!, 'outlines/odd_zips/tests/data/lake-man.gdb.zip');
  t.ok(existsSync(geodatabase));
  await t.rejects(openShapefile(geodatabase), /file geodatabase/);
});

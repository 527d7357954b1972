import type { Point, Position } from 'geojson';
import t from 'tap';
import { polygonsOf } from '../../../src/domain/geometry/area-shape.ts';
import type { TableRow } from '../../../src/loading/readers/table.ts';
import { positions } from '../../squares.ts';
import { MULTIPOINT, POINT, POLYGON, POLYLINE, type Shape, shpFile } from './shapefile-files.ts';
import { box, DEGREES, good, pins, point, points, readFiles, shape } from './shapefile-reading.ts';

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
    ['a hole that runs as its outer ring', [outer, hole.toReversed()], [[ccw(outer), ccw(hole)]]],
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

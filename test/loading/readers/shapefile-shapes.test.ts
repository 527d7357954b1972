import type { Point, Position } from 'geojson';
import t from 'tap';
import { positions } from '../../squares.ts';
import { MULTIPOINT, POINT, POLYLINE, type Shape, shpFile } from './shapefile-files.ts';
import { box, DEGREES, good, pins, point, points, readFiles } from './shapefile-reading.ts';

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

import { deepStrictEqual } from 'node:assert/strict';
import fc from 'fast-check';
import type { LineString, MultiLineString, MultiPolygon, Polygon } from 'geojson';
import t from 'tap';
import { fromGeoPackage, fromWkb } from '../../../src/loading/readers/wkb.ts';
import { holds } from '../../holds.ts';
import { positions } from '../../squares.ts';
import { blob, SQUARE, wkb } from './table-files.ts';

const TYPES = ['Point', 'LineString', 'Polygon', 'MultiPoint', 'MultiLineString', 'MultiPolygon'];

t.test('every type, byte order and dimension is read as it was written', async () => {
  const position = fc.tuple(fc.double({ noNaN: true }), fc.double({ noNaN: true }));
  const list = <T>(value: fc.Arbitrary<T>) => fc.array(value, { minLength: 1, maxLength: 4 });
  const coordinates = [
    position,
    list(position),
    list(list(position)),
    list(position),
    list(list(position)),
    list(list(list(position))),
  ];
  const geometry = fc
    .constantFrom(0, 1, 2, 3, 4, 5)
    .chain((type) =>
      fc.record({ type: fc.constant(type), coordinates: coordinates[type]! as fc.Arbitrary<number[]> }),
    );
  // The positions with this many more numbers each.
  const extended = (value: unknown, more: number): unknown => {
    const all = value as unknown[];
    return typeof all[0] === 'number'
      ? [...all, ...Array(more).fill(7)]
      : all.map((one) => extended(one, more));
  };
  await holds(
    2_000,
    [geometry, fc.boolean(), fc.constantFrom(0, 1, 2, 3)],
    ({ type, coordinates }, little, dimensions) => {
      const more = [0, 1, 1, 2][dimensions]!;
      const bytes = wkb(type + 1 + 1_000 * dimensions, extended(coordinates, more) as number[], little);
      deepStrictEqual(fromWkb(bytes), { type: TYPES[type], coordinates });
      deepStrictEqual(fromGeoPackage(blob(bytes)), { type: TYPES[type], coordinates });
    },
  );
});

/** A geometry that consists of parts. */
const collected = (code: number, ...parts: Buffer[]): Buffer => {
  const head = Buffer.alloc(9);
  head.writeUInt8(1);
  head.writeUInt32LE(code, 1);
  head.writeUInt32LE(parts.length, 5);
  return Buffer.concat([head, ...parts]);
};

t.test('curves become lines within 0.1 m of them', async (t) => {
  // In feet: half a circle of radius 500 around (1000, 1000), and its chord.
  const arc = wkb(8, [
    [500, 1_000],
    [1_000, 1_500],
    [1_500, 1_000],
  ]);
  const chord = wkb(2, [
    [1_500, 1_000],
    [500, 1_000],
  ]);
  const circle = wkb(8, [
    [500, 1_000],
    [1_500, 1_000],
    [500, 1_000],
  ]);
  const polygon = collected(10, collected(9, arc, chord));
  const rings: Record<string, number[][]> = {
    'a curve polygon': (fromWkb(polygon) as Polygon).coordinates[0]!,
    'a surface of several': (fromWkb(collected(12, wkb(3, [SQUARE]), polygon)) as MultiPolygon)
      .coordinates[1]![0]!,
    'a circle': (fromWkb(collected(10, circle)) as Polygon).coordinates[0]!,
    'a compound curve': (fromWkb(collected(9, arc, chord)) as LineString).coordinates,
    'several curves': (fromWkb(collected(11, arc, chord)) as MultiLineString).coordinates[0]!,
    'a circular string': (fromWkb(arc) as LineString).coordinates,
  };
  for (const [name, ring] of Object.entries(rings)) {
    t.ok(ring.length > 100, `${name}: ${ring.length} corners`);
    const middles = ring.slice(1).map(([x, y], at) => [(x! + ring[at]![0]!) / 2, (y! + ring[at]![1]!) / 2]);
    const far = middles.filter(([x, y]) => Math.abs(Math.hypot(x! - 1_000, y! - 1_000) - 500) > 0.1 / 0.3048);
    t.ok(far.length <= 1, `${name}: only the chord is far from the circle`);
  }
  t.same(
    fromWkb(wkb(8, positions('0 0, 1 1, 2 2'))),
    {
      type: 'LineString',
      coordinates: positions('0 0, 1 1, 2 2'),
    },
    'straight',
  );
});

t.test('anything else is null', async (t) => {
  const square = wkb(3, [SQUARE]);
  for (let length = 0; length < square.length; length++)
    t.equal(fromWkb(square.subarray(0, length)), null, `${length} of ${square.length} bytes`);
  const many = Buffer.from(square);
  many.writeUInt32LE(0xffff_ffff, 5);
  const others: [string, Buffer][] = [
    ['a curve of another kind', collected(13)],
    ['a part that is no curve', collected(10, wkb(1, [1, 2]))],
    ['four billion rings', many],
    ['a part of another type', Buffer.concat([wkb(4, []).subarray(0, 5), Buffer.of(1, 0, 0, 0), square])],
    ['collections in collections', Buffer.concat(Array(100_000).fill(Buffer.of(1, 7, 0, 0, 0, 1, 0, 0, 0)))],
  ];
  for (const [name, bytes] of others) t.equal(fromWkb(bytes), null, name);
  t.equal(fromGeoPackage(square), null, 'without the header of a GeoPackage');
  await holds(5_000, [fc.uint8Array({ maxLength: 200 })], (bytes) => {
    fromWkb(bytes);
    fromGeoPackage(blob(bytes));
  });
});

t.test('the form of PostGIS, envelopes and empty points are read', async (t) => {
  const point = wkb(1, [1, 2]);
  const ewkb = Buffer.concat([point.subarray(0, 5), Buffer.of(0xe6, 0x10, 0, 0), point.subarray(5)]);
  ewkb.writeUInt32LE(0x2000_0001, 1);
  t.same(fromWkb(ewkb), { type: 'Point', coordinates: [1, 2] }, 'with the number of its system');
  const high = wkb(1, [1, 2, 3]);
  high.writeUInt32LE(0x8000_0001, 1);
  t.same(fromWkb(high), { type: 'Point', coordinates: [1, 2] }, 'with heights');
  const sizes = [0, 32, 48, 48, 64];
  sizes.forEach((size, code) => {
    const header = Buffer.from(blob(Buffer.alloc(size)));
    header[3] = 1 | (code << 1);
    t.same(
      fromGeoPackage(Buffer.concat([header, point])),
      { type: 'Point', coordinates: [1, 2] },
      `envelope ${code}`,
    );
  });
  t.same(fromWkb(wkb(1, [Number.NaN, Number.NaN])), { type: 'Point', coordinates: [] });
});

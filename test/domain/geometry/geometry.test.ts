import { ok } from 'node:assert/strict';
import fc from 'fast-check';
import type { Geometry, Position } from 'geojson';
import t from 'tap';
import { checkGeometry } from '../../../src/domain/geometry/check.ts';
import { squareMeters } from '../../../src/loading/geometry/area.ts';
import { pointIn } from '../../../src/loading/geometry/point.ts';
import { openShapefile } from '../../../src/loading/readers/shapefile/shapefile.ts';
import { SHARED_DATA, withoutSharedData } from '../../helper.ts';
import { holds } from '../../holds.ts';
import { boxRing, polygon, positions } from '../../squares.ts';

const RADIANS = Math.PI / 180;
const box = (west: number, south: number, width: number, height = width): Position[] =>
  boxRing(west, south, west + width, south + height);

/** How often a ring turns around a point: a way to distinguish inside from outside other than crossings. */
function turns(ring: Position[], lon: number, lat: number): number {
  let sum = 0;
  for (let n = 1; n < ring.length; n++) {
    const from = Math.atan2(ring[n - 1]![1]! - lat, ring[n - 1]![0]! - lon);
    let by = Math.atan2(ring[n]![1]! - lat, ring[n]![0]! - lon) - from;
    if (by > Math.PI) by -= 2 * Math.PI;
    if (by < -Math.PI) by += 2 * Math.PI;
    sum += by;
  }
  return Math.round(sum / (2 * Math.PI));
}

const surrounds = ([outer, ...holes]: Position[][], lon: number, lat: number): boolean =>
  turns(outer!, lon, lat) !== 0 && holes.every((hole) => turns(hole, lon, lat) === 0);

/** Rings around a center with corners at any distance: as irregular as a ring can be without crossing itself. */
const star = fc
  .record({
    lon: fc.double({ min: -160, max: -65, noNaN: true }),
    lat: fc.double({ min: 18, max: 70, noNaN: true }),
    size: fc.constantFrom(0.0001, 0.001, 0.05),
    arms: fc.array(fc.double({ min: 0.02, max: 1, noNaN: true }), { minLength: 3, maxLength: 40 }),
    stretch: fc.constantFrom(1, 0.3, 0.02),
    hole: fc.boolean(),
    backwards: fc.boolean(),
  })
  .map(({ lon, lat, size, arms, stretch, hole, backwards }) => {
    const at = (arm: number, n: number): Position => [
      lon + size * arm * Math.cos((2 * Math.PI * n) / arms.length),
      lat + size * stretch * arm * Math.sin((2 * Math.PI * n) / arms.length),
    ];
    const close = (ring: Position[]) => [...ring, ring[0]!];
    const outer = close(arms.map(at));
    const rings = hole ? [outer, close(arms.map((arm, n) => at(arm / 2, n))).toReversed()] : [outer];
    return backwards ? rings.map((ring) => ring.toReversed()) : rings;
  });

t.test('the point of a polygon is in it and in none of its holes', async () => {
  await holds(3_000, [star], (rings) => {
    const found = pointIn(polygon(...rings));
    ok(found && surrounds(rings, found.lon, found.lat), JSON.stringify(found));
  });
});

t.test('shapes with their center outside get a point inside', async (t) => {
  const u: Position[] = positions(
    '-90 40, -89.99 40, -89.99 40.01, -89.992 40.01, -89.992 40.001, -89.998 40.001, -89.998 40.01, -90 40.01, -90 40',
  );
  const right = positions('-90 40, -89.99 40.01, -89.989999999 40.01, -89.999999999 40, -90 40');
  const cases: [name: string, rings: Position[][]][] = [
    ['the letter U', [u]],
    ['a ring', [box(-90, 40, 0.01), box(-89.9999, 40.0001, 0.0098).toReversed()]],
    ['a strip a millimeter wide', [box(-90, 40, 1e-8, 0.01)]],
    ['a slanted strip', [right]],
  ];
  for (const [name, rings] of cases) {
    const found = pointIn(polygon(...rings))!;
    t.ok(found && surrounds(rings, found.lon, found.lat), `${name}: ${JSON.stringify(found)}`);
  }
});

t.test('the point is well away from the border', async (t) => {
  // A flag: a large square on a long pole. A point in the pole would be inside too.
  const flag: Position[] = positions(
    '-90 40, -89.9999 40, -89.9999 40.01, -89.996 40.01, -89.996 40.014, -90 40.014, -90 40',
  );
  const { lat, lon } = pointIn(polygon(flag))!;
  t.ok(lat > 40.011 && lat < 40.013 && lon > -89.9985 && lon < -89.9975, `${lat}, ${lon}`);
  const center = pointIn(polygon(box(-90, 40, 0.002)))!;
  t.ok(Math.abs(center.lat - 40.001) < 1e-6 && Math.abs(center.lon + 89.999) < 1e-6, 'a square’s center');
});

t.test('other geometries have a point too', async (t) => {
  const several: Geometry = {
    type: 'MultiPolygon',
    coordinates: [
      [box(-90, 40, 0.001)],
      [box(-80, 40, 0.01)],
      [box(-70, 40, 0.02), box(-69.999, 40.001, 0.018)],
    ],
  };
  const { lon } = pointIn(several)!;
  t.ok(lon > -80 && lon < -79.99, 'the largest of several, holes counted');
  t.same(pointIn({ type: 'Point', coordinates: [-90, 40, 7] }), { lat: 40, lon: -90 });
  t.same(
    pointIn({
      type: 'MultiPoint',
      coordinates: positions('-90 40, -91 41'),
    }),
    { lat: 40, lon: -90 },
  );
  const none: Geometry[] = [
    {
      type: 'LineString',
      coordinates: positions('-90 40, -91 41'),
    },
    { type: 'MultiPoint', coordinates: [] },
    { type: 'MultiPolygon', coordinates: [] },
    polygon(positions('-90 40, -89 41, -90 40, -90 40')),
  ];
  for (const geometry of none) t.equal(pointIn(geometry), null, geometry.type);
});

/** Square meters between two parallels and two meridians on WGS 84 (Snyder, Map Projections, 3-12). */
function zone(south: number, north: number, degrees: number): number {
  const a = 6_378_137;
  const e2 = (2 - 1 / 298.257223563) / 298.257223563;
  const e = Math.sqrt(e2);
  const q = (lat: number) => {
    const s = Math.sin(lat * RADIANS);
    return (1 - e2) * (s / (1 - e2 * s * s) - Math.log((1 - e * s) / (1 + e * s)) / (2 * e));
  };
  return ((a * a * degrees * RADIANS) / 2) * (q(north) - q(south));
}

t.test('the area of a square is that of the formula', async () => {
  const square = fc.record({
    west: fc.double({ min: -170, max: -60, noNaN: true }),
    south: fc.double({ min: 15, max: 70, noNaN: true }),
    size: fc.double({ min: 0.0002, max: 0.01, noNaN: true }),
    backwards: fc.boolean(),
  });
  await holds(500, [square], ({ west, south, size, backwards }) => {
    const ring = box(west, south, size);
    const found = squareMeters(polygon(backwards ? ring.toReversed() : ring))!;
    const expected = zone(south, south + size, size);
    ok(Math.abs(found / expected - 1) < 1e-5, `${found} for ${expected}`);
  });
});

t.test('the area of holes is not counted, and that of all parts is', async () => {
  await holds(200, [star, star], (one, other) => {
    const sum = (rings: Position[][]) =>
      rings.reduce((total, ring, n) => total + (n === 0 ? 1 : -1) * squareMeters(polygon(ring))!, 0);
    const found = squareMeters({ type: 'MultiPolygon', coordinates: [one, other] })!;
    const expected = sum(one) + sum(other);
    ok(Math.abs(found - expected) <= expected * 1e-9, `${found} for ${expected}`);
    const turned = [one, other].map((rings) => rings.map((ring) => ring.toReversed()));
    ok(Math.abs(squareMeters({ type: 'MultiPolygon', coordinates: turned })! - found) <= found * 1e-9);
  });
});

t.test('geometries without an area have none', async (t) => {
  t.equal(squareMeters({ type: 'Point', coordinates: [-90, 40] }), null);
  t.equal(squareMeters({ type: 'LineString', coordinates: box(-90, 40, 1) }), null);
  t.equal(squareMeters(polygon(positions('-90 40, -90 40, -90 40, -90 40'))), null);
});

t.test('geometries are repaired, or refused with a reason', async (t) => {
  const good = box(-96.7, 40.8, 0.01);
  const line: Position[] = positions('-96.7 40.8, -96.6 40.9, -96.7 40.8, -96.7 40.8');
  const bow: Position[] = positions('-96.7 40.8, -96.69 40.81, -96.69 40.8, -96.7 40.82, -96.7 40.8');
  // Two squares that touch at a corner.
  const touching: Position[] = positions(
    '-96.7 40.8, -96.69 40.8, -96.69 40.81, -96.68 40.81, -96.68 40.82, -96.69 40.82, -96.69 40.81, -96.7 40.81, -96.7 40.8',
  );
  const flipped = (ring: Position[]) => ring.map(([x, y]) => [y!, x!]);
  const parts = (...coordinates: Position[][][]): Geometry => ({ type: 'MultiPolygon', coordinates });
  const cases: [name: string, given: unknown, expected: object][] = [
    ['a good one', polygon(good), { geometry: polygon(good), notes: [] }],
    ['an open ring', polygon(good.slice(0, -1)), { geometry: polygon(good), notes: ['ring_closed'] }],
    ['a hole that is a line', polygon(good, line), { geometry: polygon(good), notes: ['ring_dropped'] }],
    ['a hole of two corners', polygon(good, line.slice(0, 2)), { geometry: polygon(good) }],
    ['a line', polygon(line), { geometry: null, notes: ['ring_dropped', 'no_area'] }],
    ['parts, one a line', parts([good], [line]), { geometry: polygon(good), notes: ['ring_dropped'] }],
    ['an outer ring that is a line, with a hole', parts([line, good], [good]), { geometry: polygon(good) }],
    ['a ring that crosses itself', polygon(bow), { geometry: polygon(bow), notes: ['crosses_itself'] }],
    ['a ring that touches itself', polygon(touching), { geometry: polygon(touching), notes: [] }],
    ['a point', { type: 'Point', coordinates: [-96, 40] }, { geometry: { type: 'Point' }, notes: [] }],
    ['a line that is one', { type: 'LineString', coordinates: good }, { geometry: { type: 'LineString' } }],
    ['NaN', polygon([[Number.NaN, 40], ...good]), { reason: 'bad_geometry' }],
    ['infinity', polygon([[-96, Number.NEGATIVE_INFINITY], ...good]), { reason: 'bad_geometry' }],
    ['text', polygon([['-96', '40'] as never, ...good]), { reason: 'bad_geometry' }],
    ['one number', { type: 'Point', coordinates: [-96] }, { reason: 'bad_geometry' }],
    ['nothing', { type: 'Polygon', coordinates: [] }, { reason: 'bad_geometry' }],
    ['an empty ring', polygon(good, []), { reason: 'bad_geometry' }],
    ['no coordinates', { type: 'Polygon' }, { reason: 'bad_geometry' }],
    ['the wrong depth', { type: 'MultiPolygon', coordinates: [good] }, { reason: 'bad_geometry' }],
    ['a collection', { type: 'GeometryCollection', geometries: [] }, { reason: 'bad_geometry' }],
    ['a type that does not exist', { type: 'Circle', coordinates: [0, 0] }, { reason: 'bad_geometry' }],
    ['feet', polygon(box(6e6, 2e6, 100)), { reason: 'out_of_range' }],
    ['a corner off earth', polygon([...good.slice(0, 2), [-96, 91], good[0]!]), { reason: 'out_of_range' }],
    ['latitude first, in Nebraska', polygon(flipped(good)), { reason: 'swapped_axes' }],
    ['latitude first, in Maine', { type: 'Point', coordinates: [44.3, -69.8] }, { reason: 'swapped_axes' }],
    ['latitude first, on Guam', { type: 'Point', coordinates: [13.5, 144.8] }, { reason: 'swapped_axes' }],
    ['Guam', { type: 'Point', coordinates: [144.8, 13.5] }, { notes: [] }],
    ['Alaska beyond the date line', { type: 'Point', coordinates: [173, 52.8] }, { notes: [] }],
    ['a place elsewhere', { type: 'Point', coordinates: [2.3, 48.9] }, { notes: [] }],
  ];
  for (const [name, given, expected] of cases) t.match(checkGeometry(given as Geometry), expected, name);
});

t.test('a ring of many corners is checked', async (t) => {
  const round = Array.from({ length: 20_001 }, (_, n): Position => {
    const turn = (2 * Math.PI * (n % 20_000)) / 20_000;
    return [-96 + Math.cos(turn) / 100, 40 + Math.sin(turn) / 100];
  });
  t.match(checkGeometry(polygon(round)), { notes: [] });
  const crossed = round.with(5_000, [-96, 39.98]);
  t.match(checkGeometry(polygon(crossed)), { notes: ['crosses_itself'] });
});

t.test('points and areas of the published outlines', { skip: withoutSharedData }, async (t) => {
  const feet = 0.3048006096012192 ** 2;
  const cases: [file: string, column: string, unit: number][] = [
    ['lebanon_nh/LebParcels_shp.zip', 'Shape_Area', feet],
    ['somerville_ma/M274TaxPar.zip', 'SHAPE_Area', 1],
    ['oakland_ca/OakParcels2013.zip', 'Shape_area', feet],
  ];
  for (const [file, column, unit] of cases) {
    const table = await openShapefile(`${SHARED_DATA}/outlines/${file}`);
    let outside = 0;
    let off = 0;
    let count = 0;
    for await (const rows of table.read()) {
      for (const row of rows) {
        if ('reason' in row || !row.geometry) continue;
        const checked = checkGeometry(row.geometry);
        if ('reason' in checked || !checked.geometry) continue;
        count++;
        const place = pointIn(checked.geometry);
        const { coordinates } = checked.geometry as { coordinates: Position[][] | Position[][][] };
        const polygons = (
          checked.geometry.type === 'Polygon' ? [coordinates] : coordinates
        ) as Position[][][];
        if (!place || !polygons.some((rings) => surrounds(rings, place.lon, place.lat))) outside++;
        if (Math.abs(squareMeters(checked.geometry)! / (Number(row.cells[column]) * unit) - 1) > 0.001) off++;
      }
    }
    await table.close();
    t.ok(count > 2_000, file);
    t.equal(outside, 0, `${file}: all points are inside`);
    t.ok(
      off < count / 400,
      `${file}: ${off} of ${count} areas differ from the published by over a thousandth`,
    );
  }
});

import fc from 'fast-check';
import type { Position } from 'geojson';
import t from 'tap';
import { type Box, cellsMeeting, cellsOf } from '../../../src/domain/geometry/cells.ts';
import { metersTo } from '../../../src/domain/geometry/distance.ts';
import { boxOf, multiPolygonOf, type Outline, outlineOf } from '../../../src/domain/geometry/outline.ts';
import { squareMeters } from '../../../src/loading/geometry/area.ts';
import { holds } from '../../holds.ts';
import { polygon, positions, scribble, squareRing } from '../../squares.ts';

const [LON, LAT] = [-96.7, 40.8];
const LINE = positions('-96.7 40.8, -96.7 41.8, -96.7 40.8');
function stored(geometry: unknown): Outline {
  const outline = outlineOf(geometry);
  if ('fault' in outline) throw new Error(outline.fault);
  return outline;
}

/** Twice the signed area: positive for a counterclockwise ring. */
const turn = (ring: Position[]) =>
  ring.slice(1).reduce((sum, [x, y], at) => sum + ring[at]![0]! * y! - x! * ring[at]![1]!, 0);

t.test('an outline is closed, wound as RFC 7946 says, and rounded to seven decimals', async (t) => {
  const outer = squareRing(LON + 0.000_000_04, LAT, 0.01).toReversed();
  const hole = squareRing(LON + 0.002, LAT + 0.002, 0.001);
  const { coordinates } = multiPolygonOf(stored({ type: 'Polygon', coordinates: [outer, hole] }));
  const [[ring, inner]] = coordinates as [[Position[], Position[]]];
  t.ok(turn(ring) > 0, 'the outer ring runs counterclockwise');
  t.ok(turn(inner) < 0, 'a hole runs clockwise');
  t.same([ring[0], inner[0]], [ring.at(-1), inner.at(-1)], 'rings are closed');
  t.same(
    ring.flat().filter((degrees) => !/^-?\d+(\.\d{1,7})?$/.test(String(degrees))),
    [],
  );
});

t.test('each geometry becomes an outline, or is refused with a reason', async (t) => {
  const cases: [string, unknown, RegExp | number][] = [
    ['an open ring', { type: 'Polygon', coordinates: [squareRing(LON, LAT, 0.01).slice(0, -1)] }, 1],
    [
      'a ring that goes on at the other edge of the map',
      {
        type: 'Polygon',
        coordinates: [positions('179.999 52, -179.999 52, -179.999 52.001, 179.999 52.001, 179.999 52')],
      },
      /^not_cut_at_180$/,
    ],
    ['a few crossings are repaired', { type: 'Polygon', coordinates: [scribble(LON, LAT, 40)] }, 21],
    [
      'thousands of crossings are too many',
      { type: 'Polygon', coordinates: [scribble(LON, LAT, 2_500)] },
      /^too_many_crossings$/,
    ],
    [
      'so are edges that lie on each other thousands of times',
      { type: 'Polygon', coordinates: [scribble(LON, LAT, 400, 10)] },
      /^too_many_crossings$/,
    ],
    [
      'one that is cut there',
      {
        type: 'MultiPolygon',
        coordinates: [[squareRing(179.999, 52, 0.001)], [squareRing(-180, 52, 0.001)]],
      },
      2,
    ],
    [
      'two parts',
      { type: 'MultiPolygon', coordinates: [[squareRing(LON, LAT, 0.01)], [squareRing(LON + 1, LAT, 0.01)]] },
      2,
    ],
    ['one part a line', { type: 'MultiPolygon', coordinates: [[squareRing(LON, LAT, 0.01)], [LINE]] }, 1],
    ['a point', { type: 'Point', coordinates: [LON, LAT] }, /wrong_type/],
    ['text', 'POLYGON((0 0))', /wrong_type/],
    ['a line', polygon(LINE), /no_area/],
    [
      'latitude first',
      { type: 'Polygon', coordinates: [squareRing(LAT, LON, 0.01)] },
      /swapped_axes|out_of_range/,
    ],
    ['text for numbers', { type: 'Polygon', coordinates: [[['a', 'b']]] }, /bad_geometry/],
    ['smaller than a centimeter', { type: 'Polygon', coordinates: [squareRing(LON, LAT, 2e-8)] }, /no_area/],
  ];
  for (const [name, geometry, wanted] of cases) {
    const outline = outlineOf(geometry);
    if (typeof wanted === 'number')
      t.equal('fault' in outline ? outline.fault : outline.length, wanted, name);
    else t.match('fault' in outline ? outline.fault : 'an outline', wanted, name);
  }
});

t.test('a ring that crosses itself is repaired: its two lobes become two parts', async (t) => {
  const outline = stored(
    polygon(positions('-96.7 40.8, -96.69 40.81, -96.69 40.8, -96.7 40.81, -96.7 40.8')),
  );
  t.equal(outline.length, 2);
  const lobe = squareMeters(polygon(positions('-96.7 40.8, -96.695 40.805, -96.7 40.81, -96.7 40.8')))!;
  const area = squareMeters(multiPolygonOf(outline))!;
  t.ok(Math.abs(area / (2 * lobe) - 1) < 1e-4, `${area} of ${2 * lobe}`);
});

const degrees = (low: number, high: number) => fc.double({ min: low, max: high, noNaN: true });
const box = fc
  .record({
    lon: degrees(-170, -60),
    lat: degrees(-10, 70),
    width: degrees(0, 1).map((share) => share ** 8),
    height: degrees(0, 1).map((share) => share ** 8),
  })
  .map(
    ({ lon, lat, width, height }): Box => ({ west: lon, south: lat, east: lon + width, north: lat + height }),
  );

const meets = (a: Box, b: Box) =>
  a.west <= b.east && b.west <= a.east && a.south <= b.north && b.south <= a.north;

t.test('boxes that meet have a cell in common', async () => {
  await holds(500, [box, degrees(-1, 1), degrees(-1, 1), box], (a, x, y, shape) => {
    const [width, height] = [shape.east - shape.west, shape.north - shape.south];
    const west = a.west + (a.east - a.west + width) * x;
    const south = a.south + (a.north - a.south + height) * y;
    const b = { west, south, east: west + width, north: south + height };
    if (!meets(a, b)) return true;
    const cells = cellsMeeting(b, 100_000);
    return cells === null || cellsOf(a).some((cell) => cells.includes(cell));
  });
});

t.test('a box has at most four cells, and a query with too many is refused', async (t) => {
  await holds(500, [box], (one) => {
    const { length } = cellsOf(one);
    return length >= 1 && length <= 4;
  });
  t.equal(cellsMeeting({ west: -100, south: 30, east: -90, north: 40 }, 1_000), null);
});

t.test('the distance to an outline is that of a plain computation', async (t) => {
  const size = 0.001;
  const outline = stored({
    type: 'Polygon',
    coordinates: [squareRing(LON, LAT, size), squareRing(LON + 0.0004, LAT + 0.0004, 0.0002).toReversed()],
  });
  const shrink = Math.cos((LAT * Math.PI) / 180) * 111_195.08;
  await holds(500, [degrees(-1, 2), degrees(-1, 2)], (x, y) => {
    const [lon, lat] = [LON + x * size, LAT + y * size];
    const told = metersTo(lon, lat, outline);
    const inSquare = (from: number, to: number) => x > from && x < to && y > from && y < to;
    if (inSquare(0, 1) && !inSquare(0.4, 0.6)) return told === 0;
    const aside = (value: number) => Math.max(0, -value, value - 1);
    const inHole = inSquare(0.4, 0.6);
    const plain = inHole
      ? Math.min((x - 0.4) * shrink, (0.6 - x) * shrink, (y - 0.4) * 111_195.08, (0.6 - y) * 111_195.08) *
        size
      : Math.hypot(aside(x) * shrink, aside(y) * 111_195.08) * size;
    return Math.abs(told - plain) < 0.1;
  });
  t.same(boxOf(outline), { west: LON, south: LAT, east: -96.699, north: 40.801 });
});

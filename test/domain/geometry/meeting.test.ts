import fc from 'fast-check';
import t from 'tap';
import type { AreaShape } from '../../../src/domain/geometry/area-shape.ts';
import { borderCells } from '../../../src/domain/geometry/border.ts';
import { type Box, cellsOf } from '../../../src/domain/geometry/cells.ts';
import { meetingTest } from '../../../src/domain/geometry/meeting.ts';
import { boxOf, type Outline, outlineOf } from '../../../src/domain/geometry/outline.ts';
import { holds } from '../../holds.ts';
import { square as degreeSquare, positions, squareRing } from '../../squares.ts';
import {
  anyShape,
  coordinatesOf,
  degreesOf,
  has,
  haveCommonPoint,
  type Polygons,
  reaches,
  ring,
} from './made-areas.ts';

function stored(polygons: Polygons): Outline {
  const outline = outlineOf({ type: 'MultiPolygon', coordinates: coordinatesOf(polygons) });
  if ('fault' in outline) throw new Error(outline.fault);
  return outline;
}
const areaOf = (polygons: Polygons): AreaShape => ({ polygons: coordinatesOf(polygons) });
const square = (x: number, y: number, size: number): Polygons => [[squareRing(x, y, size).slice(1)]];
const ringed = (x: number, y: number, size: number, hole: number): Polygons => [
  [square(x, y, size)[0]![0]!, square(x + hole, y + hole, size - 2 * hole)[0]![0]!],
];

t.test('outlines and areas that meet are recognized, and those that do not', async (t) => {
  const lot = square(100, 100, 50);
  const cases: [name: string, lot: Polygons, area: Polygons, wanted: boolean][] = [
    ['they overlap', lot, square(120, 120, 50), true],
    ['the lot lies in the area', lot, square(0, 0, 500), true],
    ['the area lies in the lot', lot, square(110, 110, 10), true],
    ['the same', lot, lot, true],
    ['they share an edge', lot, square(150, 100, 50), true],
    ['they share a part of an edge', lot, square(150, 120, 5), true],
    ['they share a corner', lot, square(150, 150, 50), true],
    ['a corner touches the middle of a slanting edge', [[ring('0 0, 30 10, 0 10')]], square(15, 5, 0), true],
    ['a unit beside such an edge', [[ring('0 0, 30 10, 0 10')]], square(16, 5, 0), false],
    ['they lie apart', lot, square(151, 100, 50), false],
    ['only their boxes overlap', [[ring('0 0, 90 0, 90 10, 10 10, 10 90, 0 90')]], square(20, 20, 60), false],
    ['the lot lies in the hole of the area', lot, ringed(0, 0, 300, 50), false],
    ['the lot lies in the hole and touches its edge', lot, ringed(50, 50, 150, 50), true],
    ['the area lies in the hole of the lot', ringed(0, 0, 300, 50), lot, false],
    ['the area lies around the lot’s hole', ringed(100, 100, 60, 20), ringed(110, 110, 40, 5), true],
    ['one of two parts', [...square(0, 0, 5), ...square(200, 200, 5)], square(204, 204, 9), true],
    ['an area without a width crosses it', lot, [[ring('0 120, 300 120, 300 120')]], true],
  ];
  for (const [name, one, area, wanted] of cases) {
    t.equal(meetingTest(areaOf(area))(stored(one)), wanted, name);
    t.equal(haveCommonPoint(one, area), wanted, `${name}, by the plain computation`);
  }
});

t.test('any two shapes meet as the plain computation says', async (t) => {
  let met = 0;
  await holds(5_000, [anyShape(6, 30, 2), anyShape(9, 30, 2)], (lot, area) => {
    const wanted = haveCommonPoint(lot, area);
    if (wanted) met++;
    return meetingTest(areaOf(area))(stored(lot)) === wanted;
  });
  t.ok(met > 1_000 && met < 4_000, `${met} of 5,000 meet`);
});

t.test('a shape reaches into a circle as the plain computation says', async (t) => {
  const counts = { true: 0, false: 0 };
  const circle = fc.tuple(
    fc.integer({ min: 0, max: 600 }),
    fc.integer({ min: 0, max: 600 }),
    fc.integer({ min: 1, max: 400 }),
  );
  await holds(1_500, [anyShape(40, 600, 10), circle], (lot, [x, y, meters]) => {
    const wanted = reaches(lot, [x, y], meters);
    if (wanted === null) return true;
    counts[`${wanted}`]++;
    const [lon, lat] = degreesOf([x, y]);
    return meetingTest({ circle: { lat, lon, meters } })(stored(lot)) === wanted;
  });
  t.ok(counts.true > 200 && counts.false > 200, JSON.stringify(counts));
});

t.test('a circle far away reaches an outline to the centimeter', async (t) => {
  const [west, south] = [-96.7, 41];
  const lot = outlineOf(degreeSquare(west, south, 0.01)) as Outline;
  // A degree of latitude on the sphere.
  const degree = (2 * Math.PI * 6_371_008.7714) / 360;
  const reached = (lat: number, meters: number) =>
    meetingTest({ circle: { lat, lon: west + 0.005, meters } })(lot);
  for (const degrees of [0.001, 0.1, 5]) {
    t.ok(reached(south - degrees, degree * degrees + 0.01), `${degrees} degrees`);
    t.notOk(reached(south - degrees, degree * degrees - 0.01), `less than ${degrees} degrees`);
  }
  t.ok(reached(south + 0.005, 0.001), 'inside of it');
});

t.test('what is in no cell of an area’s border is wholly in the area or wholly outside', async (t) => {
  let inner = 0;
  await holds(2_000, [anyShape(60, 4_000, 10), anyShape(2_500, 2_000, 10)], (lot, area) => {
    const cells = new Set(borderCells(areaOf(area), 100_000));
    const outline = stored(lot);
    if (cellsOf(boxOf(outline)).some((cell) => cells.has(cell))) return true;
    const corners = lot.flat(2).map(([x, y]) => has(area, [x, y, 1]));
    if (corners[0]) inner++;
    return corners.every((inside) => inside === corners[0]) && corners[0] === haveCommonPoint(lot, area);
  });
  t.ok(inner > 100, `${inner} lie inside`);
});

t.test('what is in no cell of a circle’s border is wholly in or outside it, around the globe', async (t) => {
  let inner = 0;
  const place = fc.record({
    lat: fc.double({ min: -75, max: 75, noNaN: true }),
    lon: fc.double({ min: -180, max: 180, noNaN: true }),
    // The border of the largest ones is a small circle around the opposite side of the Earth.
    meters: fc.oneof(
      fc.double({ min: 1_000, max: 6_000, noNaN: true }),
      fc.double({ min: 20_030_000, max: 20_037_509, noNaN: true }),
    ),
    away: fc.double({ min: 0, max: 1.3, noNaN: true }),
    turn: fc.double({ min: 0, max: 2 * Math.PI, noNaN: true }),
  });
  await holds(120, [place], ({ lat, lon, meters, away, turn }) => {
    const border = new Set(borderCells({ circle: { lat, lon, meters } }, 100_000));
    const from = (meters * away) / 6_371_008.7714;
    const [p, l] = [(lat * Math.PI) / 180, (lon * Math.PI) / 180];
    const y = Math.asin(Math.sin(p) * Math.cos(from) + Math.cos(p) * Math.sin(from) * Math.cos(turn));
    const x =
      l +
      Math.atan2(Math.sin(turn) * Math.sin(from) * Math.cos(p), Math.cos(from) - Math.sin(p) * Math.sin(y));
    const [south, west] = [(y * 180) / Math.PI, (((x * 180) / Math.PI + 540) % 360) - 180];
    const box = { south, west, north: Math.min(90, south + 0.001), east: Math.min(180, west + 0.001) };
    if (cellsOf(box).some((cell) => border.has(cell))) return true;
    const circle = meetingTest({ circle: { lat, lon, meters } });
    const whole = circle(outlineAround(box));
    if (whole) inner++;
    const corner = circle(outlineAround({ ...box, south: box.north - 1e-5, west: box.east - 1e-5 }));
    return whole === corner;
  });
  t.ok(inner > 50, `${inner} lie inside`);
});

function outlineAround({ west, south, east, north }: Box): Outline {
  const units = (degrees: number) => Math.round(degrees * 1e7);
  const [x, y, width, height] = [units(west), units(south), units(east - west), units(north - south)];
  return [[[x, y, width, 0, 0, height, -width, 0]]];
}

t.test('a border with too many cells is not followed to its end', async (t) => {
  const wide = {
    polygons: [[positions('-125 25, -66 25, -66 49, -125 49, -125 25')]],
  };
  t.equal(borderCells(wide, 10_000), null);
  t.equal(borderCells({ circle: { lat: 40, lon: -96, meters: 3e6 } }, 10_000), null);
});

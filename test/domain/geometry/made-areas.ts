import fc from 'fast-check';
import { UNITS } from '../../../src/domain/geometry/outline.ts';
import { boxRing, positions } from '../../squares.ts';

/** Corners on a grid of whole numbers; a step is a hundred stored units, or about a meter. Rings are open. */
export type Corner = [x: number, y: number];
export type Ring = Corner[];
export type Polygons = Ring[][];

const GRID_UNITS = 100;
const ORIGIN = { x: -967_400_000, y: 407_800_000 };

/** A place on the grid in degrees. */
export const degreesOf = ([x, y]: Corner): [lon: number, lat: number] => [
  (ORIGIN.x + x * GRID_UNITS) / UNITS,
  (ORIGIN.y + y * GRID_UNITS) / UNITS,
];

/** As in GeoJSON: closed. */
export const coordinatesOf = (polygons: Polygons) =>
  polygons.map((rings) => rings.map((ring) => [...ring, ring[0]!].map(degreesOf)));

/** A ring written as `0 0, 3 0, 3 1`. */
export const ring = (text: string) => positions(text) as Ring;

const box = (low: number, high: number): Ring => boxRing(low, low, high, high).slice(1);

/** The shapes of lots and areas. */
const SHAPES: Polygons[] = [
  [[box(0, 2)]],
  [[ring('0 0, 3 0, 3 1, 1 1, 1 3, 0 3')]],
  [[ring('0 0, 3 0, 3 3, 2 3, 2 1, 1 1, 1 3, 0 3')]],
  [[ring('0 0, 3 1, 1 3')]],
  [[ring('2 0, 4 2, 2 4, 0 2')]],
  [[ring('0 0, 4 2, 0 4, 1 2')]],
  [[box(0, 4), box(1, 3)]],
  [[box(0, 4), ring('2 1, 3 2, 2 3, 1 2')]],
  [[box(0, 1)], [box(2, 3)]],
  [[box(0, 6), box(1, 5)], [box(2, 4)]],
];

/** A shape of a size in steps of the grid, at a place, possibly flipped. */
export function madeShape(kind: number, [width, height]: Corner, [x, y]: Corner, turned: boolean): Polygons {
  const at = ([dx, dy]: Corner): Corner =>
    turned ? [x + dy * width, y + dx * height] : [x + dx * width, y + dy * height];
  return SHAPES[kind % SHAPES.length]!.map((rings) => rings.map((ring) => ring.map(at)));
}

/** Shapes up to a size, with corners that many of them share. */
export const anyShape = (size: number, reach: number, step: number): fc.Arbitrary<Polygons> =>
  fc
    .tuple(
      fc.nat(SHAPES.length - 1),
      fc.integer({ min: 1, max: size }),
      fc.integer({ min: 1, max: size }),
      fc.integer({ min: -5, max: Math.floor(reach / step) }),
      fc.integer({ min: -5, max: Math.floor(reach / step) }),
      fc.boolean(),
    )
    .map(([kind, width, height, x, y, turned]) =>
      madeShape(kind, [width, height], [x * step, y * step], turned),
    );

/** A place between the points of the grid: x/d, y/d. */
type Place = [x: number, y: number, d: number];

const cross = ([ax, ay]: Corner, [bx, by]: Corner, [x, y, d]: Place) =>
  (bx - ax) * (y - ay * d) - (by - ay) * (x - ax * d);

/** Whether a place is inside, on or outside a ring, exactly. */
function side(ring: Ring, place: Place): 'in' | 'on' | 'out' {
  const [x, y, d] = place;
  let inside = false;
  for (const [n, a] of ring.entries()) {
    const b = ring[(n + 1) % ring.length]!;
    const turn = cross(a, b, place);
    const isBeside =
      x >= Math.min(a[0], b[0]) * d &&
      x <= Math.max(a[0], b[0]) * d &&
      y >= Math.min(a[1], b[1]) * d &&
      y <= Math.max(a[1], b[1]) * d;
    if (turn === 0 && isBeside) return 'on';
    if (a[1] * d > y !== b[1] * d > y && turn > 0 === b[1] > a[1]) inside = !inside;
  }
  return inside ? 'in' : 'out';
}

/** Whether polygons contain a place; their borders belong to them. */
export const has = (polygons: Polygons, place: Place): boolean =>
  polygons.some(
    ([outer, ...holes]) => side(outer!, place) !== 'out' && holes.every((hole) => side(hole, place) !== 'in'),
  );

const edgesOf = (polygons: Polygons) =>
  polygons.flat().flatMap((ring) => ring.map((from, n) => [from, ring[(n + 1) % ring.length]!] as const));

/** Where the lines of two edges cross; none when they are parallel. */
function crossing([a, b]: readonly [Corner, Corner], [c, e]: readonly [Corner, Corner]): Place[] {
  const [rx, ry, sx, sy] = [b[0] - a[0], b[1] - a[1], e[0] - c[0], e[1] - c[1]];
  const d = rx * sy - ry * sx;
  if (d === 0) return [];
  const t = (c[0] - a[0]) * sy - (c[1] - a[1]) * sx;
  const sign = Math.sign(d);
  return [[sign * (a[0] * d + t * rx), sign * (a[1] * d + t * ry), Math.abs(d)]];
}

/** Whether polygons have a point in common: if so, a corner or a crossing of their edges is one. */
export function haveCommonPoint(a: Polygons, b: Polygons): boolean {
  const corners = [...a, ...b].flat(2).map(([x, y]): Place => [x, y, 1]);
  if (corners.some((place) => has(a, place) && has(b, place))) return true;
  return edgesOf(a).some((edge) =>
    edgesOf(b).some((other) => crossing(edge, other).some((place) => has(a, place) && has(b, place))),
  );
}

/** Meters between two places, by the angle between them at the center of the Earth. */
function meters([lon1, lat1]: number[], [lon2, lat2]: number[]): number {
  const vector = (lon: number, lat: number) => {
    const [l, p] = [(lon * Math.PI) / 180, (lat * Math.PI) / 180];
    return [Math.cos(p) * Math.cos(l), Math.cos(p) * Math.sin(l), Math.sin(p)];
  };
  const [a, b] = [vector(lon1!, lat1!), vector(lon2!, lat2!)];
  const chord = Math.hypot(a[0]! - b[0]!, a[1]! - b[1]!, a[2]! - b[2]!);
  return 2 * 6_371_008.7714 * Math.asin(Math.min(1, chord / 2));
}

/** This close to its edge, a circle may count either way. */
const NEAR_LINE = 1.5;
/** Meters between the points of an edge that are tried. */
const APART = 2;

/** Whether polygons reach into a circle around a corner of the grid; null when it is too close to tell. */
export function reaches(polygons: Polygons, center: Corner, radius: number): boolean | null {
  if (has(polygons, [...center, 1])) return true;
  const from = degreesOf(center);
  let least = Infinity;
  for (const [a, b] of edgesOf(polygons)) {
    const samples = Math.max(1, Math.ceil(Math.hypot(b[0] - a[0], b[1] - a[1]) / APART));
    for (let n = 0; n <= samples; n++) {
      const share = n / samples;
      const at = degreesOf([a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])]);
      least = Math.min(least, meters(from, at));
    }
  }
  return Math.abs(least - radius) < NEAR_LINE ? null : least < radius;
}

/** The same for a place without an outline. */
export function isNear(place: Corner, center: Corner, radius: number): boolean | null {
  const away = meters(degreesOf(place), degreesOf(center));
  return Math.abs(away - radius) < NEAR_LINE ? null : away < radius;
}

import type { Geometry, MultiPolygon, Polygon, Position } from 'geojson';
import { sideOf, twiceArea } from '../../domain/geometry/rings.ts';
import { some, tally } from './table.ts';

/** A closed ring, with what is needed to find its place among others. */
interface Ring {
  positions: Position[];
  /** Twice its area, positive when it runs counterclockwise. */
  area: number;
  west: number;
  south: number;
  east: number;
  north: number;
}

/** How many corners to try until one is not on the other ring itself. */
const MOST_CORNERS = 32;

function measured(positions: Position[]): Ring {
  const ring = {
    positions,
    area: twiceArea(positions),
    west: Infinity,
    south: Infinity,
    east: -Infinity,
    north: -Infinity,
  };
  for (const [x, y] of positions as [number, number][]) {
    if (x < ring.west) ring.west = x;
    if (x > ring.east) ring.east = x;
    if (y < ring.south) ring.south = y;
    if (y > ring.north) ring.north = y;
  }
  return ring;
}

/** Whether a ring lies in another, which it may touch. */
function contains(outer: Ring, inner: Ring): boolean {
  if (
    inner.west < outer.west ||
    inner.east > outer.east ||
    inner.south < outer.south ||
    inner.north > outer.north
  ) {
    return false;
  }
  for (const [x, y] of inner.positions.slice(0, MOST_CORNERS) as [number, number][]) {
    const side = sideOf(x, y, outer.positions);
    if (side !== 0) return side > 0;
  }
  return true;
}

/** Polygons as one geometry; there is at least one. */
export const polygonFrom = (polygons: Position[][][]): Polygon | MultiPolygon =>
  polygons.length === 1
    ? { type: 'Polygon', coordinates: polygons[0]! }
    : { type: 'MultiPolygon', coordinates: polygons };

/** Lines as one geometry; there is at least one. */
export const lineFrom = (lines: Position[][]): Geometry =>
  lines.length === 1
    ? { type: 'LineString', coordinates: lines[0]! }
    : { type: 'MultiLineString', coordinates: lines };

function closed(ring: Position[]): Position[] {
  const first = ring[0];
  const last = ring.at(-1);
  const isClosed = first && last && first[0] === last[0] && first[1] === last[1];
  return isClosed || !first ? ring : [...ring, first];
}

const counterclockwise = ({ positions, area }: Ring) => (area < 0 ? positions.toReversed() : positions);
const clockwise = ({ positions, area }: Ring) => (area < 0 ? positions : positions.toReversed());

const sizeOf = ({ area }: Ring) => Math.abs(area);

/** The first ring after the one at a place, by size, that is larger and contains it. A loop, as there may be 20,000 rings. */
function smallestAround<P extends { ring: Ring }>(bySize: readonly P[], at: number): P | undefined {
  const { ring } = bySize[at]!;
  for (let place = at + 1; place < bySize.length; place++) {
    const other = bySize[place]!;
    if (contains(other.ring, ring) && sizeOf(other.ring) > sizeOf(ring)) return other;
  }
  return undefined;
}

/**
 * The polygon made of rings in any order, wound as GeoJSON requires. A ring within another is a hole of the smallest ring
 * around it, a ring within a hole is a part again, and so on: how publishers wind them says less. Rings without area are
 * left out; null when none is left. Open rings are closed.
 */
export function polygonOf(rings: readonly Position[][]): Polygon | MultiPolygon | null {
  const all = rings
    .map(closed)
    .filter((positions) => positions.length >= 4)
    .map((positions) => ({ ring: measured(positions), holes: [] as Position[][] }))
    .filter(({ ring }) => ring.area !== 0);
  const isHole = new Map<Ring, boolean>();
  const bySize = all.toSorted((a, b) => sizeOf(a.ring) - sizeOf(b.ring));
  for (let at = bySize.length - 1; at >= 0; at--) {
    const { ring } = bySize[at]!;
    const around = smallestAround(bySize, at);
    isHole.set(ring, around !== undefined && !isHole.get(around.ring));
    if (isHole.get(ring)) around!.holes.push(clockwise(ring));
  }
  const parts = all.filter(({ ring }) => !isHole.get(ring));
  if (parts.length === 0) return null;
  return polygonFrom(parts.map(({ ring, holes }) => [counterclockwise(ring), ...holes]));
}

export type ToDegrees = (x: number, y: number) => [lon: number, lat: number];

const MOST_LEVELS = 8;

/** How deep the positions of each type are nested in lists. */
const LEVELS: Readonly<Record<string, number>> = {
  Point: 0,
  MultiPoint: 1,
  LineString: 1,
  MultiLineString: 2,
  Polygon: 2,
  MultiPolygon: 3,
};

/** A position in degrees; null if the numbers are not finite, or it is not on Earth. */
export function positionInDegrees(x: unknown, y: unknown, toDegrees: ToDegrees): [number, number] | null {
  if (typeof x !== 'number' || typeof y !== 'number' || !Number.isFinite(x) || !Number.isFinite(y))
    return null;
  const place = toDegrees(x, y);
  // NaN fails this test, too.
  return Math.abs(place[0]) <= 180 && Math.abs(place[1]) <= 90 ? place : null;
}

/** The same lists with positions in degrees; null when their nesting differs or a position is invalid. */
function coordinatesInDegrees(value: unknown, levels: number, toDegrees: ToDegrees): unknown[] | null {
  if (!Array.isArray(value)) return null;
  if (levels === 0) return positionInDegrees(value[0], value[1], toDegrees);
  const made: unknown[] = [];
  for (const element of value) {
    const coordinates = coordinatesInDegrees(element, levels - 1, toDegrees);
    if (coordinates === null) return null;
    made.push(coordinates);
  }
  return made;
}

/** What counts of a collection: its areas as one geometry, else its first part. Lines and points of a lot say no more. */
function partOf(parts: readonly Geometry[]): Geometry | null {
  const areas = parts.flatMap((part) =>
    part.type === 'Polygon' ? [part.coordinates] : part.type === 'MultiPolygon' ? part.coordinates : [],
  );
  return areas.length > 0 ? polygonFrom(areas) : (parts[0] ?? null);
}

/**
 * Converts a GeoJSON geometry from any coordinate system to degrees, each position as longitude and latitude; heights and
 * measures are left out; of a collection, its areas count. Null for a missing or empty geometry. `invalid` when its
 * structure is wrong, or its coordinates are not numbers or not on Earth.
 */
export function inDegrees(
  value: unknown,
  toDegrees: ToDegrees,
  levels = MOST_LEVELS,
): Geometry | null | 'invalid' {
  if (value === null || value === undefined) return null;
  if (typeof value !== 'object' || levels === 0) return 'invalid';
  const { type, coordinates, geometries } = value as Record<string, unknown>;
  if (type === 'GeometryCollection') {
    if (!Array.isArray(geometries)) return 'invalid';
    const made = geometries.map((part) => inDegrees(part, toDegrees, levels - 1));
    if (made.includes('invalid')) return 'invalid';
    return partOf(made.filter((part) => part !== null && part !== 'invalid'));
  }
  const depth = typeof type === 'string' ? LEVELS[type] : undefined;
  if (depth === undefined) return 'invalid';
  if (Array.isArray(coordinates) && coordinates.length === 0) return null;
  const made = coordinatesInDegrees(coordinates, depth, toDegrees);
  // The nesting is that of the type.
  return made === null ? 'invalid' : ({ type, coordinates: made } as Geometry);
}

/** Counts the rows whose geometry is left out because it is `invalid`. */
export function invalidGeometries() {
  const invalid = tally(
    (count, line) =>
      `${some(count, 'row')} (the first is ${line}) cannot be located: the outline or point is broken or too long, or its ` +
      'coordinates are not numbers or not on Earth. If these are most rows, give their coordinate system with --srs, such as EPSG:2227 (conform.srs in a source file).',
  );
  return {
    ...invalid,
    /** The geometry of a row, if it can be used. */
    usable(line: number, geometry: Geometry | null | 'invalid'): Geometry | null {
      if (geometry !== 'invalid') return geometry;
      invalid.add(line);
      return null;
    },
  };
}

/**
 * The kinds of the first geometries of a table, for people; blank where there are none.
 * @param isNamed whether it names its coordinate system.
 * @throws Error with a sentence when it does not, and none of them lies on Earth as degrees.
 */
export function kindsOf(first: readonly (Geometry | null | 'invalid')[], isNamed: boolean): string {
  const filled = first.filter((geometry) => geometry !== null);
  const valid = filled.filter((geometry) => geometry !== 'invalid');
  if (isNamed || filled.length === 0 || valid.length > 0)
    return [...new Set(valid.map(({ type }) => type))].join(', ');
  throw new Error(
    'it names no coordinate system, and its coordinates are not degrees. ' +
      'Give the coordinate system with --srs, such as EPSG:2227 (conform.srs in a source file); the publisher names it, often in the metadata.',
  );
}

import type { Geometry } from 'geojson';
import { polygonFrom } from './rings.ts';
import { some, tally } from './tally.ts';

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
    const one = coordinatesInDegrees(element, levels - 1, toDegrees);
    if (one === null) return null;
    made.push(one);
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
    const made = geometries.map((one) => inDegrees(one, toDegrees, levels - 1));
    if (made.includes('invalid')) return 'invalid';
    return partOf(made.filter((one) => one !== null && one !== 'invalid'));
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
 * Checks the first geometries of a table that names no coordinate system.
 * @throws Error with a sentence when none of them lies on Earth as degrees.
 */
export function checkDegrees(name: string, found: readonly (Geometry | null | 'invalid')[]): void {
  const some = found.filter((geometry) => geometry !== null);
  if (some.length === 0 || some.some((geometry) => geometry !== 'invalid')) return;
  throw new Error(
    `${name} names no coordinate system, and its coordinates are not degrees. ` +
      'Give the coordinate system with --srs, such as EPSG:2227 (conform.srs in a source file); the publisher names it, often in the metadata.',
  );
}

import { cellsAt, cellsOf } from '../../domain/geometry/cells.ts';
import { boxOf, multiPolygonOf, type Outline, outlineOf } from '../../domain/geometry/outline.ts';
import { locationOf } from '../geometry/point.ts';
import type { Point } from './fields.ts';

/** The outline of a record, null when it has none or a broken one; `notes` says what is wrong with it. */
export interface Shape {
  outline: Outline | null;
  notes: string[];
}

/** Some programs write a geometry without coordinates where there is none. */
const isEmpty = (outline: unknown): boolean =>
  (outline as { coordinates?: unknown[] }).coordinates?.length === 0;

function readShape({ outline }: Record<string, unknown>): Shape {
  if (outline === undefined || outline === null || outline === '' || isEmpty(outline))
    return { outline: null, notes: [] };
  const read = outlineOf(outline);
  return 'fault' in read ? { outline: null, notes: [`outline:${read.fault}`] } : { outline: read, notes: [] };
}

/** Reads the outline of a record when it is first needed: most records of a load have not changed. */
export function shapeReader(record: Record<string, unknown>): () => Shape {
  let shape: Shape | undefined;
  return () => (shape ??= readShape(record));
}

/** The point of a parcel: the given one, else one inside of the outline. */
export const locationIn = (location: Point | null, outline: Outline | null): Point | null =>
  location ?? (outline && locationOf(multiPolygonOf(outline)));

/** The point of a record by its geometry, which may be broken: that of a Point as it is written, or one inside of an area. */
export function pointOf(geometry: unknown): unknown {
  const { type, coordinates } = (geometry ?? {}) as { type?: unknown; coordinates?: unknown };
  if (type === 'Point')
    return Array.isArray(coordinates) ? { lon: coordinates[0], lat: coordinates[1] } : null;
  const outline = outlineOf(geometry);
  return 'fault' in outline ? null : locationIn(null, outline);
}

/** The cells under which maps find a parcel. */
export function cellsFor(outline: Outline | null, location: Point | null): string[] {
  if (outline !== null) return cellsOf(boxOf(outline));
  return location === null ? [] : cellsAt(location);
}

/** The center of an outline's box, where the parcel's location is outside of it; searches of areas find the parcel by it. */
export function middleFor(outline: Outline | null, location: Point | null): Point | undefined {
  if (outline === null) return undefined;
  const { west, south, east, north } = boxOf(outline);
  const [lat, lon] = [(south + north) / 2, (west + east) / 2];
  if (location === null) return { lat, lon };
  const isInBox =
    location.lon >= west && location.lon <= east && location.lat >= south && location.lat <= north;
  return isInBox ? undefined : { lat, lon };
}

/** An outline as it is stored beside its parcel. */
export const outlineDocument = (county_fips: string, outline: Outline, load: number) => ({
  county_fips,
  cells: cellsFor(outline, null),
  rings: outline,
  internal: { load },
});

import type { Position } from 'geojson';
import type { Box } from './cells.ts';
import { type Outline, ringInDegrees } from './outline.ts';
import { sideOf } from './rings.ts';

/** Of the sphere that Elasticsearch measures on, in meters. */
const RADIUS = 6_371_008.7714;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** Meters between two points, on the sphere that Elasticsearch measures on. */
export function metersBetween(lat1: number, lon1: number, lat2: number, lon2: number): number {
  const square =
    Math.sin(radians(lat2 - lat1) / 2) ** 2 +
    Math.cos(radians(lat1)) * Math.cos(radians(lat2)) * Math.sin(radians(lon2 - lon1) / 2) ** 2;
  return 2 * RADIUS * Math.asin(Math.min(1, Math.sqrt(square)));
}

/** The most meters between two points that are this many degrees apart, at latitudes from `lat` to the pole. */
export function metersAtMost(lat: number, degreesNorth: number, degreesEast: number): number {
  const half = Math.hypot(radians(degreesNorth), Math.cos(radians(lat)) * radians(degreesEast)) / 2;
  return 2 * RADIUS * Math.asin(Math.min(1, half));
}

/** Per degree of latitude, on the sphere that Elasticsearch measures on (radius 6,371,008.8 m). */
const METERS_PER_DEGREE = 111_195.08;

const shrinkAt = (lat: number) => Math.cos((lat * Math.PI) / 180);

/** Meters from the origin to the straight line between two points, all in meters. */
function toSegment([x1, y1]: number[], [x2, y2]: number[]): number {
  const [dx, dy] = [x2! - x1!, y2! - y1!];
  const length = dx * dx + dy * dy;
  const share = length === 0 ? 0 : Math.max(0, Math.min(1, -(x1! * dx + y1! * dy) / length));
  return Math.hypot(x1! + share * dx, y1! + share * dy);
}

function toRing(lon: number, lat: number, ring: readonly Position[]): number {
  const shrink = shrinkAt(lat);
  const flat = ring.map(([x, y]) => [
    (x! - lon) * shrink * METERS_PER_DEGREE,
    (y! - lat) * METERS_PER_DEGREE,
  ]);
  let least = Number.POSITIVE_INFINITY;
  for (let at = 1; at < flat.length; at++) least = Math.min(least, toSegment(flat[at - 1]!, flat[at]!));
  return least;
}

/**
 * Meters from a point to an outline, 0 inside of it and on its border. Exact to one part in a million within a kilometer.
 */
export function metersTo(lon: number, lat: number, outline: Outline): number {
  let least = Number.POSITIVE_INFINITY;
  for (const rings of outline) {
    const [outer, ...holes] = rings.map(ringInDegrees);
    const isInside = sideOf(lon, lat, outer!) >= 0 && holes.every((hole) => sideOf(lon, lat, hole) <= 0);
    if (isInside) return 0;
    for (const ring of [outer!, ...holes]) least = Math.min(least, toRing(lon, lat, ring));
  }
  return least;
}

/** A box around a circle. */
export function boxAround(lon: number, lat: number, meters: number): Box {
  const height = meters / METERS_PER_DEGREE;
  const width = Math.min(180, height / Math.max(1e-6, shrinkAt(Math.min(90, Math.abs(lat) + height))));
  return {
    west: Math.max(-180, lon - width),
    east: Math.min(180, lon + width),
    south: Math.max(-90, lat - height),
    north: Math.min(90, lat + height),
  };
}

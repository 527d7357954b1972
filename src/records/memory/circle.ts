import type { Circle } from '../../domain/geometry/area-shape.ts';
import { boxAround } from '../../domain/geometry/distance.ts';
import { metersBetween } from '../../domain/geometry/sphere.ts';
import { isObject } from '../../domain/json-object.ts';
import { type Box, decodeLat, decodeLon, encodeBox, encodeLat, encodeLon } from './points.ts';

const METERS = /^([0-9.e+-]+)m$/;

/**
 * How far from a circle’s border a point must be for memory to decide, in meters. Lucene computes distances from cosines. Their
 * rounding changes a distance of d meters by at most 0.04 / d, and by far less than a hundred-millionth of it.
 */
const doubtAt = (meters: number) => 0.001 + 0.1 / meters + meters / 1e8;

/** The circle of a `geo_distance` clause, and a box around it; null when it may meet a pole or the antimeridian. */
export function circleOf(clause: unknown): { circle: Circle; box: Box } | null {
  if (!isObject(clause)) return null;
  const { location, distance, ...more } = clause;
  if (!isObject(location) || typeof distance !== 'string' || Object.keys(more).length > 0) return null;
  const { lat, lon } = location as { lat: number; lon: number };
  const meters = Number(METERS.exec(distance)?.[1]);
  const { south, north, west, east } = boxAround(lon, lat, meters * 1.001 + 1);
  if (!(meters > 0 && south > -90 && north < 90 && west > -180 && east < 180)) return null;
  const box = encodeBox(south, north, west, east);
  // Elasticsearch rounds the center as it rounds locations.
  return box && { circle: { lat: decodeLat(encodeLat(lat)), lon: decodeLon(encodeLon(lon)), meters }, box };
}

/** Whether a stored point is in a circle; null if it is so near the border that only Lucene’s own arithmetic can tell. */
export function circleTest({ lat, lon, meters }: Circle): (north: number, east: number) => boolean | null {
  const doubt = doubtAt(meters);
  return (north, east) => {
    const beyond = metersBetween(lat, lon, decodeLat(north), decodeLon(east)) - meters;
    return Math.abs(beyond) < doubt ? null : beyond < 0;
  };
}

import { boxAround } from '../../domain/geometry/distance.ts';
import { metersBetween } from '../../domain/geometry/sphere.ts';
import { isObject } from '../../domain/json-object.ts';
import { decodeLat, decodeLon, encodeBox, encodeLat, encodeLon } from './points.ts';
import type { Shape } from './shape.ts';

const METERS = /^([0-9.e+-]+)m$/;

/**
 * How far from a circle’s border a point must be for memory to decide, in meters. Lucene computes distances from cosines. Their
 * rounding changes a distance of d meters by at most 0.04 / d, and by far less than a hundred-millionth of it.
 */
const doubtAt = (meters: number) => 0.001 + 0.1 / meters + meters / 1e8;

/** The circle of a `geo_distance` clause; null when it may meet a pole or the antimeridian. */
export function circleOf(clause: unknown): Shape | null {
  if (!isObject(clause)) return null;
  const { location, distance, ...more } = clause;
  if (!isObject(location) || typeof distance !== 'string' || Object.keys(more).length > 0) return null;
  const { lat, lon } = location as { lat: number; lon: number };
  // Elasticsearch rounds the center as it rounds locations.
  const [centerLat, centerLon] = [decodeLat(encodeLat(lat)), decodeLon(encodeLon(lon))];
  const meters = Number(METERS.exec(distance)?.[1]);
  const { south, north, west, east } = boxAround(lon, lat, meters * 1.001 + 1);
  if (!(meters > 0 && south > -90 && north < 90 && west > -180 && east < 180)) return null;
  const box = encodeBox(south, north, west, east);
  const doubt = doubtAt(meters);
  return (
    box && {
      box,
      effort: 1,
      holds(northing, easting) {
        const beyond = metersBetween(centerLat, centerLon, decodeLat(northing), decodeLon(easting)) - meters;
        return Math.abs(beyond) < doubt ? null : beyond < 0;
      },
    }
  );
}

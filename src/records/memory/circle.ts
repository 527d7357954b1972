import type { Circle } from '../../domain/geometry/area-shape.ts';
import { boxAround, metersBetween } from '../../domain/geometry/distance.ts';
import { decodeLat, decodeLon, encodeBox, encodeLat, encodeLon, type Shape } from './points.ts';

/**
 * How far from a circle’s border a point must be for memory to decide, in meters. Lucene computes distances from cosines. Their
 * rounding changes a distance of d meters by at most 0.04 / d, and by far less than a hundred-millionth of it.
 */
const doubtAt = (meters: number) => 0.001 + 0.1 / meters + meters / 1e8;

/** The points in a circle; null when it may meet a pole or the antimeridian. */
export function circleOf({ lat, lon, meters }: Circle): Shape | null {
  // Elasticsearch rounds the center as it rounds locations.
  const [centerLat, centerLon] = [decodeLat(encodeLat(lat)), decodeLon(encodeLon(lon))];
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

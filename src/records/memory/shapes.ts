import type { Position } from 'geojson';
import type { Circle } from '../../domain/geometry/area-shape.ts';
import { boxAround, metersBetween } from '../../domain/geometry/distance.ts';
import { twiceArea } from '../../domain/geometry/rings.ts';
import { decodeLat, decodeLon, encodeBox, encodeLat, encodeLon, type Shape } from './points.ts';

/** How far from an edge a point must be for memory to decide, in degrees: about a centimeter. */
const DOUBT = 1e-7;
/** Elasticsearch refuses rings that enclose nothing. */
const LEAST_AREA = 1e-12;
/** Time per edge, relative to a distance. */
const EFFORT = 1 / 8;

/** Whether a point is in a closed ring; null when it is on an edge or nearly so. */
function isInRing(ring: Float64Array, x: number, y: number): boolean | null {
  let isIn = false;
  for (let at = 2; at < ring.length; at += 2) {
    const [x1, y1, x2, y2] = [ring[at - 2]!, ring[at - 1]!, ring[at]!, ring[at + 1]!];
    if (y < Math.min(y1, y2) - DOUBT || y > Math.max(y1, y2) + DOUBT) continue;
    const side = (x2 - x1) * (y - y1) - (y2 - y1) * (x - x1);
    const isBeside = x >= Math.min(x1, x2) - DOUBT && x <= Math.max(x1, x2) + DOUBT;
    if (isBeside && Math.abs(side) <= DOUBT * (Math.abs(x2 - x1) + Math.abs(y2 - y1))) return null;
    if (y1 > y !== y2 > y && side > 0 === y2 > y) isIn = !isIn;
  }
  return isIn;
}

/**
 * The points in polygons. Null when one has holes, meets a pole or the antimeridian, or encloses next to nothing:
 * Elasticsearch rearranges or refuses some of these.
 */
export function areaOf(polygons: Position[][][]): Shape | null {
  if (polygons.some((rings) => rings.length > 1)) return null;
  const rings = polygons.map(([outer]) => outer!);
  if (rings.some((ring) => Math.abs(twiceArea(ring)) < LEAST_AREA)) return null;
  const corners = rings.flat();
  const [longitudes, latitudes] = [corners.map(([x]) => x!), corners.map(([, y]) => y!)];
  const [west, east] = [Math.min(...longitudes) - DOUBT, Math.max(...longitudes) + DOUBT];
  const [south, north] = [Math.min(...latitudes) - DOUBT, Math.max(...latitudes) + DOUBT];
  if (!(south > -90 && north < 90 && west > -180 && east < 180 && east - west < 180)) return null;
  const box = encodeBox(south, north, west, east);
  const flat = rings.map((ring) => Float64Array.from(ring.flat()));
  return (
    box && {
      box,
      effort: corners.length * EFFORT,
      contains(northing, easting) {
        const [y, x] = [decodeLat(northing), decodeLon(easting)];
        let isIn = false;
        for (const ring of flat) {
          const answer = isInRing(ring, x, y);
          if (answer === null) return null;
          isIn ||= answer;
        }
        return isIn;
      },
    }
  );
}

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
      contains(northing, easting) {
        const beyond = metersBetween(centerLat, centerLon, decodeLat(northing), decodeLon(easting)) - meters;
        return Math.abs(beyond) < doubt ? null : beyond < 0;
      },
    }
  );
}

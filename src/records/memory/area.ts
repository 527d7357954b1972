import type { Position } from 'geojson';
import { decodeLat, decodeLon, encodeBox, type Shape } from './points.ts';

/** How far from an edge a point must be for memory to decide, in degrees: about a centimeter. */
const DOUBT = 1e-7;
/** Elasticsearch refuses rings that enclose nothing. */
const LEAST_TURN = 1e-12;
/** Time per edge, relative to a distance. */
const EFFORT = 1 / 8;

/** Twice the signed area of a ring, measured from its first corner. */
function turn(ring: readonly Position[]): number {
  const [x0, y0] = ring[0]! as [number, number];
  return ring
    .slice(1)
    .reduce(
      (sum, [x, y], at) => sum + (ring[at]![0]! - x0) * (y! - y0) - (x! - x0) * (ring[at]![1]! - y0),
      0,
    );
}

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
  if (rings.some((ring) => Math.abs(turn(ring)) < LEAST_TURN)) return null;
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
      holds(northing, easting) {
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

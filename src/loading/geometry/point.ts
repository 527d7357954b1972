import type { Geometry, Position } from 'geojson';
import polylabel from 'polylabel';
import { polygonsOf } from '../../domain/geometry/area-shape.ts';
import { isWithin, twiceArea } from '../../domain/geometry/rings.ts';

export interface LatLon {
  lat: number;
  lon: number;
}

/** As a fraction of the square root of the area: a center this far from every border needs no search for a better one. */
const COMFORTABLE = 0.2;
/** As a fraction of the square root of the area. */
const PRECISION = 0.02;
/** Heights at which a sliver is cut. */
const MOST_CUTS = 16;

type Corner = [x: number, y: number];

const areaOf = (polygon: readonly Position[][]): number =>
  polygon.reduce((sum, ring, n) => sum + (n === 0 ? 1 : -1) * Math.abs(twiceArea(ring)), 0) / 2;

function largest(polygons: readonly Position[][][]): Position[][] | null {
  let best: Position[][] | null = null;
  let most = 0;
  for (const polygon of polygons) {
    const area = polygons.length === 1 ? 1 : areaOf(polygon);
    if (area > most) {
      best = polygon;
      most = area;
    }
  }
  return best;
}

/** The center of gravity of a ring whose first corner is near 0, 0. */
function centerOf(ring: readonly Corner[]): Corner {
  let x = 0;
  let y = 0;
  let sum = 0;
  for (let n = 1; n < ring.length; n++) {
    const [x1, y1] = ring[n - 1]!;
    const [x2, y2] = ring[n]!;
    const cross = x1 * y2 - x2 * y1;
    x += (x1 + x2) * cross;
    y += (y1 + y2) * cross;
    sum += 3 * cross;
  }
  return [x / sum, y / sum];
}

/** Whether every border is at least `distance` away. */
function isFar([x, y]: Corner, polygon: readonly Corner[][], distance: number): boolean {
  const least = distance * distance;
  for (const ring of polygon) {
    for (let n = 1; n < ring.length; n++) {
      const [x1, y1] = ring[n - 1]!;
      const dx = ring[n]![0] - x1;
      const dy = ring[n]![1] - y1;
      const length = dx * dx + dy * dy;
      const along = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - x1) * dx + (y - y1) * dy) / length));
      if ((x1 + along * dx - x) ** 2 + (y1 + along * dy - y) ** 2 < least) return false;
    }
  }
  return true;
}

/** The middle of the widest stretch within the polygon at height y. */
function middleAt(y: number, polygon: readonly Corner[][]): { at: Corner; width: number } | null {
  const crossings: number[] = [];
  for (const ring of polygon) {
    for (let n = 1; n < ring.length; n++) {
      const [x1, y1] = ring[n - 1]!;
      const [x2, y2] = ring[n]!;
      if (y1 > y !== y2 > y) crossings.push(x1 + ((y - y1) / (y2 - y1)) * (x2 - x1));
    }
  }
  crossings.sort((a, b) => a - b);
  let best: { at: Corner; width: number } | null = null;
  for (let n = 1; n < crossings.length; n += 2) {
    const width = crossings[n]! - crossings[n - 1]!;
    if (width > (best?.width ?? 0)) best = { at: [crossings[n - 1]! + width / 2, y], width };
  }
  return best;
}

/** Points within a sliver, too narrow for a search by squares: at heights between its corners, the widest stretch first. */
function middles(polygon: readonly Corner[][]): Corner[] {
  const heights = [...new Set(polygon.flat().map(([, y]) => y))].sort((a, b) => a - b);
  const step = Math.max(1, Math.floor(heights.length / MOST_CUTS));
  const stretches: { at: Corner; width: number }[] = [];
  for (let n = step; n < heights.length; n += step) {
    const middle = middleAt((heights[n - 1]! + heights[n]!) / 2, polygon);
    if (middle) stretches.push(middle);
  }
  return stretches.sort((a, b) => b.width - a.width).map(({ at }) => at);
}

/** Candidates for a good point, best first; those after the first cost more. */
function* candidates(polygon: Corner[][]): Generator<Corner> {
  const root = Math.sqrt(areaOf(polygon));
  const center = centerOf(polygon[0]!);
  if (isFar(center, polygon, COMFORTABLE * root)) yield center;
  yield polylabel(polygon, PRECISION * root);
  yield* middles(polygon);
}

/**
 * A point inside of a geometry in degrees: of a polygon or the largest of several, well away from its border; a point
 * itself, the first of several. Null for lines and for what has no inside.
 */
export function pointIn(geometry: Geometry): LatLon | null {
  if (geometry.type === 'Point' || geometry.type === 'MultiPoint') {
    const at = geometry.type === 'Point' ? geometry.coordinates : geometry.coordinates[0];
    return at && at.length > 1 ? { lat: at[1]!, lon: at[0]! } : null;
  }
  const polygon = largest(polygonsOf(geometry));
  const origin = polygon?.[0]?.[0];
  if (!polygon || !origin) return null;
  const [lon0, lat0] = origin as Corner;
  const narrowed = Math.cos((lat0 * Math.PI) / 180);
  const local = polygon.map((ring) =>
    ring.map(([lon, lat]): Corner => [(lon! - lon0) * narrowed, lat! - lat0]),
  );
  if (!(areaOf(local) > 0)) return null;
  for (const [x, y] of candidates(local)) {
    const lon = lon0 + x / narrowed;
    const lat = lat0 + y;
    if (isWithin(lon, lat, polygon)) return { lat, lon };
  }
  return null;
}

/** To 7 decimals, as publishers give degrees: about a centimeter. */
const rounded = (degrees: number): number => Math.round(degrees * 1e7) / 1e7;

/** The location that a geometry gives: `pointIn`, to a centimeter. */
export function locationOf(geometry: Geometry): LatLon | null {
  const inside = pointIn(geometry);
  return inside && { lat: rounded(inside.lat), lon: rounded(inside.lon) };
}

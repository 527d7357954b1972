import type { Geometry, MultiPolygon, Polygon, Position } from 'geojson';
import * as polyclip from 'polyclip-ts';
import { polygonsOf } from './area-shape.ts';
import type { Box } from './cells.ts';
import { checkGeometry, meetsTooOften } from './check.ts';
import { twiceArea } from './rings.ts';

/**
 * The rings of polygons as they are stored, in units of 1e-7 degrees: longitude and latitude of the first corner, then the
 * steps from each corner to the next. The closing corner is left out. An outer ring runs counterclockwise, its holes clockwise.
 */
export type Outline = number[][][];

/** Why a geometry is not an outline. */
export type OutlineFault =
  | 'wrong_type'
  | 'bad_geometry'
  | 'out_of_range'
  | 'swapped_axes'
  | 'no_area'
  | 'not_cut_at_180'
  | 'crosses_itself'
  | 'too_many_crossings';

/** Units of a stored corner in one degree: about a centimeter each. */
export const UNITS = 1e7;

/** The corners of a closed ring in units, without the closing one and without repetitions. */
function cornersOf(ring: readonly Position[]): Position[] {
  const corners: Position[] = [];
  for (const [lon, lat] of ring) {
    const corner = [Math.round(lon! * UNITS), Math.round(lat! * UNITS)];
    const last = corners.at(-1);
    if (!last || last[0] !== corner[0] || last[1] !== corner[1]) corners.push(corner);
  }
  const [first, last] = [corners[0]!, corners.at(-1)!];
  if (corners.length > 1 && first[0] === last[0] && first[1] === last[1]) corners.pop();
  return corners;
}

/** Null when nothing is left of the ring. */
function storedRing(ring: readonly Position[], isHole: boolean): number[] | null {
  const corners = cornersOf(ring);
  if (corners.length < 3) return null;
  const area = twiceArea([...corners, corners[0]!]);
  if (area === 0) return null;
  if (area > 0 === isHole) corners.reverse();
  return corners.flatMap(([x, y], at) => {
    const before = corners[at - 1];
    return before ? [x! - before[0]!, y! - before[1]!] : [x!, y!];
  });
}

function storedPolygon([outer, ...holes]: readonly Position[][]): number[][] | null {
  const ring = storedRing(outer!, false);
  if (ring === null) return null;
  return [ring, ...holes.map((hole) => storedRing(hole, true)).filter((hole) => hole !== null)];
}

/** Whether a ring jumps to the other edge of the map: it would reach around the world. */
const leaps = (ring: readonly Position[]): boolean =>
  ring.some(([lon], at) => at > 0 && Math.abs(lon! - ring[at - 1]![0]!) > 180);

/** The same area without crossings. Null when that cannot be found. */
function repaired(polygons: Position[][][]): Position[][][] | null {
  try {
    return polyclip.union(polygons as polyclip.Geom) as Position[][][];
  } catch {
    return null;
  }
}

/** Drops empty parts, which some programs write. */
function withoutEmpty(geometry: Polygon | MultiPolygon): Geometry {
  if (geometry.type === 'Polygon' || !Array.isArray(geometry.coordinates)) return geometry;
  const parts = geometry.coordinates.filter((part) => !Array.isArray(part) || part.length > 0);
  return { type: 'MultiPolygon', coordinates: parts };
}

/** The outline of a geometry in degrees: rings closed, wound and rounded, crossings repaired. */
export function outlineOf(geometry: unknown): Outline | { fault: OutlineFault } {
  const given = geometry as Geometry | null;
  if (given?.type !== 'Polygon' && given?.type !== 'MultiPolygon') return { fault: 'wrong_type' };
  const checked = checkGeometry(withoutEmpty(given));
  if ('reason' in checked) return { fault: checked.reason };
  if (checked.geometry === null) return { fault: 'no_area' };
  if (polygonsOf(checked.geometry).some((rings) => rings.some(leaps))) return { fault: 'not_cut_at_180' };
  const crosses = checked.notes.includes('crosses_itself');
  const parts = polygonsOf(checked.geometry);
  if (crosses && meetsTooOften(parts)) return { fault: 'too_many_crossings' };
  const polygons = crosses ? repaired(parts) : parts;
  if (polygons === null) return { fault: 'crosses_itself' };
  const stored = polygons.map(storedPolygon).filter((polygon) => polygon !== null);
  return stored.length > 0 ? stored : { fault: 'no_area' };
}

/** The corners of a stored ring in units, closed. */
export function ringInUnits(ring: readonly number[]): Position[] {
  let [x, y] = [0, 0];
  const positions: Position[] = [];
  for (let at = 0; at < ring.length; at += 2) {
    x += ring[at]!;
    y += ring[at + 1]!;
    positions.push([x, y]);
  }
  positions.push(positions[0]!);
  return positions;
}

/** The corners of a stored ring in degrees, closed. */
export const ringInDegrees = (ring: readonly number[]): Position[] =>
  ringInUnits(ring).map(([x, y]) => [x! / UNITS, y! / UNITS]);

/** An outline as GeoJSON. */
export const multiPolygonOf = (outline: Outline): MultiPolygon => ({
  type: 'MultiPolygon',
  coordinates: outline.map((rings) => rings.map(ringInDegrees)),
});

/** The smallest box around an outline. */
export function boxOf(outline: Outline): Box {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [outer] of outline) {
    let [x, y] = [0, 0];
    for (let at = 0; at < outer!.length; at += 2) {
      x += outer![at]!;
      y += outer![at + 1]!;
      if (x < west) west = x;
      if (x > east) east = x;
      if (y < south) south = y;
      if (y > north) north = y;
    }
  }
  return { west: west / UNITS, south: south / UNITS, east: east / UNITS, north: north / UNITS };
}

import type { Position } from 'geojson';
import { sideOf, twiceArea } from '../../../domain/geometry/rings.ts';

/** A closed ring, with what is needed to find its place among others. */
interface Ring {
  positions: Position[];
  /** Twice its area, positive when it runs counterclockwise. */
  area: number;
  west: number;
  south: number;
  east: number;
  north: number;
}

/** Corners tried for one that is not on the other ring itself. */
const MOST_CORNERS = 32;

function measured(positions: Position[]): Ring {
  const ring = {
    positions,
    area: twiceArea(positions),
    west: Infinity,
    south: Infinity,
    east: -Infinity,
    north: -Infinity,
  };
  for (const [x, y] of positions as [number, number][]) {
    if (x < ring.west) ring.west = x;
    if (x > ring.east) ring.east = x;
    if (y < ring.south) ring.south = y;
    if (y > ring.north) ring.north = y;
  }
  return ring;
}

/** Whether a ring lies in another, which it may touch. */
function contains(outer: Ring, inner: Ring): boolean {
  if (
    inner.west < outer.west ||
    inner.east > outer.east ||
    inner.south < outer.south ||
    inner.north > outer.north
  ) {
    return false;
  }
  for (const [x, y] of inner.positions.slice(0, MOST_CORNERS) as [number, number][]) {
    const side = sideOf(x, y, outer.positions);
    if (side !== 0) return side > 0;
  }
  return true;
}

/** The ring, counterclockwise when it is an outer one, as RFC 7946 has it. */
const wound = ({ positions, area }: Ring, outer: boolean): Position[] =>
  area > 0 === outer ? positions : positions.toReversed();

/**
 * Closed rings as polygons, each its outer ring and then its holes, wound as GeoJSON asks. Outer rings of a shapefile run
 * clockwise and holes counterclockwise; where the largest ring runs counterclockwise, the writer had it the other way
 * round. A hole belongs to the smallest outer ring that contains it, and is an outer ring itself when none does.
 */
export function groupRings(rings: Position[][]): Position[][][] {
  if (rings.length === 1) return [[wound(measured(rings[0]!), true)]];
  const all = rings.map(measured).sort((a, b) => Math.abs(b.area) - Math.abs(a.area));
  const clockwise = all.length > 0 && all[0]!.area < 0;
  const polygons: { outer: Ring; rings: Position[][] }[] = [];
  const holes: Ring[] = [];
  for (const ring of all) {
    if (ring.area < 0 === clockwise) polygons.push({ outer: ring, rings: [wound(ring, true)] });
    else holes.push(ring);
  }
  const outers = polygons.length;
  for (const hole of holes) {
    let owner = outers - 1;
    while (owner >= 0 && !contains(polygons[owner]!.outer, hole)) owner--;
    if (owner >= 0) polygons[owner]!.rings.push(wound(hole, false));
    else polygons.push({ outer: hole, rings: [wound(hole, true)] });
  }
  return polygons.map(({ rings }) => rings);
}

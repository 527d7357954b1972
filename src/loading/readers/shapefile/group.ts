import type { Position } from 'geojson';
import { contains, measured, type Ring } from '../ring.ts';

/** The ring, counterclockwise if it is an outer one, as RFC 7946 requires. */
const wound = ({ positions, area }: Ring, outer: boolean): Position[] =>
  area > 0 === outer ? positions : positions.toReversed();

/**
 * Closed rings as polygons, each its outer ring and then its holes, wound as GeoJSON asks. Outer rings of a shapefile run
 * clockwise and holes counterclockwise; where the largest ring runs counterclockwise, the writer had it the other way
 * around. A hole belongs to the smallest outer ring that contains it, and is an outer ring itself when none does.
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

import type { MultiPolygon, Polygon, Position } from 'geojson';
import { contains, measured, polygonFrom, type Ring } from './ring.ts';

function closed(ring: Position[]): Position[] {
  const first = ring[0];
  const last = ring.at(-1);
  const isClosed = first && last && first[0] === last[0] && first[1] === last[1];
  return isClosed || !first ? ring : [...ring, first];
}

const counterclockwise = ({ positions, area }: Ring) => (area < 0 ? positions.toReversed() : positions);

/**
 * The polygon made of rings in any order, wound as GeoJSON requires. Clockwise rings are outer rings; a counterclockwise
 * one is a hole of the smallest outer ring around it, or an outer ring that was wound wrongly if there is none around it.
 * Rings without area are left out; null when none is left. Open rings are closed.
 */
export function polygonOf(rings: readonly Position[][]): Polygon | MultiPolygon | null {
  const parts: { outer: Ring; holes: Position[][] }[] = [];
  const holes: Ring[] = [];
  for (const open of rings) {
    const positions = closed(open);
    if (positions.length < 4) continue;
    const ring = measured(positions);
    if (ring.area < 0) parts.push({ outer: ring, holes: [] });
    else if (ring.area > 0) holes.push(ring);
  }
  // Areas of clockwise rings are negative: the smallest is first.
  const outers = parts.toSorted((one, other) => other.outer.area - one.outer.area);
  for (const hole of holes) {
    const around = outers.find(({ outer }) => contains(outer, hole));
    if (around) around.holes.push(hole.positions.toReversed());
    else parts.push({ outer: hole, holes: [] });
  }
  if (parts.length === 0) return null;
  return polygonFrom(parts.map(({ outer, holes }) => [counterclockwise(outer), ...holes]));
}

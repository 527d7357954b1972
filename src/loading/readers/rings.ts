import type { MultiPolygon, Polygon, Position } from 'geojson';
import { sideOf, twiceArea } from '../../domain/geometry/rings.ts';

type Ring = Position[];

function closed(ring: Ring): Ring {
  const first = ring[0];
  const last = ring.at(-1);
  const isClosed = first && last && first[0] === last[0] && first[1] === last[1];
  return isClosed || !first ? ring : [...ring, first];
}

/** Whether a hole lies in an outer ring, which it may touch: its first corner off the edge tells. */
function contains(outer: Ring, hole: Ring): boolean {
  for (const [x, y] of hole) {
    const found = sideOf(x!, y!, outer);
    if (found !== 0) return found > 0;
  }
  return true;
}

interface Part {
  outer: Ring;
  area: number;
  box: [west: number, south: number, east: number, north: number];
  holes: Ring[];
}

function boxOf(ring: Ring): Part['box'] {
  const box: Part['box'] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of ring) {
    box[0] = Math.min(box[0], x!);
    box[1] = Math.min(box[1], y!);
    box[2] = Math.max(box[2], x!);
    box[3] = Math.max(box[3], y!);
  }
  return box;
}

const toPart = (ring: Ring): Part => ({
  outer: ring,
  area: Math.abs(twiceArea(ring)),
  box: boxOf(ring),
  holes: [],
});

function isWithin([west, south, east, north]: Part['box'], { box }: Part): boolean {
  return west >= box[0] && south >= box[1] && east <= box[2] && north <= box[3];
}

/**
 * The polygon that rings in any order make, wound as GeoJSON asks: outer rings are clockwise, and a hole, which is
 * counterclockwise, belongs to the smallest one around it. A hole that none is around is an outer ring that was wound
 * wrongly. Rings without area are left out; null when none is left. Open rings are closed.
 */
export function polygonOf(rings: readonly Ring[]): Polygon | MultiPolygon | null {
  const parts: Part[] = [];
  const holes: Ring[] = [];
  for (const open of rings) {
    const ring = closed(open);
    if (ring.length < 4) continue;
    const area = twiceArea(ring);
    if (area < 0) parts.push(toPart(ring.toReversed()));
    else if (area > 0) holes.push(ring);
  }
  const outers = parts.toSorted((one, other) => one.area - other.area);
  for (const hole of holes) {
    const box = boxOf(hole);
    const around = outers.find((part) => isWithin(box, part) && contains(part.outer, hole));
    if (around) around.holes.push(hole.toReversed());
    else parts.push(toPart(hole));
  }
  const coordinates = parts.map(({ outer, holes }) => [outer, ...holes]);
  if (coordinates.length === 0) return null;
  return coordinates.length === 1
    ? { type: 'Polygon', coordinates: coordinates[0]! }
    : { type: 'MultiPolygon', coordinates };
}

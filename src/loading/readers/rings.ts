import type { MultiPolygon, Polygon, Position } from 'geojson';
import { contains, measured, polygonFrom, type Ring } from './ring.ts';

function closed(ring: Position[]): Position[] {
  const first = ring[0];
  const last = ring.at(-1);
  const isClosed = first && last && first[0] === last[0] && first[1] === last[1];
  return isClosed || !first ? ring : [...ring, first];
}

const counterclockwise = ({ positions, area }: Ring) => (area < 0 ? positions.toReversed() : positions);
const clockwise = ({ positions, area }: Ring) => (area < 0 ? positions : positions.toReversed());

const sizeOf = ({ area }: Ring) => Math.abs(area);

/** The first ring after the one at a place, by size, that is larger and contains it. A loop, as there may be 20,000 rings. */
function smallestAround<P extends { ring: Ring }>(bySize: readonly P[], at: number): P | undefined {
  const { ring } = bySize[at]!;
  for (let place = at + 1; place < bySize.length; place++) {
    const other = bySize[place]!;
    if (contains(other.ring, ring) && sizeOf(other.ring) > sizeOf(ring)) return other;
  }
  return undefined;
}

/**
 * The polygon made of rings in any order, wound as GeoJSON requires. A ring within another is a hole of the smallest ring
 * around it, a ring within a hole is a part again, and so on: how publishers wind them says less. Rings without area are
 * left out; null when none is left. Open rings are closed.
 */
export function polygonOf(rings: readonly Position[][]): Polygon | MultiPolygon | null {
  const found = rings
    .map(closed)
    .filter((positions) => positions.length >= 4)
    .map((positions) => ({ ring: measured(positions), holes: [] as Position[][] }))
    .filter(({ ring }) => ring.area !== 0);
  const isHole = new Map<Ring, boolean>();
  const bySize = found.toSorted((one, other) => sizeOf(one.ring) - sizeOf(other.ring));
  for (let at = bySize.length - 1; at >= 0; at--) {
    const { ring } = bySize[at]!;
    const around = smallestAround(bySize, at);
    isHole.set(ring, around !== undefined && !isHole.get(around.ring));
    if (isHole.get(ring)) around!.holes.push(clockwise(ring));
  }
  const parts = found.filter(({ ring }) => !isHole.get(ring));
  if (parts.length === 0) return null;
  return polygonFrom(parts.map(({ ring, holes }) => [counterclockwise(ring), ...holes]));
}

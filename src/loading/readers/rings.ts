import type { Geometry, MultiPolygon, Polygon, Position } from 'geojson';
import { sideOf, twiceArea } from '../../domain/geometry/rings.ts';

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

/** How many corners to try until one is not on the other ring itself. */
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

/** Polygons as one geometry; there is at least one. */
export const polygonFrom = (polygons: Position[][][]): Polygon | MultiPolygon =>
  polygons.length === 1
    ? { type: 'Polygon', coordinates: polygons[0]! }
    : { type: 'MultiPolygon', coordinates: polygons };

/** Lines as one geometry; there is at least one. */
export const lineFrom = (lines: Position[][]): Geometry =>
  lines.length === 1
    ? { type: 'LineString', coordinates: lines[0]! }
    : { type: 'MultiLineString', coordinates: lines };

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

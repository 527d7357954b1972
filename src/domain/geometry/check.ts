import type { Geometry, Position } from 'geojson';
import { nearUnitedStates } from '../geography.ts';
import { twiceArea } from './rings.ts';

/** Pairs of edges that are compared before giving up, to find a crossing and to count them. */
const MOST_PAIRS = 200_000;
const MOST_COUNTED = 10_000_000;

/**
 * Meetings of edges up to which crossings are repaired, and how many more for each corner: edges meet at their ends, and parts
 * of an outline have borders in common. A repair takes up to about a fifth of a millisecond for each.
 */
const MOST_MEETINGS = 5_000;
const MEETINGS_OF_A_CORNER = 4;

/** The sign tells on which side of the line from a to b a point lies. */
const orientation = (a: Position, b: Position, at: Position): number =>
  (b[0]! - a[0]!) * (at[1]! - a[1]!) - (at[0]! - a[0]!) * (b[1]! - a[1]!);

interface Edge {
  from: Position;
  to: Position;
  /** From west to east. */
  least: number;
  most: number;
}

const edgesOf = (ring: readonly Position[]): Edge[] =>
  ring.slice(1).map((to, n) => {
    const from = ring[n]!;
    return { from, to, least: Math.min(from[0]!, to[0]!), most: Math.max(from[0]!, to[0]!) };
  });

const cross = (a: Edge, b: Edge): boolean =>
  orientation(a.from, a.to, b.from) * orientation(a.from, a.to, b.to) < 0 &&
  orientation(b.from, b.to, a.from) * orientation(b.from, b.to, a.to) < 0;

const meet = (a: Edge, b: Edge): boolean =>
  Math.max(a.from[1]!, a.to[1]!) >= Math.min(b.from[1]!, b.to[1]!) &&
  Math.max(b.from[1]!, b.to[1]!) >= Math.min(a.from[1]!, a.to[1]!) &&
  orientation(a.from, a.to, b.from) * orientation(a.from, a.to, b.to) <= 0 &&
  orientation(b.from, b.to, a.from) * orientation(b.from, b.to, a.to) <= 0;

/** Whether a test holds for two edges that overlap from west to east. Null when that takes more than `most` pairs. */
function some(edges: Edge[], test: (one: Edge, other: Edge) => boolean, most: number): boolean | null {
  const sorted = edges.toSorted((a, b) => a.least - b.least);
  let pairs = 0;
  for (const [n, edge] of sorted.entries()) {
    for (let other = n + 1; other < sorted.length && sorted[other]!.least < edge.most; other++) {
      if (++pairs > most) return null;
      if (test(edge, sorted[other]!)) return true;
    }
  }
  return false;
}

/** Whether two edges of a closed ring cross; touching does not count. False when it would take too long to find out. */
export const crossesItself = (ring: readonly Position[]): boolean =>
  ring.length > 4 && some(edgesOf(ring), cross, MOST_PAIRS) === true;

/** Whether the edges of polygons meet so often that a repair of their crossings would take minutes. */
export function meetsTooOften(polygons: readonly Position[][][]): boolean {
  const edges = polygons.flat().flatMap(edgesOf);
  const most = MOST_MEETINGS + MEETINGS_OF_A_CORNER * edges.length;
  let meetings = 0;
  return some(edges, (one, other) => meet(one, other) && ++meetings > most, MOST_COUNTED) !== false;
}

export interface CheckedGeometry {
  /** With closed rings and without those that enclose nothing; null when none is left. */
  geometry: Geometry | null;
  /** What was wrong and has been fixed or kept: `ring_closed`, `ring_dropped`, `no_area`, `crosses_itself`. */
  notes: string[];
}

/** Why a geometry cannot be used. */
export interface GeometryFault {
  reason: 'bad_geometry' | 'out_of_range' | 'swapped_axes';
}

/** Twice the area, in square degrees, that counts as none: about a square centimeter. */
const NO_AREA = 1e-14;

const isPosition = (value: unknown): value is Position =>
  Array.isArray(value) && value.length > 1 && Number.isFinite(value[0]) && Number.isFinite(value[1]);

const isList = (value: unknown): value is unknown[] => Array.isArray(value) && value.length > 0;

/** How deep the positions of each type are nested. */
const LEVELS: Record<string, number> = {
  Point: 0,
  MultiPoint: 1,
  LineString: 1,
  Polygon: 2,
  MultiLineString: 2,
  MultiPolygon: 3,
};

/** The positions of coordinates, or null when they are not nested `levels` deep. */
function positionsOf(coordinates: unknown, levels: number): Position[] | null {
  if (levels === 0) return isPosition(coordinates) ? [coordinates] : null;
  if (!isList(coordinates)) return null;
  if (levels === 1) return coordinates.every(isPosition) ? coordinates : null;
  const found: Position[] = [];
  for (const part of coordinates) {
    const positions = positionsOf(part, levels - 1);
    if (!positions) return null;
    for (const position of positions) found.push(position);
  }
  return found;
}

function faultOf(positions: readonly Position[]): GeometryFault | null {
  if (positions.every(([x, y]) => !nearUnitedStates(y!, x!) && nearUnitedStates(x!, y!)))
    return { reason: 'swapped_axes' };
  const outside = positions.some(([lon, lat]) => Math.abs(lon!) > 180 || Math.abs(lat!) > 90);
  return outside ? { reason: 'out_of_range' } : null;
}

function closed(ring: Position[], notes: Set<string>): Position[] {
  const first = ring[0]!;
  const last = ring.at(-1)!;
  if (first[0] === last[0] && first[1] === last[1]) return ring;
  notes.add('ring_closed');
  return [...ring, first];
}

/** A polygon without rings that enclose nothing, or null when its outer ring is one. */
function sound(polygon: Position[][], notes: Set<string>): Position[][] | null {
  const rings: Position[][] = [];
  for (const [n, given] of polygon.entries()) {
    const ring = closed(given, notes);
    const hasArea = ring.length >= 4 && Math.abs(twiceArea(ring)) > NO_AREA;
    // Lobes that run in opposite directions cancel each other out.
    const crosses = (!hasArea || !notes.has('crosses_itself')) && crossesItself(ring);
    if (crosses) notes.add('crosses_itself');
    if (hasArea || crosses) {
      rings.push(ring);
    } else {
      notes.add('ring_dropped');
      if (n === 0) return null;
    }
  }
  return rings;
}

function areal(polygons: Position[][][], notes: Set<string>): Geometry | null {
  const kept = polygons.map((polygon) => sound(polygon, notes)).filter((polygon) => polygon !== null);
  if (kept.length === 0) {
    notes.add('no_area');
    return null;
  }
  return kept.length === 1
    ? { type: 'Polygon', coordinates: kept[0]! }
    : { type: 'MultiPolygon', coordinates: kept };
}

/**
 * A geometry in degrees as it can be used, or why it cannot: `bad_geometry` (coordinates that are not numbers, or not nested
 * as its type requires), `out_of_range` (degrees that do not exist), `swapped_axes` (all its positions make sense in the US
 * only as latitude before longitude). Rings that cross themselves are kept and noted.
 */
export function checkGeometry(geometry: Geometry): CheckedGeometry | GeometryFault {
  const levels = LEVELS[geometry.type];
  if (levels === undefined || geometry.type === 'GeometryCollection') return { reason: 'bad_geometry' };
  const positions = positionsOf(geometry.coordinates, levels);
  if (!positions) return { reason: 'bad_geometry' };
  const fault = faultOf(positions);
  if (fault) return fault;
  if (geometry.type !== 'Polygon' && geometry.type !== 'MultiPolygon') return { geometry, notes: [] };
  const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
  const notes = new Set<string>();
  return { geometry: areal(polygons, notes), notes: [...notes] };
}

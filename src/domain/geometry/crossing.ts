import type { Position } from 'geojson';

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
const turn = (a: Position, b: Position, at: Position): number =>
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
  turn(a.from, a.to, b.from) * turn(a.from, a.to, b.to) < 0 &&
  turn(b.from, b.to, a.from) * turn(b.from, b.to, a.to) < 0;

const meet = (a: Edge, b: Edge): boolean =>
  Math.max(a.from[1]!, a.to[1]!) >= Math.min(b.from[1]!, b.to[1]!) &&
  Math.max(b.from[1]!, b.to[1]!) >= Math.min(a.from[1]!, a.to[1]!) &&
  turn(a.from, a.to, b.from) * turn(a.from, a.to, b.to) <= 0 &&
  turn(b.from, b.to, a.from) * turn(b.from, b.to, a.to) <= 0;

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

import type { Position } from 'geojson';

/** Pairs of edges that are compared before giving up. */
const MOST_PAIRS = 200_000;

/** The sign tells on which side of the line from a to b a point lies. */
const turn = (a: Position, b: Position, at: Position): number =>
  (b[0]! - a[0]!) * (at[1]! - a[1]!) - (at[0]! - a[0]!) * (b[1]! - a[1]!);

function cross(a: Position, b: Position, c: Position, d: Position): boolean {
  return turn(a, b, c) * turn(a, b, d) < 0 && turn(c, d, a) * turn(c, d, b) < 0;
}

/** Whether two edges of a closed ring cross; touching does not count. False when it would take too long to find out. */
export function crossesItself(ring: readonly Position[]): boolean {
  const edges = ring.slice(1).map((to, n) => {
    const from = ring[n]!;
    return { from, to, least: Math.min(from[0]!, to[0]!), most: Math.max(from[0]!, to[0]!) };
  });
  if (edges.length < 4) return false;
  edges.sort((a, b) => a.least - b.least);
  let pairs = 0;
  for (let n = 0; n < edges.length; n++) {
    const { from, to, most } = edges[n]!;
    for (let other = n + 1; other < edges.length && edges[other]!.least < most; other++) {
      if (++pairs > MOST_PAIRS) return false;
      if (cross(from, to, edges[other]!.from, edges[other]!.to)) return true;
    }
  }
  return false;
}

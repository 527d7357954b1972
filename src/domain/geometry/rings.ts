import type { Position } from 'geojson';

/**
 * Twice the area within a closed ring in square units, positive when it runs counterclockwise. Computed relative to the
 * first corner, so that large coordinates lose no digits.
 */
export function twiceArea(ring: readonly Position[]): number {
  const [x0, y0] = ring[0] as [number, number];
  let sum = 0;
  let x1 = 0;
  let y1 = 0;
  for (let n = 1; n < ring.length; n++) {
    const x2 = ring[n]![0]! - x0;
    const y2 = ring[n]![1]! - y0;
    sum += x1 * y2 - x2 * y1;
    x1 = x2;
    y1 = y2;
  }
  return sum;
}

/** Whether a point is inside (1), outside (-1) or on (0) a closed ring. */
export function sideOf(x: number, y: number, ring: readonly Position[]): -1 | 0 | 1 {
  let inside = false;
  let [x1, y1] = ring[0] as [number, number];
  for (let n = 1; n < ring.length; n++) {
    const [x2, y2] = ring[n] as [number, number];
    if (y1 > y !== y2 > y) {
      const cross = (x2 - x1) * (y - y1) - (x - x1) * (y2 - y1);
      if (cross === 0) return 0;
      if (cross > 0 === y2 > y1) inside = !inside;
    } else if (y1 === y && y2 === y) {
      if (x >= Math.min(x1, x2) && x <= Math.max(x1, x2)) return 0;
    } else if (x === x2 && y === y2) return 0;
    x1 = x2;
    y1 = y2;
  }
  return inside ? 1 : -1;
}

/** Whether a point is in a polygon: inside its outer ring, outside its holes, and on none of them. */
export function isWithin(x: number, y: number, polygon: readonly Position[][]): boolean {
  return polygon.every((ring, n) => sideOf(x, y, ring) === (n === 0 ? 1 : -1));
}

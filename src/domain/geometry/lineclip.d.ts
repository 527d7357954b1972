declare module 'lineclip' {
  type Box = [west: number, south: number, east: number, north: number];
  /** Clips a ring, closed or not, to a box (Sutherland-Hodgman). */
  export function clipPolygon(points: number[][], bbox: Box): number[][];
  /** The parts of a line in a box. */
  export function clipPolyline(points: number[][], bbox: Box): number[][][];
}

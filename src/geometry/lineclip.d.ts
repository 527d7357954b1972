declare module 'lineclip' {
  /** Clips a ring, closed or not, to a box of west, south, east, north (Sutherland-Hodgman). */
  export function clipPolygon(points: number[][], bbox: [number, number, number, number]): number[][];
}

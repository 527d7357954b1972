import type { Box } from './points.ts';

/** A circle or area that a search asks for, with a box around it. */
export interface Shape {
  box: Box;
  /** The time that one point takes, as a multiple of that of a distance. */
  effort: number;
  /** Whether a stored point is in it; null if it is so near the border that only Lucene’s own arithmetic can tell. */
  holds(north: number, east: number): boolean | null;
}

import type { Polygon, Position } from 'geojson';

/** A square ring in degrees, counterclockwise from its corner in the southwest. */
export const squareRing = (west: number, south: number, size: number): Position[] => [
  [west, south],
  [west + size, south],
  [west + size, south + size],
  [west, south + size],
  [west, south],
];

/** The same as a geometry; about a hundred meters wide unless told. */
export const square = (west: number, south: number, size = 0.001): Polygon => ({
  type: 'Polygon',
  coordinates: [squareRing(west, south, size)],
});

import type { Polygon, Position } from 'geojson';

/** Positions as text: `-96.7 40.8, -96.6 40.9`. */
export const positions = (text: string): Position[] =>
  text.split(', ').map((one) => one.split(' ').map(Number));

/** A square ring in degrees, counterclockwise from its corner in the southwest. */
export const squareRing = (west: number, south: number, size: number): Position[] => [
  [west, south],
  [west + size, south],
  [west + size, south + size],
  [west, south + size],
  [west, south],
];

/** The same as a geometry; about a hundred meters wide by default. */
export const square = (west: number, south: number, size = 0.001): Polygon => ({
  type: 'Polygon',
  coordinates: [squareRing(west, south, size)],
});

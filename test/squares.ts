import type { Polygon, Position } from 'geojson';
import { randomNumbers } from './seed.ts';

/** Positions as text: `-96.7 40.8, -96.6 40.9`. */
export const positions = (text: string): Position[] =>
  text.split(', ').map((one) => one.split(' ').map(Number));

/** The closed ring of a box, counterclockwise from its southwest corner. */
export const boxRing = (west: number, south: number, east: number, north: number): [number, number][] => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
];

/** The same for a square with sides of a number of degrees. */
export const squareRing = (west: number, south: number, size: number) =>
  boxRing(west, south, west + size, south + size);

export const polygon = (...coordinates: Position[][]): Polygon => ({ type: 'Polygon', coordinates });

/** A square as a geometry; about a hundred meters wide by default. */
export const square = (west: number, south: number, size = 0.001): Polygon =>
  polygon(squareRing(west, south, size));

/** A ring that crosses itself between random corners within a hundredth of a degree, all of them on a grid if it has `lines`. */
export function scribble(lon: number, lat: number, corners: number, lines = 2 ** 20): Position[] {
  const random = randomNumbers(20261127);
  const away = () => (0.01 * Math.floor(random() * lines)) / lines;
  const ring = Array.from({ length: corners }, () => [lon + away(), lat + away()]);
  return [...ring, ring[0]!];
}

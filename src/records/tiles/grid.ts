import { type Box, latOf, lonOf, tileX, tileY } from '../../domain/geometry/cells.ts';
import { UNITS } from '../../domain/geometry/outline.ts';
import type { Corners } from './pack.ts';
import type { TileAddress } from './question.ts';

/** A corner. */
type Spot = [x: number, y: number];

/** Rings and lines in units of a tile: alternating x and y of their corners, without the closing one. */

/** Whether b lies on the way from a to c. */
const isBetween = (ax: number, ay: number, bx: number, by: number, cx: number, cy: number): boolean =>
  (bx - ax) * (cy - by) === (by - ay) * (cx - bx) && (bx - ax) * (cx - bx) + (by - ay) * (cy - by) >= 0;

/**
 * Leaves out corners that became equal when rounded to whole units or that lie on a straight line. Neighboring
 * rings round shared corners alike, so no gap opens between them. Changes the given list.
 */
export function thinned(corners: number[]): number[] {
  let end = 0;
  for (let at = 0; at < corners.length; at += 2) {
    const [x, y] = [corners[at]!, corners[at + 1]!];
    if (end >= 2 && corners[end - 2] === x && corners[end - 1] === y) continue;
    while (
      end >= 4 &&
      isBetween(corners[end - 4]!, corners[end - 3]!, corners[end - 2]!, corners[end - 1]!, x, y)
    )
      end -= 2;
    corners[end] = x;
    corners[end + 1] = y;
    end += 2;
  }
  if (end >= 4 && corners[0] === corners[end - 2] && corners[1] === corners[end - 1]) end -= 2;
  corners.length = end;
  return corners;
}

/** Twice the area of a ring in square units, positive when it looks clockwise on the map. */
export function twiceAreaOf(ring: Corners): number {
  let sum = 0;
  for (let at = 0, before = ring.length - 2; at < ring.length; before = at, at += 2)
    sum += ring[before]! * ring[at + 1]! - ring[at]! * ring[before + 1]!;
  return sum;
}

/** The corners in reverse order. */
export const turned = (corners: Corners): number[] => spotsOf(corners).reverse().flat();

/** The corners as a list of pairs. */
export const spotsOf = (corners: ArrayLike<number>): Spot[] =>
  Array.from({ length: corners.length / 2 }, (_, at) => [corners[2 * at]!, corners[2 * at + 1]!]);

/** Units across a tile. */
export const EXTENT = 4_096;
/** Units around it that are drawn too, so that borders of lots do not end at its edge. */
export const BUFFER = 64;

/** The box of a tile in degrees, with a margin of `more` times its width. */
export function boxOfTile({ z, x, y }: TileAddress, more = 0): Box {
  return {
    west: Math.max(-180, lonOf(x - more, z)),
    east: Math.min(180, lonOf(x + 1 + more, z)),
    north: latOf(y - more, z),
    south: latOf(y + 1 + more, z),
  };
}

export interface TileGrid {
  /** Whole units from the upper left corner of the tile. */
  x(lon: number): number;
  y(lat: number): number;
  /** The corners of a stored ring, x and y in turn, without those that rounding made redundant. */
  corners(ring: readonly number[]): number[];
}

/** Converts degrees to units of a tile that is `extent` units wide. */
export function gridOf({ z, x, y }: TileAddress, extent = EXTENT): TileGrid {
  const grid: TileGrid = {
    x: (lon) => Math.round((tileX(lon, z) - x) * extent),
    y: (lat) => Math.round((tileY(lat, z) - y) * extent),
    corners(ring) {
      const corners: number[] = [];
      let [lon, lat] = [0, 0];
      for (let at = 0; at < ring.length; at += 2) {
        lon += ring[at]!;
        lat += ring[at + 1]!;
        corners.push(grid.x(lon / UNITS), grid.y(lat / UNITS));
      }
      return thinned(corners);
    },
  };
  return grid;
}

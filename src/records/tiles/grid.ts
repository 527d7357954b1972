import { type Box, latOf, lonOf, tileX, tileY } from '../../domain/geometry/cells.ts';
import { UNITS } from '../../domain/geometry/outline.ts';
import { thinned } from './corners.ts';
import type { TileAddress } from './question.ts';

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

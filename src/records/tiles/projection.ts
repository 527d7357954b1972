import { clipPolygon } from 'lineclip';
import { BUFFER, EXTENT, spotsOf, thinned, turned, twiceAreaOf } from './grid.ts';
import { type Corners, PACK_EXTENT, PACK_ZOOM, type Ring } from './pack.ts';
import type { TileAddress } from './question.ts';

const LEAST = -BUFFER;
const MOST = EXTENT + BUFFER;
const CLIP: [number, number, number, number] = [LEAST, LEAST, MOST, MOST];

const isNear = (x: number, y: number): boolean => x >= LEAST && x <= MOST && y >= LEAST && y <= MOST;

const flat = (spots: readonly number[][]): number[] =>
  spots.flatMap(([x, y]) => [Math.round(x!), Math.round(y!)]);

/** Winds a ring as vector tiles require: an outer one has a positive area, a hole a negative one. Empty without an area. */
function wound(ring: number[], isHole: boolean): number[] {
  const area = twiceAreaOf(ring);
  if (area === 0) return [];
  return area < 0 === isHole ? ring : turned(ring);
}

/** Converts what is packed to the units of a tile, and clips it at the buffer. */
export interface TileProjection {
  /** Null outside of the tile and its buffer. */
  point(at: readonly [x: number, y: number]): [x: number, y: number] | null;
  /** The visible part of a ring, without corners when it is too small to have an area; null when nothing is visible. */
  ring(ring: Ring): number[] | null;
}

/** @param packed the column and row of the packed tile */
export function projectionOf(tile: TileAddress, packed: { x: number; y: number }): TileProjection {
  // Both are powers of two: the units of tiles lie on the grid of the packed one.
  const unit = (PACK_EXTENT / EXTENT) * 2 ** (PACK_ZOOM - tile.z);
  const left = (tile.x * 2 ** (PACK_ZOOM - tile.z) - packed.x) * PACK_EXTENT;
  const top = (tile.y * 2 ** (PACK_ZOOM - tile.z) - packed.y) * PACK_EXTENT;

  /** Null when the box of the corners lies outside. */
  function inUnits(corners: Corners): { path: number[]; isInside: boolean } | null {
    const path = new Array<number>(corners.length);
    let [west, east, north, south] = [Infinity, -Infinity, Infinity, -Infinity];
    for (let at = 0; at < corners.length; at += 2) {
      const x = Math.round((corners[at]! - left) / unit);
      const y = Math.round((corners[at + 1]! - top) / unit);
      if (x < west) west = x;
      if (x > east) east = x;
      if (y < north) north = y;
      if (y > south) south = y;
      path[at] = x;
      path[at + 1] = y;
    }
    if (west > MOST || east < LEAST || north > MOST || south < LEAST) return null;
    return { path, isInside: isNear(west, north) && isNear(east, south) };
  }

  return {
    point([px, py]) {
      const [x, y] = [Math.round((px - left) / unit), Math.round((py - top) / unit)];
      return isNear(x, y) ? [x, y] : null;
    },
    ring({ corners, isHole }) {
      const seen = inUnits(corners);
      if (seen === null) return null;
      const ring = wound(thinned(seen.path), isHole);
      if (seen.isInside || ring.length === 0) return ring;
      const spots = spotsOf(ring);
      const clipped = wound(thinned(flat(clipPolygon([...spots, spots[0]!], CLIP))), isHole);
      return clipped.length === 0 ? null : clipped;
    },
  };
}

import { type Box, latOf, lonOf, tileX, tileY } from '../geometry/cells.ts';
import { UNITS } from '../geometry/outline.ts';
import type { TileAddress } from './question.ts';

/** Units across a tile. */
export const EXTENT = 4_096;
/** Units around it that are drawn too, so that borders of lots do not end at its edge. */
export const BUFFER = 64;

/** The box of a tile in degrees, with `buffer` units around it. */
export function boxOfTile({ z, x, y }: TileAddress, buffer = 0): Box {
  const more = buffer / EXTENT;
  return {
    west: Math.max(-180, lonOf(x - more, z)),
    east: Math.min(180, lonOf(x + 1 + more, z)),
    north: latOf(y - more, z),
    south: latOf(y + 1 + more, z),
  };
}

export interface Frame {
  /** Whole units from the upper left corner of the tile. */
  x(lon: number): number;
  y(lat: number): number;
  /** The corners of a stored ring; the same list each time. */
  corners(ring: readonly number[]): Corners;
}

/** Places degrees in a tile. */
export function frameOf({ z, x, y }: TileAddress): Frame {
  const known = new Map<readonly number[], Corners>();
  const frame: Frame = {
    x: (lon) => Math.round((tileX(lon, z) - x) * EXTENT),
    y: (lat) => Math.round((tileY(lat, z) - y) * EXTENT),
    corners(ring) {
      const corners = known.get(ring) ?? cornersOf(ring, frame);
      known.set(ring, corners);
      return corners;
    },
  };
  return frame;
}

/** The corners of a ring in a tile, without the closing one. */
export type Corners = [x: number, y: number][];

/** Whether b lies on the way from a to c. */
const isBetween = (a: number[], b: number[], c: number[]): boolean =>
  (b[0]! - a[0]!) * (c[1]! - b[1]!) === (b[1]! - a[1]!) * (c[0]! - b[0]!) &&
  (b[0]! - a[0]!) * (c[0]! - b[0]!) + (b[1]! - a[1]!) * (c[1]! - b[1]!) >= 0;

/**
 * Leaves out corners that the whole units made equal or that lie on a straight line. Neighbors round the corners that they
 * share alike, so no gap opens between them.
 */
export function thinned(corners: Corners): Corners {
  const kept: Corners = [];
  for (const corner of corners) {
    const last = kept.at(-1);
    if (last && last[0] === corner[0] && last[1] === corner[1]) continue;
    while (kept.length > 1 && isBetween(kept.at(-2)!, kept.at(-1)!, corner)) kept.pop();
    kept.push(corner);
  }
  const [first, last] = [kept[0], kept.at(-1)];
  if (kept.length > 1 && first![0] === last![0] && first![1] === last![1]) kept.pop();
  return kept;
}

/** The corners of a stored ring in a tile. */
function cornersOf(ring: readonly number[], frame: Frame): Corners {
  const corners: Corners = [];
  let [x, y] = [0, 0];
  for (let at = 0; at < ring.length; at += 2) {
    x += ring[at]!;
    y += ring[at + 1]!;
    corners.push([frame.x(x / UNITS), frame.y(y / UNITS)]);
  }
  return thinned(corners);
}

const LEAST = -BUFFER;
const MOST = EXTENT + BUFFER;

/** How a ring lies to the tile and its buffer. */
export function sideOfTile(corners: Corners): 'inside' | 'outside' | 'across' {
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const [x, y] of corners) {
    if (x < left) left = x;
    if (x > right) right = x;
    if (y < top) top = y;
    if (y > bottom) bottom = y;
  }
  if (left > MOST || right < LEAST || top > MOST || bottom < LEAST) return 'outside';
  return left >= LEAST && right <= MOST && top >= LEAST && bottom <= MOST ? 'inside' : 'across';
}

export const CLIP: [number, number, number, number] = [LEAST, LEAST, MOST, MOST];

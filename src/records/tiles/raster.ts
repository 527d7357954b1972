import { EXTENT } from './grid.ts';
import type { Spot } from './runs.ts';

/** Cells across a tile: about two meters each at zoom 15. */
const CELLS = 512;
const UNITS_A_CELL = EXTENT / CELLS;

const clamped = (cell: number) => Math.max(0, Math.min(CELLS, cell));

/** Where the border of a ring crosses the middle of a row of cells, from the left, in cells. Runs for every row of every lot. */
function crossingsOf(ring: Spot[], row: number, found: number[]): void {
  found.length = 0;
  const y = (row + 0.5) * UNITS_A_CELL;
  let before = ring[ring.length - 1]!;
  for (let at = 0; at < ring.length; at++) {
    const corner = ring[at]!;
    const [y1, y2] = [before[1], corner[1]];
    if (y1 > y !== y2 > y) {
      const x = (before[0] + ((y - y1) / (y2 - y1)) * (corner[0] - before[0])) / UNITS_A_CELL;
      let place = found.length;
      while (place > 0 && found[place - 1]! > x) {
        found[place] = found[place - 1]!;
        place--;
      }
      found[place] = x;
    }
    before = corner;
  }
}

export interface Raster {
  /** The number of the lot at a place in units of the tile; -1 where there is none, null outside of the tile. */
  at(x: number, y: number): number | null;
}

/** Which lot is where in a tile. Each lot is its outer rings; later lots cover earlier ones. */
export function rasterOf(lots: readonly (readonly Spot[][])[]): Raster {
  // 0 means no lot.
  const cells = new Uint16Array(CELLS * CELLS);
  const crossings: number[] = [];
  for (const [number, rings] of lots.entries()) {
    for (const ring of rings) {
      let [top, bottom] = [Infinity, -Infinity];
      for (let at = 0; at < ring.length; at++) {
        top = Math.min(top, ring[at]![1]);
        bottom = Math.max(bottom, ring[at]![1]);
      }
      const last = clamped(Math.ceil(bottom / UNITS_A_CELL));
      for (let row = clamped(Math.floor(top / UNITS_A_CELL)); row < last; row++) {
        crossingsOf(ring, row, crossings);
        for (let at = 1; at < crossings.length; at += 2) {
          const from = clamped(Math.round(crossings[at - 1]!));
          const to = clamped(Math.round(crossings[at]!));
          cells.fill(number + 1, row * CELLS + from, row * CELLS + to);
        }
      }
    }
  }
  return {
    at(x, y) {
      const [column, row] = [Math.floor(x / UNITS_A_CELL), Math.floor(y / UNITS_A_CELL)];
      if (column < 0 || row < 0 || column >= CELLS || row >= CELLS) return null;
      return cells[row * CELLS + column]! - 1;
    },
  };
}

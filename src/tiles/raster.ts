import { type Corners, EXTENT } from './frame.ts';

/** Cells across a tile: about a meter each at zoom 15. */
const CELLS = 1_024;
const UNITS_A_CELL = EXTENT / CELLS;

const clamped = (cell: number) => Math.max(0, Math.min(CELLS, cell));

/** Where the borders of a ring cross the middle of a row of cells, from the left, in cells. */
function crossingsOf(ring: Corners, row: number): number[] {
  const y = (row + 0.5) * UNITS_A_CELL;
  const found: number[] = [];
  let [x1, y1] = ring.at(-1)!;
  for (const [x2, y2] of ring) {
    if (y1 > y !== y2 > y) found.push((x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)) / UNITS_A_CELL);
    [x1, y1] = [x2, y2];
  }
  return found.sort((a, b) => a - b);
}

export interface Raster {
  /** The number of the lot at a place in units of the tile; -1 where there is none, null outside of the tile. */
  at(x: number, y: number): number | null;
}

/** Which lot lies where in a tile. Each has its outer rings; a later one lies over those before it. */
export function rasterOf(lots: readonly (readonly Corners[])[]): Raster {
  // 0 is no lot.
  const cells = new Uint16Array(CELLS * CELLS);
  for (const [number, rings] of lots.entries()) {
    for (const ring of rings) {
      let [top, bottom] = [Infinity, -Infinity];
      for (const [, y] of ring) {
        if (y < top) top = y;
        if (y > bottom) bottom = y;
      }
      const last = clamped(Math.ceil(bottom / UNITS_A_CELL));
      for (let row = clamped(Math.floor(top / UNITS_A_CELL)); row < last; row++) {
        const crossings = crossingsOf(ring, row);
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

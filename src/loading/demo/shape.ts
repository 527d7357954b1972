import { random } from './random.ts';

/** A place in a block: along the row of lots and across it, both 0 to 1. */
export type Spot = [along: number, across: number];

export interface LotPlace {
  block: number;
  slot: number;
  slots: number;
  condo: boolean;
}

export interface Shape {
  corners: Spot[];
  middle: Spot;
}

/** How far the line between two lots may slant, as a share of a lot's width. */
const SLANT = 0.25;
/** How much is cut off a corner where two streets meet, as a share of the lot. */
const CUT = 0.12;
/** Where the backs of the two rows of lots meet. */
const BACK = 0.5;

/** Where the line before row `row` meets the street on a side, along the block. Both neighbors use the same line. */
function lineAt(seed: number, block: number, rows: number, row: number, side: number): number {
  if (row === 0 || row === rows) return row / rows;
  const slant = random(seed, (block * 64 + row) * 2 + side, 9)() - 0.5;
  return (row + slant * SLANT) / rows;
}

/**
 * The corners and the center of a lot in its block, where lots lie back to back in pairs: slot n is in pair n / 2, even
 * slots on one street, odd ones on the other. Lines between lots slant a little, corner lots are cut off at the corner, and
 * a lot with none behind it reaches through to the other street. Condominiums have the whole block.
 */
export function lotShape(seed: number, { block, slot, slots, condo }: LotPlace): Shape {
  const spot = (along: number, across: number): Spot => [along, across];
  if (condo) return { corners: [spot(0, 0), spot(1, 0), spot(1, 1), spot(0, 1)], middle: [0.5, 0.5] };
  const rows = Math.ceil(slots / 2);
  const row = Math.floor(slot / 2);
  const side = slot % 2;
  const line = (at: number, of = side) => lineAt(seed, block, rows, at, of);
  const [left, right] = [spot(row / rows, BACK), spot((row + 1) / rows, BACK)];
  if (side === 0 && slot === slots - 1) {
    const near = [spot(line(row, 0), 0), spot(line(row + 1, 0), 0)];
    const far = [spot(line(row + 1, 1), 1), spot(line(row, 1), 1)];
    return { corners: [...near, right, ...far, left], middle: [(row + 0.5) / rows, BACK] };
  }
  const [first, last] = [line(row), line(row + 1)];
  const inward = side === 0 ? CUT / 2 : 1 - CUT / 2;
  const cut = CUT / rows;
  const before = row === 0 ? [spot(first, inward), spot(first + cut, side)] : [spot(first, side)];
  const after = row === rows - 1 ? [spot(last - cut, side), spot(last, inward)] : [spot(last, side)];
  return {
    corners: [...before, ...after, right, left],
    middle: [(row + 0.5) / rows, side === 1 ? 0.74 : 0.26],
  };
}

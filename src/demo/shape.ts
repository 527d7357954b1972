import { random } from './random.ts';

/** A place in a block: along the row of lots and across it, both 0 to 1. */
type Spot = [along: number, across: number];

/** How far the line between two lots may slant, as a share of a lot's width. */
const SLANT = 0.25;
/** How much of a corner at two streets is cut off, as a share of the lot. */
const CUT = 0.12;

/** Where the line after row `row` meets the street of a side, along the block. Both neighbors ask for the same line. */
function lineAt(seed: number, block: number, rows: number, row: number, side: number): number {
  if (row === 0 || row === rows) return row / rows;
  const slant = random(seed, (block * 64 + row) * 2 + side, 9)() - 0.5;
  return (row + slant * SLANT) / rows;
}

/**
 * The corners of a lot in its block, which has two rows of lots back to back: slot n is in row n / 2, on the side of its
 * street. Lines between lots slant a little, corner lots are cut off at the corner, and a lot without one behind it goes
 * through to the other street. Condominiums have the whole block.
 */
export function lotShape(
  seed: number,
  { block, slot, slots, condo }: { block: number; slot: number; slots: number; condo: boolean },
): Spot[] {
  if (condo)
    return [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 1],
    ];
  const rows = Math.ceil(slots / 2);
  const row = Math.floor(slot / 2);
  const line = (at: number, side: number) => lineAt(seed, block, rows, at, side);
  if (slot % 2 === 0 && slot === slots - 1)
    return [
      [line(row, 0), 0],
      [line(row + 1, 0), 0],
      [(row + 1) / rows, 0.5],
      [line(row + 1, 1), 1],
      [line(row, 1), 1],
      [row / rows, 0.5],
    ];
  const side = slot % 2;
  const [street, back] = [side, 0.5];
  const [first, last] = [line(row, side), line(row + 1, side)];
  const inward = street === 0 ? CUT / 2 : 1 - CUT / 2;
  const cut = CUT / rows;
  const before: Spot[] =
    row === 0
      ? [
          [first, inward],
          [first + cut, street],
        ]
      : [[first, street]];
  const after: Spot[] =
    row === rows - 1
      ? [
          [last - cut, street],
          [last, inward],
        ]
      : [[last, street]];
  return [...before, ...after, [(row + 1) / rows, back], [row / rows, back]];
}

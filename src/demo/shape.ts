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
/** How much of a corner at two streets is cut off, as a share of the lot. */
const CUT = 0.12;
/** Of blocks with room for it, the share with a lot behind another one, and how wide its way to the street is. */
const FLAGS = 0.25;
const POLE = 0.2;
/** How deep the lot before it is; the back of lots is at 0.5. */
const FRONT = 0.27;
const BACK = 0.5;

/** Where the line after row `row` meets the street of a side, along the block. Both neighbors ask for the same line. */
function lineAt(seed: number, block: number, rows: number, row: number, side: number): number {
  if (row === 0 || row === rows) return row / rows;
  const slant = random(seed, (block * 64 + row) * 2 + side, 9)() - 0.5;
  return (row + slant * SLANT) / rows;
}

/** The row and side of a block's flag lot, behind the lot of the next row; null when it has none. */
function flagOf(seed: number, block: number, rows: number): { row: number; side: number } | null {
  const r = random(seed, block, 10);
  // Not at a corner, where lots have two streets, nor beside a lot that goes through the block.
  const choices = rows - 3;
  if (choices < 1 || r() > FLAGS) return null;
  return { row: 1 + Math.floor(r() * choices), side: r() < 0.5 ? 0 : 1 };
}

const mirrored = ([along, across]: Spot): Spot => [along, 1 - across];

/** A lot with a narrow way to the street, and the one between it and the street. */
function flagShapes(line: (row: number) => number, rows: number, row: number): { flag: Shape; front: Shape } {
  const at = (which: number, across: number) => line(which) + (which / rows - line(which)) * (across / BACK);
  const pole = POLE / rows;
  const [left, right] = [row, row + 2];
  const edge: Spot[] = [
    [at(left, 0) + pole, 0],
    [at(left, FRONT) + pole, FRONT],
    [at(right, FRONT), FRONT],
  ];
  return {
    flag: {
      corners: [[at(left, 0), 0], ...edge, [right / rows, BACK], [left / rows, BACK]],
      middle: [(row + 1) / rows, (FRONT + BACK) / 2],
    },
    front: {
      corners: [edge[0]!, [at(right, 0), 0], edge[2]!, edge[1]!],
      middle: [(row + 1) / rows + pole / 2, FRONT / 2],
    },
  };
}

/**
 * The corners and the middle of a lot in its block, which has two rows of lots back to back: slot n is in row n / 2, on the
 * side of its street. Lines between lots slant a little, corner lots are cut off at the corner, and a lot without one behind
 * it goes through to the other street. In some blocks a lot lies behind another one. Condominiums have the whole block.
 */
export function lotShape(seed: number, { block, slot, slots, condo }: LotPlace): Shape {
  if (condo)
    return {
      corners: [
        [0, 0],
        [1, 0],
        [1, 1],
        [0, 1],
      ],
      middle: [0.5, 0.5],
    };
  const rows = Math.ceil(slots / 2);
  const row = Math.floor(slot / 2);
  const side = slot % 2;
  const line = (at: number, of: number) => lineAt(seed, block, rows, at, of);
  if (side === 0 && slot === slots - 1)
    return {
      corners: [
        [line(row, 0), 0],
        [line(row + 1, 0), 0],
        [(row + 1) / rows, BACK],
        [line(row + 1, 1), 1],
        [line(row, 1), 1],
        [row / rows, BACK],
      ],
      middle: [(row + 0.5) / rows, BACK],
    };
  const found = flagOf(seed, block, rows);
  if (found?.side === side && (found.row === row || found.row + 1 === row)) {
    const shapes = flagShapes((at) => line(at, side), rows, found.row);
    const { corners, middle } = found.row === row ? shapes.flag : shapes.front;
    return side === 0 ? { corners, middle } : { corners: corners.map(mirrored), middle: mirrored(middle) };
  }
  const street = side;
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
  return {
    corners: [...before, ...after, [(row + 1) / rows, BACK], [row / rows, BACK]],
    middle: [(row + 0.5) / rows, side === 1 ? 0.74 : 0.26],
  };
}

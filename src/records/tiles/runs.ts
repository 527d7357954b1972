/** Rows of lots on one street, found by their house numbers. */

export type Spot = [x: number, y: number];

export interface Numbered {
  number: number;
  center: Spot;
  /** The square root of its area, in units of the tile. */
  size: number;
}

/** The fewest lots in a row. */
const LEAST = 3;
/** How many lots in succession may lie off the line of a row before it ends: a lot behind another has the next number. */
const MOST_OFF = 2;
/** How far apart neighbors may be, and how far off the line, as parts of the smaller one’s size. */
const GAP = 3;
const OFF = 0.35;

const minus = (a: Spot, b: Spot): Spot => [a[0] - b[0], a[1] - b[1]];
const dot = (a: Spot, b: Spot): number => a[0] * b[0] + a[1] * b[1];

/** Whether lots in the order of their numbers follow the line from the first to the last, without turning back. */
function isStraight(row: readonly Numbered[]): boolean {
  const [first, last] = [row[0]!, row.at(-1)!];
  const way = minus(last.center, first.center);
  const length = Math.hypot(...way);
  if (length === 0) return false;
  const most = Math.min(...row.map(({ size }) => size)) * OFF;
  let before = -Infinity;
  for (const { center } of row) {
    const [x, y] = minus(center, first.center);
    const along = (x * way[0] + y * way[1]) / length;
    const off = Math.abs(x * way[1] - y * way[0]) / length;
    if (along <= before || off > most) return false;
    before = along;
  }
  return true;
}

const isNear = (a: Numbered, b: Numbered, least: number): boolean => {
  const between = minus(a.center, b.center);
  return dot(between, between) <= Math.max(least, GAP * Math.min(a.size, b.size)) ** 2;
};

/**
 * The straight rows of at least three lots on one side of a street, by rising number. A row ends where the street bends, where
 * numbers turn back, and where the next lot is farther away than both `gap` units and three lots.
 */
export function runsOf<L extends Numbered>(lots: readonly L[], gap: number): L[][] {
  const ordered = lots.toSorted((a, b) => a.number - b.number);
  const runs: L[][] = [];
  let row: L[] = [];
  let off: L[] = [];
  const end = () => {
    if (row.length >= LEAST) runs.push(row);
  };
  for (let at = 0; at < ordered.length; at++) {
    const lot = ordered[at]!;
    const last = row.at(-1);
    if (last?.number === lot.number) continue;
    if (last === undefined || (isNear(last, lot, gap) && isStraight([...row, lot]))) {
      row.push(lot);
      off = [];
      continue;
    }
    off.push(lot);
    if (off.length < MOST_OFF && at + 1 < ordered.length) continue;
    end();
    // The next row begins with the last lot of this one if that is near: a bend leaves no gap.
    at -= off.length;
    row = row.length > 1 && isNear(last, off[0]!, gap) ? [last] : [];
    off = [];
  }
  end();
  return runs;
}

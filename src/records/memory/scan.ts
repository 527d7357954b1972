import type { Numbers, Words } from './columns.ts';
import type { County } from './county.ts';
import { type Box, cellIn, rowAt, rowOf, type Shape } from './points.ts';

/** A condition on a column, both ends included; days and times are numbers, as in their column. */
export type ColumnTest =
  | { is: 'between'; field: string; from: number; to: number }
  | { is: 'among'; field: string; accepts: (word: string) => boolean };

/** What a search scans: a box, or without one a whole county, parcels without a location included. */
export type Scope = { box: Box } | { box: null; fips: string };

/** A search that memory understands; with a shape, only what lies in it. */
export type Question = Scope & { shape: Shape | null; tests: ColumnTest[] };

/** The most parcels that one search scans: about a millisecond or two of work. */
const MOST_PARCELS = 300_000;
/** The most distances that one search measures: sines and cosines take about 40 times as long as comparing. */
const MOST_MEASURED = 20_000;

export const numbersOf = ({ columns }: County, field: string) => columns.get(field) as Numbers;

/** Rows of counties that a search has matched so far. */
export const newMatches = () => ({ rows: new Uint32Array(MOST_PARCELS), size: 0, scanned: 0, measured: 0 });
export type Matches = ReturnType<typeof newMatches>;

// Loops that filter rows do not branch: half of the branches would be mispredicted, at three times the cost. A row that does
// not match is overwritten by the next.

function addFrom(
  { lat, lon }: County,
  { south, north, west, east }: Box,
  matches: Matches,
  from: number,
  to: number,
) {
  const { rows } = matches;
  let end = matches.size;
  for (let row = from; row < to; row++) {
    const y = lat[row]!;
    const x = lon[row]!;
    rows[end] = row;
    end += Number(y >= south) & Number(y <= north) & Number(x >= west) & Number(x <= east);
  }
  matches.size = end;
}

function addAll(matches: Matches, from: number, to: number): void {
  const { rows } = matches;
  let end = matches.size;
  for (let row = from; row < to; row++) rows[end++] = row;
  matches.size = end;
}

function keepBetween(values: Numbers, from: number, to: number, matches: Matches, start: number): void {
  const { rows, size } = matches;
  let end = start;
  for (let at = start; at < size; at++) {
    const row = rows[at]!;
    const value = values[row]!;
    rows[end] = row;
    end += Number(value >= from) & Number(value <= to);
  }
  matches.size = end;
}

/** @param accepted by code: 1 for words that match, else 0. */
function keepAmong(
  codes: Uint8Array | Uint16Array,
  accepted: Uint8Array,
  matches: Matches,
  start: number,
): void {
  const { rows, size } = matches;
  let end = start;
  for (let at = start; at < size; at++) {
    const row = rows[at]!;
    rows[end] = row;
    end += accepted[codes[row]!]!;
  }
  matches.size = end;
}

function keep(county: County, test: ColumnTest, matches: Matches, start: number): void {
  if (test.is === 'between') keepBetween(numbersOf(county, test.field), test.from, test.to, matches, start);
  else {
    const { codes, words } = county.columns.get(test.field) as Words;
    const accepted = Uint8Array.from(words, (word, code) => Number(code > 0 && test.accepts(word)));
    keepAmong(codes, accepted, matches, start);
  }
}

/** @returns false when there are too many to measure, or when one is so near the border that memory cannot tell. */
function keepIn({ lat, lon }: County, shape: Shape, matches: Matches, start: number): boolean {
  const { rows, size } = matches;
  matches.measured += (size - start) * shape.effort;
  if (matches.measured > MOST_MEASURED) return false;
  let end = start;
  for (let at = start; at < size; at++) {
    const row = rows[at]!;
    const answer = shape.contains(lat[row]!, lon[row]!);
    if (answer === null) return false;
    if (answer) rows[end++] = row;
  }
  matches.size = end;
  return true;
}

/** The index of the first of ascending numbers that is at least `least`. */
function firstFrom(sorted: Int32Array, least: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Adds the parcels of a county in a box.
 * @returns false when the search would scan too many.
 */
function addParcelsIn(county: County, box: Box, matches: Matches): boolean {
  const { cells, starts } = county;
  const [bottom, top] = [rowAt(box.south), rowAt(box.north)];
  for (let row = bottom; row <= top; row++) {
    const [westmost, eastmost] = [cellIn(row, box.west), cellIn(row, box.east)];
    const first = firstFrom(cells, westmost);
    if (first === cells.length) break;
    const last = firstFrom(cells, eastmost + 1);
    if (first === last) {
      // Skips rows of cells without parcels.
      row = Math.max(row, rowOf(cells[first]!) - 1);
      continue;
    }
    matches.scanned += starts[last]! - starts[first]!;
    if (matches.scanned > MOST_PARCELS) return false;
    // The edges of the box run only through the outermost cells: all parcels of the cells between are inside.
    const isEdge = row === bottom || row === top;
    const inner = isEdge ? last : first + Number(cells[first] === westmost);
    const innerEnd = isEdge ? last : Math.max(inner, last - Number(cells[last - 1] === eastmost));
    addFrom(county, box, matches, starts[first]!, starts[inner]!);
    addAll(matches, starts[inner]!, starts[innerEnd]!);
    addFrom(county, box, matches, starts[innerEnd]!, starts[last]!);
  }
  return true;
}

/**
 * Adds all parcels of a county.
 * @returns false when the search would scan too many.
 */
function addCounty({ count }: County, matches: Matches): boolean {
  matches.scanned += count;
  if (matches.scanned > MOST_PARCELS) return false;
  addAll(matches, 0, count);
  return true;
}

/**
 * Adds the parcels of a county that match.
 * @returns false when the search would scan too many, or when it is not certain which match.
 */
export function addMatches(county: County, { box, shape, tests }: Question, matches: Matches): boolean {
  const start = matches.size;
  if (!(box === null ? addCounty(county, matches) : addParcelsIn(county, box, matches))) return false;
  for (const test of tests) keep(county, test, matches, start);
  return shape === null || keepIn(county, shape, matches, start);
}

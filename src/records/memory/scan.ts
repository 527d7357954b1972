import type { Numbers, Words } from './columns.ts';
import type { County } from './county.ts';
import { type Box, cellIn, rowAt, rowOf, type Shape } from './points.ts';
import type { Question, Test } from './question.ts';

/** The most parcels that one search looks at: about a millisecond or two of work. */
const MOST_PARCELS = 300_000;
/** The most distances that one search measures: sines and cosines take about 40 times as long as comparing. */
const MOST_MEASURED = 20_000;

export const numbersOf = ({ columns }: County, field: string) => columns.get(field) as Numbers;

/** Rows of counties that a search has found so far. */
export const newFound = () => ({ rows: new Uint32Array(MOST_PARCELS), size: 0, looked: 0, measured: 0 });
export type Found = ReturnType<typeof newFound>;

// Loops that filter rows do not branch: half of the branches would be mispredicted, at three times the cost. A row that does
// not match is overwritten by the next.

function addFrom(
  { lat, lon }: County,
  { south, north, west, east }: Box,
  found: Found,
  from: number,
  to: number,
) {
  const { rows } = found;
  let end = found.size;
  for (let row = from; row < to; row++) {
    const y = lat[row]!;
    const x = lon[row]!;
    rows[end] = row;
    end += Number(y >= south) & Number(y <= north) & Number(x >= west) & Number(x <= east);
  }
  found.size = end;
}

function addAll(found: Found, from: number, to: number): void {
  const { rows } = found;
  let end = found.size;
  for (let row = from; row < to; row++) rows[end++] = row;
  found.size = end;
}

function keepBetween(values: Numbers, from: number, to: number, found: Found, start: number): void {
  const { rows, size } = found;
  let end = start;
  for (let at = start; at < size; at++) {
    const row = rows[at]!;
    const value = values[row]!;
    rows[end] = row;
    end += Number(value >= from) & Number(value <= to);
  }
  found.size = end;
}

/** @param accepted by code: 1 for words that match, else 0. */
function keepAmong(codes: Uint8Array | Uint16Array, accepted: Uint8Array, found: Found, start: number): void {
  const { rows, size } = found;
  let end = start;
  for (let at = start; at < size; at++) {
    const row = rows[at]!;
    rows[end] = row;
    end += accepted[codes[row]!]!;
  }
  found.size = end;
}

function keep(county: County, test: Test, found: Found, start: number): void {
  if (test.is === 'between') keepBetween(numbersOf(county, test.field), test.from, test.to, found, start);
  else {
    const { codes, words } = county.columns.get(test.field) as Words;
    const accepted = Uint8Array.from(words, (word, code) => Number(code > 0 && test.accepts(word)));
    keepAmong(codes, accepted, found, start);
  }
}

/** @returns false when there are too many to measure, or when one is so near the border that memory cannot tell. */
function keepIn({ lat, lon }: County, shape: Shape, found: Found, start: number): boolean {
  const { rows, size } = found;
  found.measured += (size - start) * shape.effort;
  if (found.measured > MOST_MEASURED) return false;
  let end = start;
  for (let at = start; at < size; at++) {
    const row = rows[at]!;
    const answer = shape.holds(lat[row]!, lon[row]!);
    if (answer === null) return false;
    if (answer) rows[end++] = row;
  }
  found.size = end;
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
 * @returns false when the search would look at too many.
 */
function addParcelsIn(county: County, box: Box, found: Found): boolean {
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
    found.looked += starts[last]! - starts[first]!;
    if (found.looked > MOST_PARCELS) return false;
    // The edges of the box run only through the outermost cells: all parcels of the cells between are inside.
    const isEdge = row === bottom || row === top;
    const inner = isEdge ? last : first + Number(cells[first] === westmost);
    const innerEnd = isEdge ? last : Math.max(inner, last - Number(cells[last - 1] === eastmost));
    addFrom(county, box, found, starts[first]!, starts[inner]!);
    addAll(found, starts[inner]!, starts[innerEnd]!);
    addFrom(county, box, found, starts[innerEnd]!, starts[last]!);
  }
  return true;
}

/**
 * Adds all parcels of a county.
 * @returns false when the search would look at too many.
 */
function addCounty({ count }: County, found: Found): boolean {
  found.looked += count;
  if (found.looked > MOST_PARCELS) return false;
  addAll(found, 0, count);
  return true;
}

/**
 * Adds the parcels of a county that match.
 * @returns false when the search would look at too many, or when it is not certain which match.
 */
export function addMatches(county: County, { box, shape, tests }: Question, found: Found): boolean {
  const start = found.size;
  if (!(box === null ? addCounty(county, found) : addParcelsIn(county, box, found))) return false;
  for (const test of tests) keep(county, test, found, start);
  return shape === null || keepIn(county, shape, found, start);
}

import { type SortKey, TIEBREAK } from '../paging/paging.ts';
import { SHALLOW } from '../read-rows.ts';
import { COLUMNS, type Numbers } from './columns.ts';
import type { County } from './county.ts';
import { addMatches, newMatches, numbersOf, type Question } from './scan.ts';
import { addValues, noValues, type ValueCounts } from './values.ts';

/** A parcel in memory. */
export interface ParcelRow {
  county: County;
  row: number;
}

/** What rows are ordered by: a number for each, times 1 or −1, so that larger ones come first. NaN comes last. */
interface Order {
  values: Numbers;
  sign: 1 | -1;
}

/** The best of many rows by two numbers: a heap whose root is the worst row kept. */
interface Best {
  most: number;
  size: number;
  firsts: Float64Array;
  seconds: Float64Array;
  /** What is kept of a row: its position in the list that was offered. */
  positions: Uint32Array;
}

// Functions, not methods: closures made in each search are optimized less well and cost four times as much.

/** @param capacity the most rows it can hold; `clear` sets how many are kept. */
const newBest = (capacity: number): Best => ({
  most: capacity,
  size: 0,
  firsts: new Float64Array(capacity),
  seconds: new Float64Array(capacity),
  positions: new Uint32Array(capacity),
});

function clear(best: Best, most: number): void {
  best.most = most;
  best.size = 0;
}

const isBefore = ({ firsts, seconds }: Best, first: number, second: number, at: number) =>
  first > firsts[at]! || (first === firsts[at]! && second > seconds[at]!);

function move({ firsts, seconds, positions }: Best, from: number, to: number): void {
  firsts[to] = firsts[from]!;
  seconds[to] = seconds[from]!;
  positions[to] = positions[from]!;
}

function put(
  { firsts, seconds, positions }: Best,
  at: number,
  first: number,
  second: number,
  position: number,
) {
  firsts[at] = first;
  seconds[at] = second;
  positions[at] = position;
}

function rise(best: Best, first: number, second: number, position: number): void {
  let at = best.size++;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    if (isBefore(best, first, second, parent)) break;
    move(best, parent, at);
    at = parent;
  }
  put(best, at, first, second, position);
}

function sink(best: Best, first: number, second: number, position: number): void {
  const { firsts, seconds, size } = best;
  let at = 0;
  for (;;) {
    let child = 2 * at + 1;
    if (child >= size) break;
    if (child + 1 < size && isBefore(best, firsts[child]!, seconds[child]!, child + 1)) child++;
    if (!isBefore(best, first, second, child)) break;
    move(best, child, at);
    at = child;
  }
  put(best, at, first, second, position);
}

/** The first position whose row may be among the best; `last` is the number of the worst row kept. */
function skip(rows: Uint32Array, from: number, to: number, { values, sign }: Order, last: number): number {
  for (let position = from; position < to; position++)
    if (values[rows[position]!]! * sign >= last) return position;
  return to;
}

/** Offers `rows` from one position to another. */
function offer(best: Best, rows: Uint32Array, from: number, to: number, first: Order, second: Order): void {
  for (let position = from; position < to; position++) {
    const last = best.size < best.most ? Number.NEGATIVE_INFINITY : best.firsts[0]!;
    // Once the heap is full, most rows are skipped.
    if (last > Number.NEGATIVE_INFINITY) position = skip(rows, position, to, first, last);
    if (position === to) return;
    const row = rows[position]!;
    const value = first.values[row]! * first.sign;
    const one = Number.isNaN(value) ? Number.NEGATIVE_INFINITY : value;
    const other = second.values[row]! * second.sign;
    if (best.size < best.most) rise(best, one, other, position);
    else if (isBefore(best, one, other, 0)) sink(best, one, other, position);
  }
}

/** The positions in order, best first; null when two have the same numbers. Empties the heap. */
function sorted(best: Best): number[] | null {
  const { firsts, seconds, positions } = best;
  const order = new Array<number>(best.size);
  let isTied = false;
  while (best.size > 0) {
    const [first, second] = [firsts[0]!, seconds[0]!];
    const at = --best.size;
    order[at] = positions[0]!;
    sink(best, firsts[at]!, seconds[at]!, positions[at]!);
    isTied ||= at > 0 && firsts[0] === first && seconds[0] === second;
  }
  return isTied ? null : order;
}

// One of each per process: a search runs without a pause.
const matches = newMatches();
const kept = newBest(SHALLOW);

/** Where in `matches` the matching rows of each county are; null when there are too many to scan. */
function match(
  counties: readonly County[],
  question: Question,
): { county: County; from: number; to: number }[] | null {
  matches.size = 0;
  matches.scanned = 0;
  matches.measured = 0;
  const parts = [];
  for (const county of counties) {
    const from = matches.size;
    if (!addMatches(county, question, matches)) return null;
    parts.push({ county, from, to: matches.size });
  }
  return parts;
}

/** How many parcels match; null when there are too many to scan, or it is not certain. */
export const countIn = (counties: readonly County[], question: Question): number | null =>
  match(counties, question) && matches.size;

/** How many parcels match, and the counts of their values by field. */
export interface Counted {
  total: number;
  values: ValueCounts[];
}

/**
 * Counts the matching parcels by their values; the fields must satisfy `isCounted`. Null when there are too many parcels or
 * values, or when it is not certain which match.
 */
export function countBy(
  counties: readonly County[],
  question: Question,
  fields: readonly string[],
): Counted | null {
  const parts = match(counties, question);
  if (parts === null) return null;
  const values: ValueCounts[] = [];
  for (const field of fields) {
    const all = noValues();
    for (const { county, from, to } of parts)
      if (!addValues(county, field, matches.rows.subarray(from, to), all)) return null;
    values.push(all);
  }
  return { total: matches.size, values };
}

/** Whether memory orders by these keys as Elasticsearch does. */
export function isOrdered(keys: readonly SortKey[]): boolean {
  const [tiebreak, first, ...more] = keys.toReversed();
  if (tiebreak?.field !== TIEBREAK || more.length > 0) return false;
  if (first === undefined) return true;
  const column = first.from ? undefined : COLUMNS.get(first.field);
  return column !== undefined && column.is !== 'words';
}

const orderBy = (county: County, { field, order }: SortKey): Order => ({
  values: field === TIEBREAK ? county.seq : numbersOf(county, field),
  sign: order === 'desc' ? 1 : -1,
});

/**
 * A page of the matching parcels, and how many match. The keys must satisfy `isOrdered`, and the page must end before
 * `SHALLOW`. Null when there are too many to scan, when it is not certain which match, or when only the id orders two of
 * them.
 */
export function pageIn(
  counties: readonly County[],
  question: Question,
  keys: readonly SortKey[],
  { offset, limit }: { offset: number; limit: number },
): { total: number; parcels: ParcelRow[] } | null {
  const parts = match(counties, question);
  if (parts === null) return null;
  const [first, last] = [keys[0]!, keys.at(-1)!];
  // One more than the page, so that a tie at its end shows.
  clear(kept, Math.min(offset + limit + 1, matches.size));
  for (const { county, from, to } of parts)
    offer(kept, matches.rows, from, to, orderBy(county, first), orderBy(county, last));
  const order = sorted(kept);
  if (order === null) return null;
  const page = order.slice(offset, offset + limit).map((at) => {
    const { county } = parts.find(({ to }) => at < to)!;
    return { county, row: matches.rows[at]! };
  });
  return { total: matches.size, parcels: page };
}

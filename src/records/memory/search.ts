import { type SortKey, TIEBREAK } from '../paging/paging.ts';
import { best } from './best.ts';
import type { Question, Test } from './clauses.ts';
import { COLUMNS } from './columns.ts';
import { addParcelsIn, type County, type Found, newFound, numbersOf, wordsOf } from './county.ts';

/** A parcel in memory. */
export interface ParcelRow {
  county: County;
  row: number;
}

const found = newFound();

/** Keeps those rows from `start` on that meet a test. */
function keep(county: County, test: Test, { rows, size }: Found, start: number): number {
  let end = start;
  if (test.is === 'between') {
    const values = numbersOf(county, test.field);
    const { from, to } = test;
    for (let at = start; at < size; at++) {
      const row = rows[at]!;
      const value = values[row]!;
      if (value >= from && value <= to) rows[end++] = row;
    }
  } else {
    const { codes, words } = wordsOf(county, test.field);
    const accepted = Uint8Array.from(words, (word, code) => Number(code > 0 && test.accepts(word)));
    for (let at = start; at < size; at++) {
      const row = rows[at]!;
      if (accepted[codes[row]!] === 1) rows[end++] = row;
    }
  }
  return end;
}

/** The rows of each county that match, which `found` has one county after the other; null when there are too many to look at. */
function match(
  counties: readonly County[],
  { box, tests }: Question,
): { county: County; from: number; to: number }[] | null {
  found.size = 0;
  found.looked = 0;
  const parts = [];
  for (const county of counties) {
    const from = found.size;
    if (!addParcelsIn(county, box, found)) return null;
    for (const test of tests) found.size = keep(county, test, found, from);
    parts.push({ county, from, to: found.size });
  }
  return parts;
}

/** How many parcels match; null when there are too many to look at. */
export const countIn = (counties: readonly County[], question: Question): number | null =>
  match(counties, question) && found.size;

const signOf = ({ order }: SortKey) => (order === 'desc' ? 1 : -1);

/** Whether memory orders by these keys as Elasticsearch does. */
export function isOrdered(keys: readonly SortKey[]): boolean {
  const [tiebreak, first, ...more] = keys.toReversed();
  if (tiebreak?.field !== TIEBREAK || more.length > 0) return false;
  if (first === undefined) return true;
  const column = first.from ? undefined : COLUMNS.get(first.field);
  return column !== undefined && column.is !== 'words';
}

/**
 * A page of the parcels that match, and how many do; keys must be those that `isOrdered`. Null when there are too many to
 * look at, or when only the id orders two of them.
 */
export function pageIn(
  counties: readonly County[],
  question: Question,
  keys: readonly SortKey[],
  { offset, limit }: { offset: number; limit: number },
): { total: number; places: ParcelRow[] } | null {
  const parts = match(counties, question);
  if (parts === null) return null;
  const [tiebreak, first] = keys.toReversed() as [SortKey, SortKey?];
  // With the neighbor after the page, ties show.
  const kept = best(Math.min(offset + limit + 1, found.size));
  // Without a first key, numbers alone order.
  const sign = first ? signOf(first) : 0;
  const { rows } = found;
  const seqSign = signOf(tiebreak);
  for (const { county, from, to } of parts) {
    const { seq } = county;
    const values = first ? numbersOf(county, first.field) : seq;
    for (let at = from; at < to; at++) {
      const row = rows[at]!;
      const value = values[row]! * sign;
      // What has no value comes last in both directions.
      kept.offer(Number.isNaN(value) ? Number.NEGATIVE_INFINITY : value, seq[row]! * seqSign, at);
    }
  }
  const order = kept.sorted();
  if (order === null) return null;
  const places = order.slice(offset, offset + limit).map((at) => {
    const { county } = parts.find(({ to }) => at < to)!;
    return { county, row: rows[at]! };
  });
  return { total: found.size, places };
}

import { type SortKey, TIEBREAK } from '../paging/paging.ts';
import { SHALLOW } from '../read-rows.ts';
import { clear, newBest, type Order, offer, sorted } from './best.ts';
import { COLUMNS } from './columns.ts';
import { type County, numbersOf } from './county.ts';
import type { Question } from './question.ts';
import { addMatches, newFound } from './scan.ts';
import { addValues, noValues, type ValueCounts } from './values.ts';

/** A parcel in memory. */
export interface ParcelRow {
  county: County;
  row: number;
}

// One of each per process: a search runs without a pause.
const found = newFound();
const kept = newBest(SHALLOW);

/** Where in `found` the matching rows of each county are; null when there are too many to look at. */
function match(
  counties: readonly County[],
  question: Question,
): { county: County; from: number; to: number }[] | null {
  found.size = 0;
  found.looked = 0;
  found.measured = 0;
  const parts = [];
  for (const county of counties) {
    const from = found.size;
    if (!addMatches(county, question, found)) return null;
    parts.push({ county, from, to: found.size });
  }
  return parts;
}

/** How many parcels match; null when there are too many to look at, or it is not certain. */
export const countIn = (counties: readonly County[], question: Question): number | null =>
  match(counties, question) && found.size;

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
      if (!addValues(county, field, found.rows.subarray(from, to), all)) return null;
    values.push(all);
  }
  return { total: found.size, values };
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
 * `SHALLOW`. Null when there are too many to look at, when it is not certain which match, or when only the id orders two of
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
  clear(kept, Math.min(offset + limit + 1, found.size));
  for (const { county, from, to } of parts)
    offer(kept, found.rows, from, to, orderBy(county, first), orderBy(county, last));
  const order = sorted(kept);
  if (order === null) return null;
  const page = order.slice(offset, offset + limit).map((at) => {
    const { county } = parts.find(({ to }) => at < to)!;
    return { county, row: found.rows[at]! };
  });
  return { total: found.size, parcels: page };
}

import type { estypes } from '@elastic/elasticsearch';
import type { Walk } from './cursor.ts';

export type Order = 'asc' | 'desc';

/** A field to sort by; rows without a value come last in both directions. */
export interface SortKey {
  field: string;
  order: Order;
}

/** Which rows in which order, and which of them. */
export interface Paging {
  /** Index or alias. */
  index: string;
  filter: estypes.QueryDslQueryContainer[];
  /** The last key must be the tiebreaker, see `sequenceOf`, where there may be more than 10,000 rows. */
  keys: SortKey[];
  /** A keyword that tells the few apart that share a tiebreaker. */
  tie: string;
  limit: number;
  offset: number;
  /** Where the request came with a cursor: its rows are then those after it. */
  walk?: Walk;
}

/** The field that makes every order total; see `sequenceOf`. */
export const TIEBREAK = 'internal.seq';

/** A total order: nulls last, ties by the sequence number and, for the pair in a billion that shares one, by `tie`. */
export function sortClauses(keys: SortKey[], tie: string): estypes.SortCombinations[] {
  const sorted = keys.map(({ field, order }) =>
    field === TIEBREAK ? { [field]: order } : { [field]: { order, missing: '_last' } },
  );
  return [...sorted, { [tie]: keys.at(-1)!.order }];
}

/** The end of a page’s JSON, after its rows. */
export function envelope(total: number, { limit, offset }: { limit: number; offset: number }): string {
  return `,"total":${total},"limit":${limit},"offset":${offset}}`;
}

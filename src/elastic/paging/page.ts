import type { Client, estypes } from '@elastic/elasticsearch';
import { cutHits, cutTotal } from '../cut.ts';
import { rawSearch } from '../raw.ts';
import { locatePage } from './deep.ts';

export type Order = 'asc' | 'desc';

/** A numeric field to sort by; rows without a value come last in both directions. */
export interface SortKey {
  field: string;
  order: Order;
}

/** Which rows in which order, and which of them. */
export interface Paging {
  /** Index or alias. */
  index: string;
  filter: estypes.QueryDslQueryContainer[];
  /** The last key must be the tiebreaker; see `sequenceOf`. */
  keys: SortKey[];
  /** A keyword that tells the few apart that share a tiebreaker. */
  tie: string;
  limit: number;
  offset: number;
}

/** The field that makes every order total; see `sequenceOf`. */
export const TIEBREAK = 'internal.seq';

/** Elasticsearch pages by offset up to here (`index.max_result_window`); its memory grows with the depth. */
export const SHALLOW = 10_000;

/** A total order: nulls last, ties by the sequence number and, for the pair in a billion that shares one, by `tie`. */
export function sortClauses(keys: SortKey[], tie: string): estypes.SortCombinations[] {
  const sorted = keys.map(({ field, order }) =>
    field === TIEBREAK ? { [field]: order } : { [field]: { order, missing: '_last' } },
  );
  return [...sorted, { [tie]: keys.at(-1)!.order }];
}

/** The end of a page: section 2.9 of the contract. */
export function envelope(total: number, { limit, offset }: { limit: number; offset: number }): string {
  return `,"total":${total},"limit":${limit},"offset":${offset}}`;
}

/**
 * One page of rows as JSON bytes, with the exact total. `head` makes what stands first in a row of the given place.
 *
 * Within 10,000 rows Elasticsearch pages by itself. A deeper page is located by counting, and then read from near
 * its start, so that its cost does not grow with its depth.
 */
export async function readPage(
  client: Client,
  paging: Paging,
  head?: (place: number) => string,
): Promise<Buffer> {
  const { index, filter, keys, tie, limit, offset } = paging;
  const sort = sortClauses(keys, tie);
  const rowHead = head && ((row: number) => head(offset + row));
  if (offset + limit <= SHALLOW) {
    const answer = await rawSearch(client, index, {
      size: limit,
      from: offset,
      track_total_hits: true,
      query: { bool: { filter } },
      sort,
    });
    return cutHits(answer, envelope(cutTotal(answer) ?? 0, paging), rowHead);
  }
  const { total, rest } = await locatePage(client, paging);
  if (rest === null) return Buffer.from(`{"data":[]${envelope(total, paging)}`);
  const answer = await rawSearch(client, index, {
    size: limit,
    from: rest.from,
    track_total_hits: false,
    query: { bool: { filter: [...filter, ...rest.filter] } },
    sort,
  });
  return cutHits(answer, envelope(total, paging), rowHead);
}

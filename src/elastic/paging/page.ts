import type { Client } from '@elastic/elasticsearch';
import { cutHits, cutTotal } from '../cut.ts';
import { rawSearch } from '../raw.ts';
import { locatePage } from './deep.ts';
import { envelope, type Paging, sortClauses } from './paging.ts';
import { readAfter } from './walk.ts';

/** Elasticsearch pages by offset up to here (`index.max_result_window`); its memory grows with the depth. */
export const SHALLOW = 10_000;

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
  const { index, filter, keys, tie, limit, offset, walk } = paging;
  if (walk) return readAfter(client, { ...paging, walk }, head);
  const sort = sortClauses(keys, tie);
  const rowHead = head && ((row: number) => head(offset + row));
  if (offset + limit <= SHALLOW) {
    const answer = await rawSearch(
      client,
      { index },
      {
        size: limit,
        from: offset,
        track_total_hits: true,
        query: { bool: { filter } },
        sort,
      },
    );
    return cutHits(answer, envelope(cutTotal(answer) ?? 0, paging), rowHead);
  }
  const { total, rest } = await locatePage(client, paging);
  if (rest === null) return Buffer.from(`{"data":[]${envelope(total, paging)}`);
  const answer = await rawSearch(
    client,
    { index },
    {
      size: limit,
      from: rest.from,
      track_total_hits: false,
      query: { bool: { filter: [...filter, ...rest.filter] } },
      sort,
    },
  );
  return cutHits(answer, envelope(total, paging), rowHead);
}

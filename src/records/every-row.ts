import type { estypes } from '@elastic/elasticsearch';
import type { IndexReader } from '../elastic/index-reader.ts';
import { rawSearch } from '../elastic/raw.ts';
import { cutRows, type Hit } from './cut.ts';
import { type Cursors, FIRST, START } from './paging/cursor.ts';
import { sortClauses, TIEBREAK } from './paging/paging.ts';

/** An order that loads do not change, so no row is met twice or left out. */
const SORT = sortClauses({ keys: [{ field: TIEBREAK, order: 'asc' }], tie: 'id' });

export interface RowWalk {
  isFirst: boolean;
  count(): Promise<number>;
  /** At most `size` rows at a time, each page read when it is asked for. */
  pages(size: number): AsyncGenerator<Hit[]>;
  cursorAfter(row: Hit): string;
}

/**
 * Walks through all rows that match.
 * @param cursor the row to continue after; from the first by default.
 * @throws 400 when the cursor does not belong to this filter.
 */
export function everyRow(
  { client, index }: IndexReader,
  cursors: Cursors,
  filter: estypes.QueryDslQueryContainer[],
  cursor = FIRST,
): RowWalk {
  const own = cursors.of(JSON.stringify(['export', index, filter]));
  const { after } = own.open(cursor);

  async function* pages(size: number): AsyncGenerator<Hit[]> {
    const search = { size, track_total_hits: false, query: { bool: { filter } }, sort: SORT };
    for (let last = after; ; ) {
      const hits = [...cutRows(await rawSearch(client, { index }, search, last))];
      if (hits.length > 0) yield hits;
      if (hits.length < size) return;
      last = hits.at(-1)!.sort;
    }
  }

  return {
    isFirst: after === null,
    async count() {
      const rest =
        after === null ? [] : [{ range: { [TIEBREAK]: { gt: (JSON.parse(after) as [number])[0] } } }];
      const { count } = await client.count({ index, query: { bool: { filter: [...filter, ...rest] } } });
      return count;
    },
    pages,
    cursorAfter: ({ sort }) => own.seal({ ...START, after: sort }),
  };
}

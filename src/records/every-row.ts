import type { IndexReader } from '../elastic/index-reader.ts';
import { rawSearch } from '../elastic/raw.ts';
import { cutRows, cutTotal, type Hit } from './cut.ts';
import { type Cursors, FIRST, START } from './paging/cursor.ts';
import { sortClauses, TIEBREAK } from './paging/paging.ts';
import { readOnce, stateOf } from './paging/state.ts';
import { withoutLast } from './paging/walk.ts';
import { type Condition, isPlain } from './touching.ts';

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
 * Walks through all rows that match. A filter that needs outlines reads them when the walk begins, and all rows as they
 * were then.
 * @param cursor the row to continue after; from the first by default.
 * @throws 400 when the cursor does not belong to this filter.
 */
export function everyRow(
  reader: IndexReader,
  cursors: Cursors,
  filter: Condition[],
  cursor = FIRST,
): RowWalk {
  const { client, index } = reader;
  const { snapshots } = cursors;
  const own = cursors.of(JSON.stringify(['export', index, filter]));
  const { after } = own.open(cursor);
  const sortOf = isPlain(filter) ? (sort: string) => sort : withoutLast;

  async function* pages(size: number): AsyncGenerator<Hit[]> {
    const state = stateOf(reader, snapshots, filter);
    const search = { size, track_total_hits: false, sort: SORT };
    try {
      for (let last = after; ; ) {
        const answer = await state.read((source, clauses) =>
          rawSearch(client, source, { ...search, query: { bool: { filter: clauses } } }, last),
        );
        const hits = Array.from(cutRows(answer), (hit) => ({ ...hit, sort: sortOf(hit.sort) }));
        if (hits.length > 0) yield hits;
        if (hits.length < size) return;
        last = hits.at(-1)!.sort;
      }
    } finally {
      state.close();
    }
  }

  return {
    isFirst: after === null,
    count() {
      const rest =
        after === null ? [] : [{ range: { [TIEBREAK]: { gt: (JSON.parse(after) as [number])[0] } } }];
      return readOnce(reader, snapshots, filter, async (source, clauses) => {
        const query = { bool: { filter: [...clauses, ...rest] } };
        return cutTotal(await rawSearch(client, source, { size: 0, track_total_hits: true, query })) ?? 0;
      });
    },
    pages,
    cursorAfter: ({ sort }) => own.seal({ ...START, after: sort }),
  };
}

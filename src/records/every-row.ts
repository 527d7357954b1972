import { rawSearch } from '../stores/elastic/raw.ts';
import type { IndexReader } from '../stores/elastic/search-target.ts';
import { cutRows, cutTotal, type Hit } from './cut.ts';
import { type Cursors, FIRST, START } from './paging/cursor.ts';
import { sortClauses, TIEBREAK } from './paging/paging.ts';
import { readOnce, stateOf } from './paging/state.ts';
import { withoutLast } from './paging/walk.ts';
import type { ElasticCondition } from './question.ts';
import { isPlain } from './touching.ts';

/** An order that loads do not change, so no row is read twice or left out. */
const SORT = sortClauses({ keys: [{ field: TIEBREAK, order: 'asc' }], tie: 'id' });

export interface RowWalk {
  isFirst: boolean;
  count(): Promise<number>;
  /**
   * The next rows, at most `size`, and fewer only at the end.
   * @param last the `sort` of the row before; null for the first of the walk.
   */
  read(size: number, last: string | null): Promise<Hit[]>;
  cursorAfter(row: Hit): string;
  /** Frees what the rows are read from. Call it when nothing is being read; nothing can be read after it. */
  close(): void;
}

/**
 * Walks through all matching rows. A filter that needs outlines reads them when the walk begins, and the walk reads all
 * rows as they were then.
 * @param cursor the row to continue after; from the first by default.
 * @throws 400 when the cursor does not belong to this filter.
 */
export function everyRow(
  reader: IndexReader,
  cursors: Cursors,
  filter: ElasticCondition[],
  cursor = FIRST,
): RowWalk {
  const { client, index } = reader;
  const { snapshots } = cursors;
  const own = cursors.of(JSON.stringify(['export', index, filter]));
  const { after } = own.open(cursor);
  const sortOf = isPlain(filter) ? (sort: string) => sort : withoutLast;

  const state = stateOf(reader, snapshots, filter);

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
    async read(size, last) {
      const search = { size, track_total_hits: false, sort: SORT };
      const answer = await state.read((source, clauses) =>
        rawSearch(client, source, { ...search, query: { bool: { filter: clauses } } }, last ?? after),
      );
      return Array.from(cutRows(answer), (hit) => ({ ...hit, sort: sortOf(hit.sort) }));
    },
    cursorAfter: ({ sort }) => own.seal({ ...START, after: sort }),
    close: () => state.close(),
  };
}

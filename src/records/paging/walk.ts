import type { estypes } from '@elastic/elasticsearch';
import { wrong } from '../../domain/problems.ts';
import { isGone, type SearchTarget, searchTarget } from '../../stores/elastic/search-target.ts';
import type { RowReader } from '../read-rows.ts';
import type { Head, Page, Rows } from '../rows.ts';
import type { PageRequest } from '../schemas/common.ts';
import { clausesOf, isPlain } from '../touching.ts';
import { type Cursors, FIRST, type QueryCursors, type WalkPosition } from './cursor.ts';
import { type ElasticPaging, sortClauses } from './paging.ts';
import { joined, pairOf, type Snapshots } from './snapshots.ts';
import { sourcesOf } from './state.ts';

/** The sort values of a row of a snapshot, without the last one: an integer that Elasticsearch adds. */
export const withoutLast = (sort: string): string => sort.replace(/,-?\d+\]$/, ']');

/** `own` are the cursors of this query; `cursor` is the request's. */
interface Walk {
  cursor: string;
  own: QueryCursors;
  snapshots: Snapshots;
  index: string;
  /** The index of the outlines when they are needed too: its snapshot is taken together with that of `index`. */
  beside?: string;
}

const openFor = ({ snapshots, index, beside }: Walk): Promise<string> =>
  beside === undefined ? snapshots.open(index) : snapshots.openPair(index, beside);

/** The first cursor opens a snapshot. */
async function positionOf(walk: Walk): Promise<WalkPosition> {
  const { cursor, own, snapshots } = walk;
  const position = own.open(cursor);
  if (cursor === FIRST) return { ...position, snapshot: await openFor(walk) };
  if (position.snapshot !== null) snapshots.use(position.snapshot);
  return position;
}

/** Null at the end. */
function nextOf({ cursor, own, snapshots }: Walk, position: WalkPosition, more: boolean): string | null {
  if (more) return own.seal(position);
  // A later page may be requested again if its answer was lost. In a walk of one page no cursor names the snapshot, so it
  // can be closed.
  if (cursor === FIRST && position.snapshot !== null) snapshots.close(position.snapshot);
  return null;
}

/** Reads from the position's snapshot; if that is gone, from a new one at the same position. */
async function readFrom<T>(
  walk: Walk,
  read: (position: WalkPosition) => Promise<T>,
): Promise<{ position: WalkPosition; answer: T }> {
  const position = await positionOf(walk);
  try {
    return { position, answer: await read(position) };
  } catch (error) {
    if (position.snapshot === null || !isGone(error)) throw error;
    const renewed = { ...position, snapshot: await openFor(walk), renewed: true };
    return { position: renewed, answer: await read(renewed) };
  }
}

/**
 * The page after a cursor. It costs the same at any depth.
 *
 * A walk goes through a snapshot, so it reads each row once. If the snapshot is gone, it continues from the same position
 * in a new one: only rows whose sort value has changed since may then be read twice or not at all.
 */
export async function readAfter(
  { client, index, outlines, rows }: RowReader,
  cursors: Cursors,
  paging: ElasticPaging & { cursor: string },
  head?: Head,
): Promise<Page> {
  const { filter, keys, tie, limit, cursor } = paging;
  const own = cursors.of(JSON.stringify([index, filter, keys, tie]));
  const beside = isPlain(filter) ? undefined : outlines;
  const walk = { cursor, own, snapshots: cursors.snapshots, index, beside };
  const searchFor = (clauses: estypes.QueryDslQueryContainer[]) => ({
    size: limit,
    track_total_hits: true,
    query: { bool: { filter: clauses } },
    sort: sortClauses(paging),
  });
  const { position, answer: found } = await readFrom(walk, async ({ snapshot, after, offset }) => {
    const page = { index, after, head: head && ((row: number) => head(offset + row)) };
    if (isPlain(filter))
      return rows({ ...page, source: searchTarget(index, snapshot), search: searchFor(filter) });
    const [source, other] = sourcesOf(index, snapshot!);
    return rows({ ...page, source, search: searchFor(await clausesOf(client, other, filter)) });
  });
  const { offset, renewed } = position;
  const { rows: bytes, buffer, count, lastSort } = found;
  const total = found.total ?? 0;
  const after = lastSort === null ? null : withoutLast(lastSort);
  const snapshot =
    found.snapshot && beside ? joined(found.snapshot, pairOf(position.snapshot!)[1]) : found.snapshot;
  const end = offset + count;
  const more = count === limit && (renewed || end < total);
  const next_cursor = nextOf(walk, { offset: end, after, snapshot, renewed }, more);
  return { rows: bytes, buffer, count, total, limit, offset, next_cursor };
}

export interface ComputedRows extends Rows {
  total: number;
}

/**
 * A page of computed rows, which are identified by their offset. After a cursor it is read from the walk's snapshot.
 * @param query the same for all pages.
 * @param compute the rows of a page at an offset, from `source`.
 */
export async function computedPage<R extends ComputedRows>(
  index: string,
  cursors: Cursors,
  query: unknown,
  { limit, offset, cursor }: PageRequest,
  compute: (source: SearchTarget, page: { limit: number; offset: number }) => Promise<R>,
): Promise<R & Page> {
  if (cursor === undefined) return { ...(await compute({ index }, { limit, offset })), limit, offset };
  if (offset > 0) throw wrong('offset', 'must not be given with cursor');
  const own = cursors.of(JSON.stringify([index, query]));
  const walk = { cursor, own, snapshots: cursors.snapshots, index };
  const { position, answer } = await readFrom(walk, (from) =>
    compute(searchTarget(index, from.snapshot), { limit, offset: from.offset }),
  );
  const more = answer.count > 0 && position.offset + answer.count < answer.total;
  const next_cursor = nextOf(walk, { ...position, offset: position.offset + limit }, more);
  return { ...answer, limit, offset: position.offset, next_cursor };
}

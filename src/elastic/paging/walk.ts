import type { Client } from '@elastic/elasticsearch';
import { cutHits, cutLastSort, cutSnapshot, cutTotal } from '../cut.ts';
import { rawSearch } from '../raw.ts';
import { isGone, type Source, sourceOf } from '../source.ts';
import { FIRST, type Place, type QueryCursors, type Walk } from './cursor.ts';
import { envelope, type Paging, sortClauses } from './paging.ts';

/** Elasticsearch adds a last sort value of its own in a snapshot, a whole number, which is not needed to go on. */
const WITHOUT_LAST = /,-?\d+\]$/;

/** The place that the request's cursor names; a first one opens a snapshot. */
async function placeOf({ cursor, cursors }: Walk, own: QueryCursors, index: string): Promise<Place> {
  const place = own.open(cursor);
  if (cursor === FIRST) return { ...place, snapshot: await cursors.snapshots.open(index) };
  if (place.snapshot !== null) cursors.snapshots.use(place.snapshot);
  return place;
}

/** The cursor after a page; null at the end. */
function nextOf({ cursor, cursors }: Walk, own: QueryCursors, place: Place, more: boolean): string | null {
  if (more) return own.seal(place);
  // A later page may be asked for again, when its answer was lost on the way; of a single one nobody knows the snapshot.
  if (cursor === FIRST && place.snapshot !== null) cursors.snapshots.close(place.snapshot);
  return null;
}

/** Reads from the place's snapshot, or, where that is gone, from a new one, on from the same place. */
async function readFrom<T>(
  { cursors }: Walk,
  place: Place,
  index: string,
  read: (source: Source, place: Place) => Promise<T>,
): Promise<{ place: Place; answer: T }> {
  try {
    return { place, answer: await read(sourceOf(index, place.snapshot), place) };
  } catch (error) {
    if (place.snapshot === null || !isGone(error)) throw error;
    const anew = { ...place, snapshot: await cursors.snapshots.open(index), renewed: true };
    return { place: anew, answer: await read(sourceOf(index, anew.snapshot), anew) };
  }
}

/**
 * The page after a cursor, with `next_cursor` at its end. It costs the same however deep it lies.
 *
 * A walk goes through a snapshot, so that it meets each row once whatever is loaded meanwhile. Where that is gone, it
 * goes on from the same place in a new one: only rows whose sort value has changed since may then be met twice or not at
 * all.
 */
export async function readAfter(
  client: Client,
  paging: Paging & { walk: Walk },
  head?: (place: number) => string,
): Promise<Buffer> {
  const { index, filter, keys, tie, limit, walk } = paging;
  const own = walk.cursors.of(JSON.stringify([index, filter, keys, tie]));
  const search = {
    size: limit,
    track_total_hits: true,
    query: { bool: { filter } },
    sort: sortClauses(keys, tie),
  };
  const { place, answer } = await readFrom(
    walk,
    await placeOf(walk, own, index),
    index,
    (source, { after }) => rawSearch(client, source, search, after),
  );
  const { offset, renewed } = place;
  const total = cutTotal(answer) ?? 0;
  const after = cutLastSort(answer)?.replace(WITHOUT_LAST, ']') ?? null;
  const snapshot = cutSnapshot(answer);
  let end = offset;
  const page = cutHits(
    answer,
    (rows) => {
      end += rows;
      return envelope(total, { limit, offset });
    },
    head && ((row) => head(offset + row)),
  );
  const more = end - offset === limit && (renewed || end < total);
  const next = nextOf(walk, own, { offset: end, after, snapshot, renewed }, more);
  return Buffer.concat([page.subarray(0, -1), Buffer.from(`,"next_cursor":${JSON.stringify(next)}}`)]);
}

/** One page of rows that are computed, which are told by their offset. */
export interface Computed {
  data: unknown[];
  total: number;
  limit: number;
  offset: number;
}

/**
 * A page of computed rows: at an offset, or after a cursor, and then from the walk's snapshot.
 * @param query what is asked, the same for all pages.
 * @param compute the page at an offset, from what `source` holds.
 */
export async function computedPage<C extends Computed>(
  index: string,
  query: unknown,
  { limit, offset, walk }: { limit: number; offset: number; walk?: Walk },
  compute: (source: Source, page: { limit: number; offset: number }) => Promise<C>,
): Promise<C & { next_cursor?: string | null }> {
  if (!walk) return compute({ index }, { limit, offset });
  const own = walk.cursors.of(JSON.stringify([index, query]));
  const { place, answer } = await readFrom(walk, await placeOf(walk, own, index), index, (source, from) =>
    compute(source, { limit, offset: from.offset }),
  );
  const end = place.offset + answer.data.length;
  const more = answer.data.length > 0 && end < answer.total;
  const next = nextOf(walk, own, { ...place, offset: place.offset + limit }, more);
  return { ...answer, next_cursor: next };
}

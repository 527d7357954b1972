import type { Static } from 'typebox';
import type { Editions } from '../stores/elastic/edition.ts';
import { TIEBREAK } from './paging/paging.ts';
import type { Clause } from './question.ts';
import type { Records } from './records.ts';
import type { PageRequest } from './schemas/common.ts';
import type { Removed } from './schemas/removed.ts';

type Row = Static<typeof Removed>;

const KEYS = [
  { field: 'removed_at', order: 'asc' as const, isTime: true },
  { field: TIEBREAK, order: 'asc' as const },
];

/**
 * A page of the parcels that were removed and are not stored now, the earliest first: those that were loaded again are left
 * out, so a page may have fewer rows than its limit.
 */
export async function readRemoved(
  records: Records,
  filter: Clause[],
  page: PageRequest & { cursor: string },
): Promise<{ data: Row[]; next_cursor: string | null }> {
  const { rows, next_cursor } = await records.page('removed', { filter, keys: KEYS, tie: 'id', ...page });
  const removed = JSON.parse(rows.toString()) as (Row & { state_fips: string })[];
  const ids = removed.map(({ id }) => id);
  const stored = await records.fields<{ id: string }>('parcels', ids, ['id']);
  const data = removed.filter((_, at) => stored[at] === undefined).map(({ state_fips, ...row }) => row);
  return { data, next_cursor: next_cursor ?? null };
}

/**
 * The time before which the data has all changes, ISO 8601. Call it before reading the data. A load's number is the time of its
 * changes, and only grows. While the last load runs, its changes may still become visible; those of earlier loads already
 * are.
 * @param asked the answer where no load has run since loads began to record their numbers.
 */
export async function timeOfNext(editions: Editions, asked: string): Promise<string> {
  const edition = await editions.current();
  const begun = edition?.begun_load;
  if (!edition || begun === undefined) return new Date(asked).toISOString();
  return new Date(edition.loading ? begun : begun + 1).toISOString();
}

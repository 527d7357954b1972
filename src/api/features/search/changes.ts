import Type from 'typebox';
import { FIRST } from '../../../records/paging/cursor.ts';
import { timestamp } from '../../../records/schemas/common.ts';
import type { Editions } from '../../../stores/elastic/edition.ts';
import type { Search } from './query.ts';

/** What a page of changes has besides. */
export const FEED = {
  next_updated_since: Type.Optional(
    timestamp(
      'Only with `updatedSince`, and of a walk by cursor only on the first page: the `updatedSince` to ask with the next ' +
        'time. All changes before it are in this answer or walk',
    ),
  ),
};

/**
 * Before which time the data has all of its changes; ask before the data is read. Loads have numbers that only grow, which are
 * the times of their changes: those of the last load may still become visible while it runs, those of earlier ones are.
 */
export async function nextUpdatedSince(editions: Editions, { filters, cursor = FIRST }: Search) {
  const asked = filters?.updatedSince;
  if (asked === undefined || cursor !== FIRST) return {};
  const edition = await editions.current();
  const begun = edition?.begun_load;
  // Nothing was loaded since loads have noted their numbers.
  if (!edition || begun === undefined) return { next_updated_since: new Date(asked).toISOString() };
  return { next_updated_since: new Date(edition.loading ? begun : begun + 1).toISOString() };
}

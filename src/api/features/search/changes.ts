import Type from 'typebox';
import { FIRST } from '../../../records/paging/cursor.ts';
import { timestamp } from '../../../records/schemas/common.ts';
import type { Editions } from '../../../stores/elastic/edition.ts';
import type { Search } from './query.ts';

/** The additional keys of a page of changes. */
export const FEED = {
  next_updated_since: Type.Optional(
    timestamp(
      'Only with `updatedSince`, and of a walk by cursor only on the first page: the `updatedSince` to ask with the next ' +
        'time. All changes before it are in this answer or walk',
    ),
  ),
};

/**
 * The time before which the data has all changes. Call it before reading the data. A load's number is the time of its
 * changes, and only grows. While the last load runs, its changes may still become visible; those of earlier loads already
 * are.
 */
export async function nextUpdatedSince(editions: Editions, { filters, cursor = FIRST }: Search) {
  const asked = filters?.updatedSince;
  if (asked === undefined || cursor !== FIRST) return {};
  const edition = await editions.current();
  const begun = edition?.begun_load;
  // No load has run since loads began to record their numbers.
  if (!edition || begun === undefined) return { next_updated_since: new Date(asked).toISOString() };
  return { next_updated_since: new Date(edition.loading ? begun : begun + 1).toISOString() };
}

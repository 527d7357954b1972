import Type from 'typebox';
import { FIRST } from '../../../records/paging/cursor.ts';
import { timeOfNext } from '../../../records/removed.ts';
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

/** The next time of an answer to `updatedSince`. Call it before reading the data. */
export async function nextUpdatedSince(editions: Editions, { filters, cursor = FIRST }: Search) {
  const asked = filters?.updatedSince;
  if (asked === undefined || cursor !== FIRST) return {};
  return { next_updated_since: await timeOfNext(editions, asked) };
}

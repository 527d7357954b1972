import type { Editions } from '../../stores/elastic/edition.ts';

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

import type { Client, estypes } from '@elastic/elasticsearch';
import type { IndexReader } from '../stores/elastic/index-reader.ts';
import { rawSearch } from '../stores/elastic/raw.ts';
import type { SearchTarget } from '../stores/elastic/search-target.ts';
import { cutHits, cutLastSort, cutSnapshot, cutTotal } from './cut.ts';
import type { Head, Rows } from './rows.ts';

export interface RowSearch {
  /** The index behind the source. */
  index: string;
  source: SearchTarget;
  /** Sorted; the last of its sort clauses is the field that tells rows apart. */
  search: Omit<estypes.SearchRequest, 'sort'> & { sort: estypes.SortCombinations[] };
  /** JSON array of the sort values to go on after. */
  after?: string | null;
  head?: Head;
}

export interface FoundRows extends Rows {
  /** Null when it is not counted. */
  total: number | null;
  /** JSON array of the last row’s sort values; null without rows. */
  lastSort: string | null;
  /** The snapshot that was read, whose id may have changed; null without one. */
  snapshot: string | null;
}

/** Reads the rows of a sorted search. Throws SnapshotGone, or 503 when Elasticsearch cannot answer it. */
export type ReadRows = (search: RowSearch) => Promise<FoundRows>;

/** An index with how its rows are read. */
export interface RowReader extends IndexReader {
  rows: ReadRows;
}

/** What an answer says besides its rows. Read it before `cutHits`. */
export const envelopeOf = (answer: Buffer) => ({
  total: cutTotal(answer),
  lastSort: cutLastSort(answer),
  snapshot: cutSnapshot(answer),
});

/** Rows as Elasticsearch has them. */
export const storedRows =
  (client: Client): ReadRows =>
  async ({ source, search, after, head }) => {
    const answer = await rawSearch(client, source, search, after);
    return { ...envelopeOf(answer), ...cutHits(answer, head) };
  };

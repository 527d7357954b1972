import type { Client, estypes } from '@elastic/elasticsearch';
import { rawSearch } from '../stores/elastic/raw.ts';
import type { IndexReader, SearchTarget } from '../stores/elastic/search-target.ts';
import { cutHits, cutLastSort, cutRows, cutSnapshot, cutTotal } from './cut.ts';
import { TIEBREAK } from './paging/paging.ts';
import { type Head, joinIn, type Rows } from './rows.ts';

/** Up to here Elasticsearch pages by offset (`index.max_result_window`), with memory that grows with the depth. */
export const SHALLOW = 10_000;

export interface RowSearch {
  /** The index behind the source. */
  index: string;
  source: SearchTarget;
  /** A sorted search; its last sort clause is the field that tells rows apart. */
  search: Omit<estypes.SearchRequest, 'sort'> & { sort: estypes.SortCombinations[] };
  /** JSON array of the sort values to continue after. */
  after?: string | null;
  head?: Head;
}

export interface FoundRows extends Rows {
  /** Null when it was not counted. */
  total: number | null;
  /** JSON array of the last row’s sort values; null without rows. */
  lastSort: string | null;
  /** The snapshot that was read, whose id may have changed; null without one. */
  snapshot: string | null;
}

/** Reads the rows of a sorted search. Throws SnapshotGone, or 503 when Elasticsearch cannot answer it. */
export type ReadRows = (search: RowSearch) => Promise<FoundRows>;

/** An index and the way its rows are read. */
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

/**
 * The search without its last sort clause, for the page and the rows next to it; null for walks, for rows without
 * numbers, and at the end of the rows that Elasticsearch itself can page through.
 */
export function withoutTie({ source, search, after }: RowSearch): RowSearch['search'] | null {
  const { sort, from = 0, size = 0 } = search;
  const isNumbered = sort.length > 1 && Object.keys(sort.at(-2)!)[0] === TIEBREAK;
  if (!isNumbered || 'pit' in source || after != null || from + size >= SHALLOW) return null;
  const before = Math.min(1, from);
  return { ...search, sort: sort.slice(0, -1), from: from - before, size: before + size + 1 };
}

/**
 * Rows as Elasticsearch has them, for kinds whose rows hardly ever share a number. Sorting by the id takes nearly a third of
 * a search, and matters only for rows that do. So it is left out, and the rows next to the page are read too: if two of all
 * these have the same sort values, the search is sent again with the id.
 */
export function numberedRows(client: Client): ReadRows {
  const stored = storedRows(client);
  return async (given) => {
    const { source, search, head } = given;
    const asked = withoutTie(given);
    if (asked === null) return stored(given);
    const answer = await rawSearch(client, source, asked);
    const hits = [...cutRows(answer)];
    if (hits.some(({ sort }, at) => at > 0 && sort === hits[at - 1]!.sort)) return stored(given);
    const before = (search.from ?? 0) - asked.from!;
    const page = hits.slice(before, before + search.size!).map(({ row }) => row);
    return { ...envelopeOf(answer), ...joinIn(answer, page, head) };
  };
}

import { SHALLOW } from '../paging/page.ts';
import { TIEBREAK } from '../paging/paging.ts';
import type { RowSearch } from '../read-rows.ts';

/** A search as Elasticsearch is asked for it. */
export interface Asked extends RowSearch {
  /** The place of the number of the id among the sort values. */
  seqAt: number;
  /** Which of the hits are on the page; null when all are. */
  page: { from: number; to: number } | null;
}

const isWalk = ({ source, after }: RowSearch) => 'pit' in source || after != null;

/**
 * Sorting by the id takes nearly a third of a search, and orders only rows that share a number, of which there are hardly
 * any. So it is left out, and the neighbors of the page are asked for too: with them, ties show.
 * @returns null for rows without numbers, and at the end of what Elasticsearch pages.
 */
export function askedFor(given: RowSearch): Asked | null {
  const { sort, from = 0, size = 0 } = given.search;
  const seqAt = sort.length - 2;
  if (seqAt < 0 || Object.keys(sort[seqAt]!)[0] !== TIEBREAK) return null;
  if (isWalk(given)) return { ...given, seqAt, page: null };
  if (from + size >= SHALLOW) return null;
  const before = Math.min(1, from);
  const search = { ...given.search, sort: sort.slice(0, -1), from: from - before, size: before + size + 1 };
  return { ...given, search, seqAt, page: { from: before, to: before + size } };
}

/** The hits of the page, in their order; null when two neighbors have the same sort values. */
export function onPage<H extends { sort: string }>(hits: H[], { page }: Asked): H[] | null {
  if (page === null) return hits;
  if (hits.some(({ sort }, at) => at > 0 && sort === hits[at - 1]!.sort)) return null;
  return hits.slice(page.from, page.to);
}

import type { estypes } from '@elastic/elasticsearch';
import type { IndexView } from './index-view.ts';
import { TIEBREAK } from './paging/paging.ts';

/** Raw answers: the parcels of some cells, and outlines, among them theirs. */
export interface LotsNear {
  parcels: Buffer;
  outlines: Buffer;
  /** How many matching parcels were not read. */
  leftOut: number;
  /** Whether these are all parcels and outlines of the cells. */
  isWhole: boolean;
  hasOutlines: boolean;
}

/** The most that Elasticsearch returns in one answer. */
export const MOST_NEAR = 10_000;

/** Copies of a shard order lots of equal size differently: without the tiebreaker, two searches could return different lots. */
export const LARGEST_FIRST: estypes.Sort = [
  { acreage: { order: 'desc', missing: '_last' } },
  { [TIEBREAK]: 'asc' },
];

const idsIn = (answer: Buffer): string[] =>
  (JSON.parse(answer.toString()) as { hits: { hits: { _id: string }[] } }).hits.hits.map(({ _id }) => _id);

/**
 * The parcels of some cells with their outlines. If there are more than 10,000, only those that pass the filters are read;
 * if these are still too many, the largest.
 */
export async function lotsNear(
  views: { parcels: IndexView; outlines: IndexView },
  cells: string[],
  filters: readonly estypes.QueryDslQueryContainer[] = [],
): Promise<LotsNear> {
  const parcelsOf = (
    more: estypes.SearchRequest,
    clauses: readonly estypes.QueryDslQueryContainer[] = filters,
  ) =>
    views.parcels.raw({
      size: MOST_NEAR,
      track_total_hits: true,
      query: { bool: { filter: [{ terms: { 'internal.cells': cells } }, ...clauses] } },
      ...more,
    });
  const outlinesOf = (query: estypes.QueryDslQueryContainer) =>
    views.outlines.raw({ size: MOST_NEAR, track_total_hits: true, query, sort: ['_doc'] });
  const [all, near] = await Promise.all([
    parcelsOf({ sort: ['_doc'] }, []),
    outlinesOf({ bool: { filter: [{ terms: { cells } }] } }),
  ]);
  const hasOutlines = near.total! > 0;
  if (all.total! <= MOST_NEAR && near.total! <= MOST_NEAR)
    return { parcels: all.answer, outlines: near.answer, leftOut: 0, isWhole: true, hasOutlines };
  const [largest, named] = await Promise.all([
    parcelsOf({ sort: LARGEST_FIRST }),
    parcelsOf({ sort: LARGEST_FIRST, _source: false }),
  ]);
  const { answer: outlines } = await outlinesOf({ ids: { values: idsIn(named.answer) } });
  return {
    parcels: largest.answer,
    outlines,
    leftOut: Math.max(0, largest.total! - MOST_NEAR),
    isWhole: false,
    hasOutlines,
  };
}

import type { estypes } from '@elastic/elasticsearch';
import { type Bounds, boundsClause } from './bounds.ts';
import { type Filters, filterClauses } from './filters.ts';

/** What a search may be sorted by, and the field behind each. */
export const SORTS = {
  assessed_value: 'total_assessed_value',
  sale_price: 'sale_price',
  acreage: 'acreage',
  year_built: 'year_built',
  deal_score: 'deal_score',
} as const;
export type Sort = keyof typeof SORTS;
export type Order = 'asc' | 'desc';

export interface Search {
  bounds: Bounds;
  filters?: Filters;
  sort?: Sort;
  order: Order;
  limit: number;
  offset: number;
}

/** The field that makes every order total; see `sequenceOf`. */
export const TIEBREAK = 'internal.seq';

export function searchClauses(search: Search): estypes.QueryDslQueryContainer[] {
  return [boundsClause(search.bounds), ...filterClauses(search.filters ?? {})];
}

/**
 * A total order: nulls last in both directions, ties by the sequence number in the direction of the sort and, for
 * the pair in a billion that shares one, by id.
 */
export function sortClauses(sort: Sort | undefined, order: Order): estypes.SortCombinations[] {
  const ties: estypes.SortCombinations[] = [{ [TIEBREAK]: order }, { id: order }];
  return sort ? [{ [SORTS[sort]]: { order, missing: '_last' } }, ...ties] : ties;
}

import type { FieldName } from '../../answers/fields.ts';
import { type Filters, filterClauses } from '../../records/filters.ts';
import { type Direction, type SortKey, TIEBREAK } from '../../records/paging/paging.ts';
import type { Condition } from '../../records/touching.ts';
import { type Region, regionCondition } from './region.ts';

export const SORTS = {
  assessed_value: 'total_assessed_value',
  sale_price: 'sale_price',
  acreage: 'acreage',
  year_built: 'year_built',
  deal_score: 'deal_score',
} as const;
export type Sort = keyof typeof SORTS;

export interface Search extends Region {
  filters?: Filters;
  sort?: Sort;
  order: Direction;
  limit: number;
  offset: number;
  cursor?: string;
  fields?: FieldName[];
  outline?: boolean;
}

export function searchConditions(search: Search): Condition[] {
  return [regionCondition(search), ...filterClauses(search.filters ?? {})];
}

/** The keys of the order; ties follow the direction of the sort. */
export function sortKeys({ sort, order }: Search): SortKey[] {
  const ties = [{ field: TIEBREAK, order }];
  return sort ? [{ field: SORTS[sort], order }, ...ties] : ties;
}

import { wrong } from '../../../domain/problems.ts';
import { type Direction, type SortKey, TIEBREAK } from '../../../records/paging/paging.ts';
import type { FieldName } from '../../answers/fields.ts';
import { circleOf } from './near.ts';
import type { Selection } from './region.ts';

export const SORTS = {
  assessed_value: 'total_assessed_value',
  sale_price: 'sale_price',
  acreage: 'acreage',
  year_built: 'year_built',
  deal_score: 'deal_score',
  estimated_value: 'estimated_value',
  sale_date: 'sale_date',
  updated_at: 'updated_at',
  distance: 'location',
} as const;
export type Sort = keyof typeof SORTS;

export interface Search extends Selection {
  sort?: Sort;
  order: Direction;
  limit: number;
  offset: number;
  cursor?: string;
  fields?: FieldName[];
  outline?: boolean;
}

const TIMES: ReadonlySet<Sort> = new Set(['sale_date', 'updated_at']);

function firstKey({ sort, order, near }: Search): SortKey[] {
  if (sort === undefined) return [];
  if (sort !== 'distance') return [{ field: SORTS[sort], order, ...(TIMES.has(sort) && { isTime: true }) }];
  if (!near) throw wrong('sort', 'distance needs near');
  const { lat, lon } = circleOf(near);
  return [{ field: SORTS.distance, order, from: { lat, lon } }];
}

/** The keys of the order; ties follow the direction of the sort. Throws 400 for a sort by distance without a center. */
export const sortKeys = (search: Search): SortKey[] => [
  ...firstKey(search),
  { field: TIEBREAK, order: search.order },
];

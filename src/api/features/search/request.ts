import Type from 'typebox';
import { wrong } from '../../../domain/problems.ts';
import { SELECTIVE } from '../../../records/filters.ts';
import { type Direction, type SortKey, TIEBREAK } from '../../../records/paging/paging.ts';
import { pageQuery } from '../../../records/schemas/common.ts';
import { FieldList, type FieldName } from '../../answers/fields.ts';
import { WithOutline } from '../../answers/parcels.ts';
import { ONE_REGION, SELECTION, type Selection, circleOf } from './region.ts';

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

export const SearchRequest = Type.Object(
  {
    ...SELECTION,
    sort: Type.Optional(
      Type.Enum(Object.keys(SORTS) as Sort[], {
        description:
          'Parcels without the value come last in both directions. Without sort: an arbitrary but stable order. `distance` ' +
          'is that from `near`, the nearest first with order asc, with at most 10,000 rows by offset and all by cursor.',
      }),
    ),
    order: Type.Optional(Type.Enum(['asc', 'desc'], { default: 'desc' })),
    ...pageQuery(100),
    fields: Type.Optional(FieldList),
    outline: Type.Optional(WithOutline),
  },
  {
    additionalProperties: false,
    ...ONE_REGION,
    title: 'SearchRequest',
    description: `Exactly one of bounds, within and near is required, or filters with at least one of ${SELECTIVE.join(', ')}`,
    examples: [
      {
        bounds: { north: 40.83, south: 40.79, east: -96.66, west: -96.72 },
        filters: { ownerTypes: ['llc', 'trust'], absenteeOnly: true, valueRange: { min: 100_000 } },
        sort: 'deal_score',
        limit: 20,
      },
    ],
  },
);

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

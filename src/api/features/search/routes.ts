import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { wrong } from '../../../domain/problems.ts';
import { SELECTIVE } from '../../../records/filters.ts';
import { FIRST } from '../../../records/paging/cursor.ts';
import { type Direction, type SortKey, TIEBREAK } from '../../../records/paging/paging.ts';
import {
  circleOf,
  conditionsOf,
  LARGEST_SEARCH,
  ONE_REGION,
  SELECTION,
  type Selection,
} from '../../../records/region.ts';
import { timeOfNext } from '../../../records/removed.ts';
import { pageQuery, timestamp } from '../../../records/schemas/common.ts';
import type { Editions } from '../../../stores/elastic/edition.ts';
import { FieldList, type FieldName } from '../../answers/fields.ts';
import { parcelPagesWith, shapeParcels, WithOutline } from '../../answers/parcels.ts';

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

/** The additional keys of a page of changes. */
const FEED = {
  next_updated_since: Type.Optional(
    timestamp(
      'Only with `updatedSince`, and of a walk by cursor only on the first page: the `updatedSince` to ask with the next ' +
        'time. All changes before it are in this answer or walk',
    ),
  ),
};

/** The next time of an answer to `updatedSince`. Call it before reading the data. */
async function nextUpdatedSince(editions: Editions, { filters, cursor = FIRST }: Search) {
  const asked = filters?.updatedSince;
  if (asked === undefined || cursor !== FIRST) return {};
  return { next_updated_since: await timeOfNext(editions, asked) };
}

const CountRequest = Type.Object(SELECTION, {
  additionalProperties: false,
  ...ONE_REGION,
  title: 'CountRequest',
  examples: [{ filters: { countyFips: '31109', absenteeOnly: true } }],
});

const Count = Type.Object(
  { total: Type.Integer({ description: 'Exact count of all matches', examples: [128] }) },
  { title: 'Count' },
);

/** POST /search: parcels in a region or anywhere, with filters; POST /search/count: how many there are. */
export const searchRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.data(
    'POST /search',
    {
      bodyLimit: LARGEST_SEARCH,
      config: { access: 'optional', errors: [413, 415], geojson: true },
      schema: {
        summary: 'Parcels in a box, an area, a circle or anywhere, with filters, an order and an exact total',
        description:
          'Needs a region (`bounds`, `within` or `near`) or a filter that needs none, such as `countyFips`. A walk with `cursor`, beginning with `*`, returns each parcel once, whatever is loaded in the meantime.',
        tags: ['Search'],
        body: SearchRequest,
        response: { 200: parcelPagesWith(FEED) },
      },
    },
    async (request) => {
      const search = request.body as Search;
      const { limit, offset, cursor } = search;
      const more = await nextUpdatedSince(app.editions, search);
      const page = await app.records.page('parcels', {
        filter: conditionsOf(search),
        keys: sortKeys(search),
        tie: 'id',
        limit,
        offset,
        cursor,
      });
      return shapeParcels(request, page, search, more);
    },
  );
  app.data(
    'POST /search/count',
    {
      bodyLimit: LARGEST_SEARCH,
      config: { access: 'optional', errors: [413, 415] },
      schema: {
        summary: 'The exact number of parcels of a search; one lookup',
        description: 'Takes the region and filters of a search.',
        tags: ['Search'],
        body: CountRequest,
        response: { 200: Count },
      },
    },
    async (request) => ({
      total: await app.records.total('parcels', conditionsOf(request.body as Selection)),
    }),
  );
};

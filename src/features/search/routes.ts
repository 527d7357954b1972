import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { aliasOf } from '../../elastic/indices.ts';
import { readPage } from '../../elastic/paging/page.ts';
import { Cursor, JSON_TYPE, Paged } from '../../schemas/common.ts';
import { Parcel } from '../../schemas/parcel.ts';
import { Bounds } from './bounds.ts';
import { Filters } from './filters.ts';
import { type Search, SORTS, searchClauses, sortKeys } from './query.ts';

export const SearchRequest = Type.Object(
  {
    bounds: Bounds,
    filters: Type.Optional(Filters),
    sort: Type.Optional(
      Type.Enum(Object.keys(SORTS), {
        description:
          'Parcels without the value come last in both directions. Without sort: a stable order of ours.',
      }),
    ),
    order: Type.Optional(Type.Enum(['asc', 'desc'], { default: 'desc' })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, default: 100, description: 'Page size' })),
    offset: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: Number.MAX_SAFE_INTEGER,
        default: 0,
        description: 'Rows to skip; there is no ceiling',
      }),
    ),
    cursor: Type.Optional(Cursor),
  },
  { additionalProperties: false, title: 'SearchRequest' },
);

/** POST /search: section 4.2 of the contract. */
export const searchRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { client, config } = app.services;
  app.post(
    '/search',
    {
      config: { access: 'optional', errors: [413, 415] },
      schema: {
        summary: 'Parcels within bounds, with filters, an order and an exact total',
        tags: ['Search'],
        body: SearchRequest,
        response: { 200: Paged(Parcel) },
      },
    },
    async (request, reply) => {
      const search = request.body as Search;
      const page = await readPage(client, {
        index: aliasOf(config.INDEX_PREFIX, 'parcels'),
        filter: searchClauses(search),
        keys: sortKeys(search),
        tie: 'id',
        limit: search.limit,
        offset: search.offset,
        walk: app.cursors.walk(search.cursor, search.offset),
      });
      return reply.type(JSON_TYPE).send(page as never);
    },
  );
};

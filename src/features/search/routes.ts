import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { parcelPages, shapeParcels } from '../../answers/parcels.ts';
import { aliasOf } from '../../elastic/indices.ts';
import { readPage } from '../../elastic/paging/page.ts';
import { type Search, searchClauses, sortKeys } from './query.ts';
import { SearchRequest } from './request.ts';

/** POST /search. */
export const searchRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { client, config } = app.services;
  app.post(
    '/search',
    {
      config: { access: 'optional', errors: [413, 415], geojson: true },
      schema: {
        summary: 'Parcels in a box, an area or a circle, with filters, an order and an exact total',
        tags: ['Search'],
        body: SearchRequest,
        response: { 200: parcelPages },
      },
    },
    async (request) => {
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
      return shapeParcels(request, page, search.fields) as never;
    },
  );
};

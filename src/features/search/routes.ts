import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { parcelPages, shapeParcels } from '../../answers/parcels.ts';
import { pageOf } from '../../schemas/common.ts';
import { type Search, searchConditions, sortKeys } from './query.ts';
import { SearchRequest } from './request.ts';

/** POST /search: parcels in a region, with filters. */
export const searchRoutes: FastifyPluginAsyncTypebox = async (app) => {
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
    async (request, reply) =>
      app.answer(request, reply, async () => {
        const search = request.body as Search;
        const page = await app.records.page('parcels', {
          filter: searchConditions(search),
          keys: sortKeys(search),
          tie: 'id',
          ...pageOf(search),
        });
        return shapeParcels(request, page, search);
      }),
  );
};

import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { pageOf } from '../../../records/schemas/common.ts';
import { parcelPagesWith, shapeParcels } from '../../answers/parcels.ts';
import { FEED, nextUpdatedSince } from './changes.ts';
import { type Search, sortKeys } from './query.ts';
import { conditionsOf, LARGEST_SEARCH } from './region.ts';
import { SearchRequest } from './request.ts';

/** POST /search: parcels in a region or anywhere, with filters. */
export const searchRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.post(
    '/search',
    {
      bodyLimit: LARGEST_SEARCH,
      config: { access: 'optional', errors: [413, 415], geojson: true },
      schema: {
        summary: 'Parcels in a box, an area, a circle or anywhere, with filters, an order and an exact total',
        description:
          'Needs a region (`bounds`, `within` or `near`) or a filter that is a place by itself, such as `countyFips`. A walk with `cursor`, beginning with `*`, returns each parcel once, whatever is loaded in the meantime.',
        tags: ['Search'],
        body: SearchRequest,
        response: { 200: parcelPagesWith(FEED) },
      },
    },
    async (request, reply) =>
      app.answer(request, reply, async () => {
        const search = request.body as Search;
        const more = await nextUpdatedSince(app.editions, search);
        const page = await app.records.page('parcels', {
          filter: conditionsOf(search),
          keys: sortKeys(search),
          tie: 'id',
          ...pageOf(search),
        });
        return shapeParcels(request, page, search, more);
      }),
  );
};

import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { FIRST } from '../../../records/paging/cursor.ts';
import { timeOfNext } from '../../../records/removed.ts';
import { timestamp } from '../../../records/schemas/common.ts';
import type { Editions } from '../../../stores/elastic/edition.ts';
import { parcelPagesWith, shapeParcels } from '../../answers/parcels.ts';
import { conditionsOf, LARGEST_SEARCH, ONE_REGION, SELECTION, type Selection } from './region.ts';
import { type Search, SearchRequest, sortKeys } from './request.ts';

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
  app.post(
    '/search',
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
    async (request, reply) =>
      app.answer(request, reply, async () => {
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
      }),
  );
  app.post(
    '/search/count',
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
    async (request, reply) =>
      app.answer(request, reply, async () => ({
        total: await app.records.total('parcels', conditionsOf(request.body as Selection)),
      })),
  );
};

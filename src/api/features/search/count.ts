import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { conditionsOf, LARGEST_SEARCH, ONE_REGION, SELECTION, type Selection } from './region.ts';

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

/** POST /search/count: how many parcels a search finds. */
export const countRoute: FastifyPluginAsyncTypebox = async (app) => {
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

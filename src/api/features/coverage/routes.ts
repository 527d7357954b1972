import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { coverage } from './query.ts';
import { Coverage } from './schema.ts';
import { StateQuery, stateOf } from './state.ts';

/** GET /coverage. */
export const coverageRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/coverage',
    {
      config: { access: 'optional' },
      schema: {
        summary: 'Record counts and completeness by state, or by county within one state',
        description: 'With `state`, a row for each of its counties.',
        tags: ['Coverage'],
        querystring: StateQuery,
        response: { 200: Coverage },
      },
    },
    async (request, reply) =>
      app.answer(request, reply, async () => coverage(app.records, stateOf(request.query))),
  );
};

import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { findState } from '../../domain/geography.ts';
import { wrong } from '../../problems.ts';
import { coverage } from './query.ts';
import { Coverage } from './schema.ts';

/** GET /coverage. */
export const coverageRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/coverage',
    {
      config: { access: 'optional' },
      schema: {
        summary: 'Record counts and completeness by state, or by county within one state',
        tags: ['Coverage'],
        querystring: Type.Object(
          {
            state: Type.Optional(
              Type.String({
                maxLength: 100,
                description: 'State FIPS code or abbreviation',
                examples: ['NE', '31'],
              }),
            ),
          },
          { additionalProperties: false },
        ),
        response: { 200: Coverage },
      },
    },
    async (request, reply) =>
      app.answer(request, reply, async () => {
        const { query } = request;
        if (query.state === undefined) return coverage(app.records);
        const state = findState(query.state);
        if (!state) throw wrong('state', 'must be a state FIPS code or abbreviation');
        return coverage(app.records, state);
      }),
  );
};

import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type, { type Static } from 'typebox';
import { areaClauses, CountyFips, StateFips } from '../../../records/schemas/area.ts';
import { AccuracyRow } from '../../../records/schemas/value.ts';

/** More than there are counties. */
const MOST_COUNTIES = 4_000;

export const AccuracyQuery = Type.Object(
  { state_fips: Type.Optional(StateFips), county_fips: Type.Optional(CountyFips) },
  { additionalProperties: false },
);

/** GET /market/accuracy: how far off values are. */
export const accuracyRoute: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/market/accuracy',
    {
      config: { access: 'required' },
      schema: {
        summary: 'How far off the values of parcels are, by county and class of use',
        description:
          'Measured with sales that the tested model does not know. The first row of a class is the error that its values are shown with.',
        tags: ['Market'],
        querystring: AccuracyQuery,
        response: { 200: Type.Object({ data: Type.Array(AccuracyRow) }) },
      },
    },
    async (request, reply) =>
      app.answer(request, reply, async () => {
        const filter = [{ exists: { field: 'county_fips' } }, ...areaClauses(request.query)];
        const { hits } = await app.records.of('values').search<{ accuracy: Static<typeof AccuracyRow>[] }>({
          size: MOST_COUNTIES,
          track_total_hits: false,
          _source: ['accuracy'],
          query: { bool: { filter } },
          sort: [{ county_fips: 'asc' }],
        });
        return { data: hits.hits.flatMap(({ _source }) => _source!.accuracy) };
      }),
  );
};

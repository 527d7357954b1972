import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Static } from 'typebox';
import type { State } from '../../../domain/geography.ts';
import type { Records } from '../../../records/records.ts';
import { Coverage, type CoverageRow } from './schema.ts';
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

const MOST_AREAS = 4_000;

/** Coverage of every state with a parcel, or of every such county of one state. */
export async function coverage(records: Records, state?: State): Promise<Static<typeof Coverage>> {
  const county = { exists: { field: 'county_fips' } };
  const { hits } = await records.of('coverage').search<Static<typeof CoverageRow>>({
    size: MOST_AREAS,
    track_total_hits: false,
    query: {
      bool: state ? { filter: [{ term: { state_fips: state.fips } }, county] } : { must_not: [county] },
    },
    sort: [{ 'internal.code': 'asc' }],
    _source_excludes: ['internal'],
  });
  const data = hits.hits.map(({ _source }) => _source!);
  return {
    total_parcels: data.reduce((sum, { parcel_count }) => sum + parcel_count, 0),
    states_covered: new Set(data.map(({ state_fips }) => state_fips)).size,
    data,
  };
}

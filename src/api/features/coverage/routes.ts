import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Static } from 'typebox';
import Type from 'typebox';
import type { State } from '../../../domain/geography.ts';
import type { Records } from '../../../records/records.ts';
import { text } from '../../../records/schemas/common.ts';
import { StateQuery, stateOf } from './state.ts';

const share = (what: string) =>
  Type.Number({ description: `Percent of the parcels with ${what}, one decimal`, examples: [92.5] });

const CoverageRow = Type.Object(
  {
    state_fips: Type.String({ description: '2-digit state FIPS code', examples: ['31'] }),
    state_name: Type.String({ examples: ['Nebraska'] }),
    county_fips: text('5-digit county FIPS code; null in the list of states', '31109'),
    county_name: text('County, Census form; null in the list of states', 'Lancaster County'),
    parcel_count: Type.Integer({ examples: [105243] }),
    geocoded_pct: share('a location'),
    owner_pct: share('an owner name'),
    value_pct: share('an assessed value above 0'),
  },
  { title: 'CoverageRow' },
);

const Coverage = Type.Object(
  {
    total_parcels: Type.Integer({
      description: 'Parcels loaded; with state, those of that state',
      examples: [105243],
    }),
    states_covered: Type.Integer({ description: 'States with at least one parcel' }),
    data: Type.Array(CoverageRow, { description: 'By state FIPS; with state, by county FIPS' }),
  },
  { title: 'Coverage' },
);

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

import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { findState } from '../../domain/geography.ts';
import { invalid } from '../../plugins/errors.ts';
import { text } from '../../schemas/common.ts';
import { countByCounty, countByState } from './query.ts';

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
    total_parcels: Type.Integer({ description: 'Parcels loaded; with state, those of that state' }),
    states_covered: Type.Integer({ description: 'States with at least one parcel' }),
    data: Type.Array(CoverageRow, { description: 'By state FIPS; with state, by county FIPS' }),
  },
  { title: 'Coverage' },
);

/** GET /coverage: section 4.3 of the contract. */
export const coverageRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { client, config } = app.services;
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
              Type.String({ description: 'State FIPS code or abbreviation', examples: ['NE', '31'] }),
            ),
          },
          { additionalProperties: false },
        ),
        response: { 200: Coverage },
      },
    },
    async ({ query }) => {
      if (query.state === undefined) return countByState(client, config.INDEX_PREFIX);
      const state = findState(query.state);
      if (!state) throw invalid('state must be a state FIPS code or abbreviation');
      return countByCounty(client, config.INDEX_PREFIX, state);
    },
  );
};

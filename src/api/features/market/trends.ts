import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type, { type Static } from 'typebox';
import { countiesOfState, isCounty } from '../../../domain/geography.ts';
import { invalid, wrong } from '../../../domain/problems.ts';
import { encodeRows } from '../../../records/rows.ts';
import { checkArea, StateFips } from '../../../records/schemas/area.ts';
import { Trend } from '../../../records/schemas/market.ts';

/** More than there are counties. */
const MOST_COUNTIES = 4_000;

export const TrendsQuery = Type.Object(
  {
    county_fips: Type.Optional(
      Type.String({
        pattern: '^[0-9]{5}(,[0-9]{5})*$',
        'x-form': '5-digit county FIPS codes, separated by commas without blanks',
        maxLength: MOST_COUNTIES * 6,
        description: 'County FIPS codes, separated by commas without blanks',
        examples: ['47189,37183'],
      }),
    ),
    state_fips: Type.Optional(StateFips),
  },
  { additionalProperties: false },
);

/** The state counts only when no county is named. */
function countiesOf({ county_fips, state_fips }: Static<typeof TrendsQuery>): string[] {
  checkArea({ state_fips });
  if (county_fips !== undefined) {
    const codes = county_fips.split(',');
    const unknown = codes.find((code) => !isCounty(code));
    if (unknown !== undefined)
      throw wrong('county_fips', `holds ${unknown}, which is not the FIPS code of a county`);
    return codes;
  }
  if (state_fips === undefined) {
    throw invalid('county_fips or state_fips is required', [
      { field: 'query', message: 'county_fips or state_fips is required' },
    ]);
  }
  return countiesOfState(state_fips).map(({ fips }) => fips);
}

/** GET /market/trends: sales of some counties by quarter. */
export const trendsRoute: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/market/trends',
    {
      config: { access: 'required', exampleQuery: { state_fips: '31' } },
      schema: {
        summary: 'Sales by quarter of the counties named, or of a state’s counties, by county FIPS',
        description: 'county_fips or state_fips is required.',
        tags: ['Market'],
        querystring: TrendsQuery,
        response: { 200: Type.Object({ data: Type.Array(Trend) }) },
      },
    },
    async (request, reply) =>
      app.answer(request, reply, async () => {
        const { query } = request;
        const { rows } = await app.records.of('trends').rows({
          size: MOST_COUNTIES,
          track_total_hits: false,
          query: { bool: { filter: [{ terms: { county_fips: countiesOf(query) } }] } },
          sort: [{ county_fips: 'asc' }],
        });
        return encodeRows(rows);
      }),
  );
};

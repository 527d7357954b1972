import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { EVERYWHERE, stateByAbbr } from '../../../domain/geography.ts';
import { wrong } from '../../../domain/problems.ts';
import { largestFirst } from '../../../records/paging/paging.ts';
import { encodePage } from '../../../records/rows.ts';
import { MOST_COUNT, Paged, pageOf, pageQuery, Substring } from '../../../records/schemas/common.ts';
import { Contractor } from '../../../records/schemas/contractor.ts';
import { substringClause } from '../../../records/words.ts';

export const ContractorsQuery = Type.Object(
  {
    search: Type.Optional(Substring('Part of the name in any case, in any of its spellings', 'roof')),
    min_permits: Type.Optional(
      Type.Integer({ minimum: 1, maximum: MOST_COUNT, default: 3, description: 'Minimum number of permits' }),
    ),
    state: Type.Optional(
      Type.String({
        pattern: '^[A-Za-z]{2}$',
        'x-form': 'a 2-letter state abbreviation',
        description: 'State abbreviation; limits the figures to this state',
        examples: ['NC'],
      }),
    ),
    min_value: Type.Optional(
      Type.Integer({ minimum: 0, default: 0, description: 'Minimum total cost of the permits, USD' }),
    ),
    ...pageQuery(50),
  },
  { additionalProperties: false },
);

function areaOf(state: string | undefined): string {
  if (state === undefined) return EVERYWHERE;
  const found = stateByAbbr(state);
  if (!found) throw wrong('state', 'must be the abbreviation of a state');
  return found.abbr;
}

/** GET /deals/contractors: contractors, by their permits. */
export const contractorsRoute: FastifyPluginAsyncTypebox = async (app) => {
  app.data(
    'GET /deals/contractors',
    {
      config: { access: 'required' },
      schema: {
        summary: 'Contractors by number of permits, then total value',
        description: 'With `state`, the figures are of the permits in that state alone.',
        tags: ['Deals'],
        querystring: ContractorsQuery,
        response: { 200: Paged(Contractor) },
      },
    },
    async ({ query }) => {
      const { search, min_permits, min_value } = query;
      const page = await app.records.page('contractors', {
        filter: [
          { term: { 'internal.area': areaOf(query.state) } },
          { range: { permit_count: { gte: min_permits! } } },
          ...(min_value! > 0 ? [{ range: { total_permit_value: { gte: min_value! } } }] : []),
          ...(search === undefined ? [] : [substringClause('internal.names', search)]),
        ],
        ...largestFirst(['permit_count', 'total_permit_value'], 'internal.key'),
        ...pageOf(query),
      });
      return encodePage(page);
    },
  );
};

import type { estypes } from '@elastic/elasticsearch';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import type { IndexView } from '../../../records/index-view.ts';
import { areaClauses, CountyFips, StateFips } from '../../../records/schemas/area.ts';
import { Substring } from '../../../records/schemas/common.ts';
import { Parcel } from '../../../records/schemas/parcel.ts';
import { LONGEST_TYPED, readAddress } from '../../../records/situs.ts';
import { fittingQuery, nearQuery, SUGGESTION_ORDER } from './suggest-query.ts';

export const SuggestQuery = Type.Object(
  {
    q: Substring('What was typed so far of an address or a parcel number', '1200 n oak s', LONGEST_TYPED),
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 20, default: 10, description: 'Maximum number of rows, 1 to 20' }),
    ),
    county_fips: Type.Optional(CountyFips),
    state_fips: Type.Optional(StateFips),
  },
  { additionalProperties: false },
);

const Suggestion = Type.Pick(
  Parcel,
  ['id', 'parcel_id', 'state', 'county_name', 'address', 'city', 'zip', 'location'],
  { title: 'Suggestion' },
);
type Suggestion = Type.Static<typeof Suggestion>;
const KEYS = Object.keys(Suggestion.properties);

async function read(
  parcels: IndexView,
  limit: number,
  query: estypes.QueryDslQueryContainer,
): Promise<Suggestion[]> {
  const search = { size: limit, track_total_hits: false, _source: KEYS, query, sort: SUGGESTION_ORDER };
  const { hits } = await parcels.search<Suggestion>(search);
  return hits.hits.map(({ _source }) => _source!);
}

/** GET /parcels/suggest: parcels for the text typed so far. */
export const suggestRoute: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/parcels/suggest',
    {
      config: { access: 'optional' },
      schema: {
        summary: 'Parcels for an address or parcel number that is being typed',
        description:
          'Every word of `q` is the beginning of a word of the situs address, or all of `q` is the beginning of the ' +
          'parcel number. Case, accents, punctuation and abbreviations do not count: `STREET` is `ST`, `NORTH` is `N`, ' +
          '`48TH` is `48`, `FIRST` is `1`. First come the parcel of that number, addresses and then numbers that begin ' +
          'so; then addresses that have all words, and those that have words beginning so; each in the order of the ' +
          'addresses. Where nothing fits, one typo a word is forgiven; other house numbers come last of all.',
        tags: ['Parcels'],
        querystring: SuggestQuery,
        response: { 200: Type.Object({ data: Type.Array(Suggestion) }) },
      },
    },
    async (request, reply) =>
      app.answer(request, reply, async () => {
        const { query } = request;
        const { q, limit, ...area } = query;
        const typed = readAddress(q, 'q');
        const clauses = areaClauses(area);
        const parcels = app.records.of('parcels');
        const fitting = await read(parcels, limit!, fittingQuery(typed, clauses));
        if (fitting.length > 0) return { data: fitting };
        return { data: await read(parcels, limit!, nearQuery(typed, clauses)) };
      }),
  );
};

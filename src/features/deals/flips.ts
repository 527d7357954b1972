import type { Client, estypes } from '@elastic/elasticsearch';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type, { type Static } from 'typebox';
import { FeatureCollection, wantsGeoJson } from '../../answers/geojson.ts';
import { EVERY_TIER } from '../../domain/flipper.ts';
import { FLIP_TIERS } from '../../domain/flips.ts';
import { aliasOf } from '../../elastic/indices.ts';
import { ranked } from '../../elastic/paging/orders.ts';
import { readPage } from '../../elastic/paging/page.ts';
import type { Paging } from '../../elastic/paging/paging.ts';
import { areaClauses, areaKeyClause, CountyFips, StateFips } from '../../schemas/area.ts';
import { Paged, pageQuery } from '../../schemas/common.ts';
import { Flip, Flipper } from '../../schemas/flip.ts';
import { flipFeatures } from './flip-features.ts';
import { rankFlippers } from './flipper-ranking.ts';

export const FlipsQuery = Type.Object(
  {
    county_fips: Type.Optional(CountyFips),
    state_fips: Type.Optional(StateFips),
    flip_tier: Type.Optional(Type.Enum([...FLIP_TIERS], { description: 'Only holds of this length' })),
    min_profit: Type.Optional(
      Type.Number({ description: 'Least profit, USD; may be negative', examples: [50000] }),
    ),
    view: Type.Optional(
      Type.Enum(['flippers'], { description: 'Rank who flips, by the flips that the filters choose' }),
    ),
    ...pageQuery(100),
  },
  { additionalProperties: false },
);
type FlipsQuery = Static<typeof FlipsQuery>;

type Page = Pick<Paging, 'limit' | 'offset' | 'walk'>;

function flipClauses(query: FlipsQuery): estypes.QueryDslQueryContainer[] {
  const { flip_tier, min_profit } = query;
  return [
    ...areaClauses(query, 'internal.state_fips'),
    ...(flip_tier === undefined ? [] : [{ term: { flip_tier } }]),
    ...(min_profit === undefined ? [] : [{ range: { profit: { gte: min_profit } } }]),
  ];
}

/** Single flips, newest first. */
function flips(client: Client, prefix: string, query: FlipsQuery, page: Page): Promise<Buffer> {
  return readPage(client, {
    index: aliasOf(prefix, 'flips'),
    filter: flipClauses(query),
    ...ranked(['internal.sold'], 'internal.key'),
    ...page,
  });
}

/** Flippers by area and tier, as they are kept. */
function flippers(client: Client, prefix: string, query: FlipsQuery, page: Page): Promise<Buffer> {
  return readPage(
    client,
    {
      index: aliasOf(prefix, 'flippers'),
      filter: [areaKeyClause(query), { term: { 'internal.tier': query.flip_tier ?? EVERY_TIER } }],
      ...ranked(['flip_count', 'total_profit'], 'internal.key'),
      ...page,
    },
    (place) => `"rank":${place + 1}`,
  );
}

/** GET /deals/flips: flips, or who makes them. */
export const flipsRoute: FastifyPluginAsyncTypebox = async (app) => {
  const { client, config } = app.services;
  app.get(
    '/deals/flips',
    {
      config: { access: 'required', geojson: true },
      schema: {
        summary: 'Parcels bought and sold again within two years, newest first, or a ranking of flippers',
        tags: ['Deals'],
        querystring: FlipsQuery,
        response: {
          200: {
            description: 'Flips; with view=flippers, flippers, which are JSON always',
            content: {
              'application/json': { schema: Type.Union([Paged(Flip), Paged(Flipper)]) },
              'application/geo+json': { schema: FeatureCollection(Flip, Paged(Flip)) },
            },
          },
        },
      },
    },
    async (request) => {
      const { query } = request;
      const prefix = config.INDEX_PREFIX;
      const walk = app.cursors.walk(query.cursor, query.offset!);
      const page = { limit: query.limit!, offset: query.offset!, walk };
      if (query.view === undefined) {
        const found = await flips(client, prefix, query, page);
        const answer = wantsGeoJson(request)
          ? flipFeatures(client, aliasOf(prefix, 'parcels'), found)
          : found;
        return (await answer) as never;
      }
      const ranking =
        query.min_profit === undefined
          ? flippers(client, prefix, query, page)
          : rankFlippers(client, aliasOf(prefix, 'flips'), flipClauses(query), page);
      return (await ranking) as never;
    },
  );
};

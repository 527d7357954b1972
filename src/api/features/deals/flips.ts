import type { estypes } from '@elastic/elasticsearch';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type, { type Static } from 'typebox';
import { EVERY_TIER } from '../../../domain/flipper.ts';
import { FLIP_TIERS } from '../../../domain/flips.ts';
import { largestFirst } from '../../../records/paging/orders.ts';
import type { Records } from '../../../records/records.ts';
import { encodePage, type Page } from '../../../records/rows.ts';
import { areaClauses, areaKeyClause, CountyFips, StateFips } from '../../../records/schemas/area.ts';
import { Paged, pageOf, pageQuery } from '../../../records/schemas/common.ts';
import { Flip, Flipper } from '../../../records/schemas/flip.ts';
import type { Parcel } from '../../../records/schemas/parcel.ts';
import { FeatureCollection, feature, featureCollection, type GeoJson } from '../../answers/geojson.ts';
import { rankFlippers } from './flipper-ranking.ts';

export const FlipsQuery = Type.Object(
  {
    county_fips: Type.Optional(CountyFips),
    state_fips: Type.Optional(StateFips),
    flip_tier: Type.Optional(Type.Enum([...FLIP_TIERS], { description: 'Only flips held this long' })),
    min_profit: Type.Optional(
      Type.Number({ description: 'Minimum profit, USD; may be negative', examples: [50000] }),
    ),
    view: Type.Optional(
      Type.Enum(['flippers'], { description: 'Rank the flippers by the flips that match the filters' }),
    ),
    ...pageQuery(100),
  },
  { additionalProperties: false },
);
type FlipsQuery = Static<typeof FlipsQuery>;

function flipClauses(query: FlipsQuery): estypes.QueryDslQueryContainer[] {
  const { flip_tier, min_profit } = query;
  return [
    ...areaClauses(query, 'internal.state_fips'),
    ...(flip_tier === undefined ? [] : [{ term: { flip_tier } }]),
    ...(min_profit === undefined ? [] : [{ range: { profit: { gte: min_profit } } }]),
  ];
}

function flips(records: Records, query: FlipsQuery): Promise<Page> {
  const order = largestFirst(['internal.sold'], 'internal.key');
  return records.page('flips', { filter: flipClauses(query), ...order, ...pageOf(query) });
}

function flippers(records: Records, query: FlipsQuery): Promise<Page> {
  const filter = [areaKeyClause(query), { term: { 'internal.tier': query.flip_tier ?? EVERY_TIER } }];
  const order = largestFirst(['flip_count', 'total_profit'], 'internal.key');
  return records.page('flippers', { filter, ...order, ...pageOf(query) }, (place) => `"rank":${place + 1}`);
}

/** GET /deals/flips: flips, or a ranking of flippers. */
export const flipsRoute: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/deals/flips',
    {
      config: { access: 'required', geojson: true },
      schema: {
        summary: 'Parcels bought and sold again within two years, newest first, or a ranking of flippers',
        description:
          'Made of deeds that are usable for statistics. `view=flippers` ranks the owners who bought and sold them.',
        tags: ['Deals'],
        querystring: FlipsQuery,
        response: {
          200: {
            description: 'Flips; with view=flippers, flippers, always as JSON',
            content: {
              'application/json': { schema: Type.Union([Paged(Flip), Paged(Flipper)]) },
              'application/geo+json': { schema: FeatureCollection(Flip, Paged(Flip)) },
            },
          },
        },
      },
    },
    async (request, reply) =>
      app.answer(request, reply, async () => {
        const { query } = request;
        if (query.view === undefined) {
          const found = await flips(app.records, query);
          return request.ticket.geojson ? flipFeatures(app.records, found) : encodePage(found);
        }
        const ranking =
          query.min_profit === undefined
            ? flippers(app.records, query)
            : rankFlippers(app.records, flipClauses(query), pageOf(query));
        return encodePage(await ranking);
      }),
  );
};

type FlipRow = Static<typeof Flip>;

const parcelOf = ({ county_fips, parcel_id }: FlipRow) => `${county_fips}:${parcel_id}`;

/** Flips as features at their parcel's location; without geometry when the parcel is not loaded. */
export async function flipFeatures(records: Records, page: Page): Promise<GeoJson> {
  const { rows, total, limit, offset, next_cursor } = page;
  const envelope = { total, limit, offset, next_cursor };
  const flips = JSON.parse(rows.toString()) as FlipRow[];
  const ids = [...new Set(flips.map(parcelOf))];
  const parcels = await records.fields<Pick<Parcel, 'location'>>('parcels', ids, ['location']);
  const locations = new Map(ids.map((id, at) => [id, parcels[at]?.location ?? null]));
  return featureCollection({ data: flips, ...envelope }, (flip) => {
    const id = parcelOf(flip);
    return feature(`${id}:${flip.sell_date}`, { location: locations.get(id) ?? null }, flip);
  });
}

import type { estypes } from '@elastic/elasticsearch';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type, { type Static } from 'typebox';
import {
  addFlip,
  EVERY_TIER,
  FLIP_SOURCE,
  type FlipRecord,
  flipperRow,
  newFlipping,
} from '../../../domain/flipper.ts';
import { FLIP_TIERS } from '../../../domain/flips.ts';
import type { IndexView } from '../../../records/index-view.ts';
import { largestFirst } from '../../../records/paging/paging.ts';
import { rankGroups } from '../../../records/ranking.ts';
import type { Records } from '../../../records/records.ts';
import { encodePage, type Page } from '../../../records/rows.ts';
import { areaClauses, areaKeyClause, CountyFips, StateFips } from '../../../records/schemas/area.ts';
import { Paged, type PageRequest, pageOf, pageQuery } from '../../../records/schemas/common.ts';
import { Flip, Flipper } from '../../../records/schemas/flip.ts';
import type { Parcel } from '../../../records/schemas/parcel.ts';
import { FeatureCollection, feature, featureCollection, type GeoJson } from '../../answers/geojson.ts';

const FLIPPER = 'internal.flipper';
const FLIPS_AT_ONCE = 10_000;

async function figuresOf(flips: IndexView, filter: estypes.QueryDslQueryContainer[], flippers: string[]) {
  const figures = new Map(flippers.map((id) => [id, newFlipping()]));
  let after: estypes.SortResults | undefined;
  for (;;) {
    const { hits } = await flips.search<FlipRecord>({
      size: FLIPS_AT_ONCE,
      track_total_hits: false,
      query: { bool: { filter: [...filter, { terms: { [FLIPPER]: flippers } }] } },
      sort: [{ 'internal.seq': 'asc' }, { 'internal.key': 'asc' }],
      search_after: after,
      _source: FLIP_SOURCE,
    });
    for (const { _source: flip } of hits.hits) addFlip(figures.get(flip!.internal.flipper)!, flip!);
    if (hits.hits.length < FLIPS_AT_ONCE) return figures;
    after = hits.hits.at(-1)!.sort;
  }
}

/** One page of flippers, ranked by the matching flips: for filters that no stored ranking answers. */
export function rankFlippers(
  records: Records,
  filter: estypes.QueryDslQueryContainer[],
  page: PageRequest,
): Promise<Page> {
  return records.computed('flips', filter, page, async (flips, { limit, offset }) => {
    const groups = await rankGroups(flips, filter, [FLIPPER], 'profit');
    const shown = groups.slice(offset, offset + limit).map(({ keys }) => keys[FLIPPER]!);
    const figures = shown.length > 0 ? await figuresOf(flips, filter, shown) : new Map();
    // A load may have become visible since the groups were counted, and removed a flipper.
    const found = shown.filter((id) => figures.get(id)!.profits.length > 0);
    const data = found.map((id, at) => ({ rank: offset + at + 1, ...flipperRow(id, figures.get(id)!) }));
    return { rows: Buffer.from(JSON.stringify(data)), count: data.length, total: groups.length };
  });
}

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
  app.data(
    'GET /deals/flips',
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
    async (request) => {
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
    },
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

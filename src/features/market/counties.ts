import type { Client, estypes } from '@elastic/elasticsearch';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type, { type Static } from 'typebox';
import { QUARTER_PATTERN, quarterAt } from '../../domain/market.ts';
import { cutHits, cutTotal } from '../../elastic/cut.ts';
import { aliasOf } from '../../elastic/indices.ts';
import { SHALLOW } from '../../elastic/paging/page.ts';
import { envelope } from '../../elastic/paging/paging.ts';
import { computedPage } from '../../elastic/paging/walk.ts';
import { rawSearch } from '../../elastic/raw.ts';
import type { Source } from '../../elastic/source.ts';
import { areaClauses, StateFips } from '../../schemas/area.ts';
import { MOST_COUNT, Paged, pageQuery } from '../../schemas/common.ts';
import { MarketRow } from '../../schemas/market.ts';

/** What the counties may be sorted by. */
export const COUNTY_SORTS = ['sale_count', 'median_price', 'yoy_change', 'county_name'] as const;

export const CountiesQuery = Type.Object(
  {
    state_fips: Type.Optional(StateFips),
    min_sales: Type.Optional(
      Type.Integer({ minimum: 0, maximum: MOST_COUNT, description: 'Least sales in the quarter' }),
    ),
    quarter: Type.Optional(
      Type.String({
        pattern: QUARTER_PATTERN,
        description:
          'Default: the newest quarter that has ended and in which a county passes the filters; where none has, the newest of all',
        'x-form': 'a year and a quarter such as 2025Q4',
        examples: ['2025Q4'],
      }),
    ),
    sort: Type.Optional(
      Type.Enum([...COUNTY_SORTS], {
        default: 'sale_count',
        description: 'What the rows are ordered by; rows without the value come last',
      }),
    ),
    order: Type.Optional(Type.Enum(['asc', 'desc'], { default: 'desc', description: 'Direction of sort' })),
    ...pageQuery(100),
  },
  { additionalProperties: false },
);
type CountiesQuery = Static<typeof CountiesQuery>;

type Buckets = { buckets: { key: string }[] };

/**
 * The newest quarter before `current` with a row that matches, else the newest at all: the first sales of a new quarter
 * do not hide the last whole one. null without any row. Elasticsearch keeps the answer.
 */
async function latestQuarter(
  client: Client,
  source: Source,
  filter: estypes.QueryDslQueryContainer[],
  current: string,
): Promise<string | null> {
  const newest = { terms: { field: 'quarter', size: 1, order: { _key: 'desc' as const } } };
  const answer = await client.search<unknown, { ended: { newest: Buckets }; newest: Buckets }>({
    ...source,
    size: 0,
    request_cache: true,
    track_total_hits: false,
    query: { bool: { filter } },
    aggs: { newest, ended: { filter: { range: { quarter: { lt: current } } }, aggs: { newest } } },
  });
  const { ended, newest: any } = answer.aggregations!;
  return (ended.newest.buckets[0] ?? any.buckets[0])?.key ?? null;
}

/** One page of the counties of a quarter: never more than there are counties. */
async function countiesPage(
  client: Client,
  source: Source,
  query: CountiesQuery,
  page: { limit: number; offset: number },
  current: string,
): Promise<Buffer> {
  const { min_sales, sort, order } = query;
  const filter = [
    ...areaClauses(query),
    ...(min_sales === undefined ? [] : [{ range: { sale_count: { gte: min_sales } } }]),
  ];
  const quarter = query.quarter ?? (await latestQuarter(client, source, filter, current));
  if (quarter === null) return Buffer.from(`{"data":[]${envelope(0, page)}`);
  const answer = await rawSearch(client, source, {
    size: Math.max(0, Math.min(page.limit, SHALLOW - page.offset)),
    from: Math.min(page.offset, SHALLOW),
    track_total_hits: true,
    query: { bool: { filter: [...filter, { term: { quarter } }] } },
    sort: [{ [sort!]: { order: order!, missing: '_last' } }, { county_fips: order! }],
  });
  return cutHits(answer, envelope(cutTotal(answer)!, page));
}

/** GET /market/counties: counties in one quarter. */
export const countiesRoute: FastifyPluginAsyncTypebox = async (app) => {
  const { client, config, now = Date.now } = app.services;
  app.get(
    '/market/counties',
    {
      config: { access: 'required' },
      schema: {
        summary: 'Sales of each county in one quarter',
        tags: ['Market'],
        querystring: CountiesQuery,
        response: { 200: Paged(MarketRow) },
      },
    },
    async ({ query }) => {
      const { cursor, limit, offset, ...asked } = query;
      const index = aliasOf(config.INDEX_PREFIX, 'market');
      const walk = app.cursors.walk(cursor, offset!);
      const page = { limit: limit!, offset: offset! };
      const current = quarterAt(now());
      const answer = walk
        ? await computedPage(index, asked, { ...page, walk }, async (source, at) =>
            JSON.parse((await countiesPage(client, source, query, at, current)).toString()),
          )
        : await countiesPage(client, { index }, query, page, current);
      return answer as never;
    },
  );
};

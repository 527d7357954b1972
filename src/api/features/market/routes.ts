import type { estypes } from '@elastic/elasticsearch';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type, { type Static } from 'typebox';
import { countiesOfState, isCounty } from '../../../domain/geography.ts';
import { QUARTER_PATTERN, quarterAt } from '../../../domain/market.ts';
import { invalid, wrong } from '../../../domain/problems.ts';
import type { IndexView } from '../../../records/index-view.ts';
import type { ComputedRows } from '../../../records/paging/walk.ts';
import { SHALLOW } from '../../../records/read-rows.ts';
import { encodePage, encodeRows } from '../../../records/rows.ts';
import { areaClauses, CountyFips, checkArea, StateFips } from '../../../records/schemas/area.ts';
import { List, MOST_COUNT, Paged, pageOf, pageQuery } from '../../../records/schemas/common.ts';
import { MarketRow, Trend } from '../../../records/schemas/market.ts';
import { AccuracyRow } from '../../../records/schemas/value.ts';

export const COUNTY_SORTS = ['sale_count', 'median_price', 'yoy_change', 'county_name'] as const;

export const CountiesQuery = Type.Object(
  {
    state_fips: Type.Optional(StateFips),
    min_sales: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: MOST_COUNT,
        description: 'Minimum number of sales in the quarter',
      }),
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
        description: 'Sort key; rows without the value come last',
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
 * The newest matching quarter before `current`, else the newest: the first sales of a new quarter must not hide the last
 * complete one. Null when nothing matches. Elasticsearch caches the answer.
 */
async function latestQuarter(
  counties: IndexView,
  filter: estypes.QueryDslQueryContainer[],
  current: string,
): Promise<string | null> {
  const newest = { terms: { field: 'quarter', size: 1, order: { _key: 'desc' as const } } };
  const answer = await counties.search<unknown, { ended: { newest: Buckets }; newest: Buckets }>({
    size: 0,
    request_cache: true,
    track_total_hits: false,
    query: { bool: { filter } },
    aggs: { newest, ended: { filter: { range: { quarter: { lt: current } } }, aggs: { newest } } },
  });
  const { ended, newest: any } = answer.aggregations!;
  return (ended.newest.buckets[0] ?? any.buckets[0])?.key ?? null;
}

async function countiesPage(
  counties: IndexView,
  query: CountiesQuery,
  { limit, offset }: { limit: number; offset: number },
  current: string,
): Promise<ComputedRows> {
  const { min_sales, sort, order } = query;
  const filter = [
    ...areaClauses(query),
    ...(min_sales === undefined ? [] : [{ range: { sale_count: { gte: min_sales } } }]),
  ];
  const quarter = query.quarter ?? (await latestQuarter(counties, filter, current));
  if (quarter === null) return { rows: Buffer.from('[]'), count: 0, total: 0 };
  const found = await counties.rows({
    size: Math.max(0, Math.min(limit, SHALLOW - offset)),
    from: Math.min(offset, SHALLOW),
    track_total_hits: true,
    query: { bool: { filter: [...filter, { term: { quarter } }] } },
    sort: [{ [sort!]: { order: order!, missing: '_last' } }, { county_fips: order! }],
  });
  return { ...found, total: found.total! };
}

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

export const AccuracyQuery = Type.Object(
  { state_fips: Type.Optional(StateFips), county_fips: Type.Optional(CountyFips) },
  { additionalProperties: false },
);

/** The routes under /market. */
export const marketRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { now = Date.now } = app.services;

  app.data(
    'GET /market/counties',
    {
      config: { access: 'required', quarterly: true },
      schema: {
        summary: 'Sales of each county in one quarter',
        description:
          'Made of deeds that are usable for statistics. Without `quarter`, the newest one that has ended.',
        tags: ['Market'],
        querystring: CountiesQuery,
        response: { 200: Paged(MarketRow) },
      },
    },
    async ({ query }) => {
      const { cursor: _cursor, limit: _limit, offset: _offset, ...asked } = query;
      const current = quarterAt(now());
      const page = await app.records.computed('market', asked, pageOf(query), (counties, at) =>
        countiesPage(counties, query, at, current),
      );
      return encodePage(page);
    },
  );

  app.data(
    'GET /market/trends',
    {
      config: { access: 'required', exampleQuery: { state_fips: '31' } },
      schema: {
        summary: 'Sales by quarter of the counties named, or of a state’s counties, by county FIPS',
        description: 'county_fips or state_fips is required.',
        tags: ['Market'],
        querystring: TrendsQuery,
        response: { 200: List(Trend) },
      },
    },
    async ({ query }) => {
      const { rows } = await app.records.of('trends').rows({
        size: MOST_COUNTIES,
        track_total_hits: false,
        query: { bool: { filter: [{ terms: { county_fips: countiesOf(query) } }] } },
        sort: [{ county_fips: 'asc' }],
      });
      return encodeRows(rows);
    },
  );

  app.data(
    'GET /market/accuracy',
    {
      config: { access: 'required' },
      schema: {
        summary: 'How far off the values of parcels are, by county and class of use',
        description:
          'Measured with sales that the tested model does not know. The first row of a class is the error that its values are shown with.',
        tags: ['Market'],
        querystring: AccuracyQuery,
        response: { 200: List(AccuracyRow) },
      },
    },
    async (request) => {
      const filter = [{ exists: { field: 'county_fips' } }, ...areaClauses(request.query)];
      const { hits } = await app.records.of('values').search<{ accuracy: Static<typeof AccuracyRow>[] }>({
        size: MOST_COUNTIES,
        track_total_hits: false,
        _source: ['accuracy'],
        query: { bool: { filter } },
        sort: [{ county_fips: 'asc' }],
      });
      return { data: hits.hits.flatMap(({ _source }) => _source!.accuracy) };
    },
  );
};

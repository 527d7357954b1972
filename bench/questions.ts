import type { estypes } from '@elastic/elasticsearch';
import type { IndexKind } from '../src/stores/elastic/indices.ts';

type Rows = { data: Record<string, never>[]; total: number };
type Buckets = { buckets: Record<string, unknown>[] };

/** A question: to the API, to its view, and as an aggregation over the records. */
export interface Question {
  name: string;
  path: string;
  view: IndexKind;
  raw: estypes.SearchRequest;
  base: IndexKind;
  aggregation: estypes.SearchRequest;
  /** The figures in both answers must be equal. */
  ours(answer: Rows): unknown;
  theirs(aggregations: Record<string, unknown>): unknown;
}

const desc = (...fields: string[]) => fields.map((field) => ({ [field]: { order: 'desc' as const } }));
const byId = { 'internal.seq': 'asc' as const };
const USABLE = { term: { usable_for_stats: true } };
const median = {
  percentiles: { field: 'sale_price_usd', percents: [50], tdigest: { compression: 100_000 } },
};
const cents = (value: number) => Math.round(value * 100) / 100;
const buckets = (found: unknown) => (found as Buckets).buckets;
const rows = ({ data }: Rows) => data as Record<string, unknown>[];
const value = (found: unknown) => (found as { value: number }).value;
const middle = (found: unknown) => (found as { values: { '50.0': number } }).values['50.0'];

/** Flips by tier or flipper from deeds in which the seller is always the previous buyer. */
const FLIPS = {
  scripted_metric: {
    init_script: 'state.sales = new HashMap()',
    map_script: `
      if (doc['sale_date'].size() == 0) return;
      def sale = new HashMap();
      sale.day = doc['sale_date'].value.toLocalDate().toEpochDay();
      sale.price = doc['sale_price_usd'].value;
      sale.parties = new ArrayList(doc['internal.parties']);
      state.sales.computeIfAbsent(doc['internal.parcel'].value, k -> new ArrayList()).add(sale);`,
    combine_script: 'return state.sales',
    reduce_script: `
      Map all = new HashMap();
      for (sales in states) for (entry in sales.entrySet())
        all.computeIfAbsent(entry.getKey(), k -> new ArrayList()).addAll(entry.getValue());
      int flips = 0; double profit = 0; Map flippers = new HashMap();
      for (list in all.values()) {
        list.sort((a, b) -> Long.compare(a.day, b.day));
        for (int i = 1; i < list.size(); i++) {
          def buy = list[i - 1]; def sell = list[i];
          if (sell.day - buy.day < 14 || sell.day > LocalDate.ofEpochDay(buy.day).plusMonths(24).toEpochDay()) continue;
          flips++; profit += sell.price - buy.price;
          for (party in buy.parties) if (sell.parties.contains(party)) flippers.merge(party, 1, (a, b) -> a + b);
        }
      }
      int most = 0;
      for (n in flippers.values()) if (n > most) most = n;
      return ['flips': flips, 'profit': profit, 'flippers': flippers.size(), 'most': most];`,
  },
};

/** `quarter` is the API's newest one; `state` has many counties. */
export function questions(quarter: string, state: string): Question[] {
  const from = `${quarter.slice(0, 4)}-${String(Number(quarter[5]) * 3 - 2).padStart(2, '0')}-01`;
  return [
    {
      name: 'coverage',
      path: '/coverage',
      view: 'coverage',
      raw: { size: 100, query: { bool: { must_not: [{ exists: { field: 'county_fips' } }] } } },
      base: 'parcels',
      aggregation: {
        aggs: {
          areas: {
            terms: { field: 'state_fips', size: 100, order: { _key: 'asc' } },
            aggs: {
              geocoded: { filter: { exists: { field: 'location' } } },
              owned: { filter: { exists: { field: 'owner_id' } } },
              valued: { filter: { range: { total_assessed_value: { gt: 0 } } } },
            },
          },
        },
      },
      ours: (answer) => rows(answer).map((row) => row.parcel_count),
      theirs: ({ areas }) => buckets(areas).map((bucket) => bucket.doc_count),
    },
    {
      name: 'entities top',
      path: '/deals/entities?top=true&limit=50',
      view: 'holdings',
      raw: {
        size: 50,
        track_total_hits: true,
        query: { term: { 'internal.area': 'US' } },
        sort: [...desc('property_count', 'total_assessed_value'), byId],
      },
      base: 'parcels',
      aggregation: {
        query: { exists: { field: 'entity_class' } },
        aggs: {
          owners: {
            terms: { field: 'owner_id', size: 50, order: [{ _count: 'desc' }, { value: 'desc' }] },
            aggs: {
              value: { sum: { field: 'total_assessed_value' } },
              counties: { cardinality: { field: 'county_fips' } },
            },
          },
        },
      },
      ours: (answer) =>
        rows(answer).map((row) => [row.owner_id, row.property_count, row.total_assessed_value]),
      theirs: ({ owners }) =>
        buckets(owners).map((bucket) => [bucket.key, bucket.doc_count, cents(value(bucket.value))]),
    },
    {
      name: 'contractors',
      path: '/deals/contractors?limit=50',
      view: 'contractors',
      raw: {
        size: 50,
        track_total_hits: true,
        query: {
          bool: { filter: [{ term: { 'internal.area': 'US' } }, { range: { permit_count: { gte: 3 } } }] },
        },
        sort: [...desc('permit_count', 'total_permit_value'), byId],
      },
      base: 'permits',
      aggregation: {
        aggs: {
          contractors: {
            terms: { field: 'contractor_id', size: 50, order: [{ _count: 'desc' }, { value: 'desc' }] },
            aggs: {
              value: { sum: { field: 'estimated_cost' } },
              first: { min: { field: 'internal.date' } },
              last: { max: { field: 'internal.date' } },
              counties: { terms: { field: 'county_fips', size: 300 } },
            },
          },
        },
      },
      ours: (answer) =>
        rows(answer).map((row) => [row.contractor_id, row.permit_count, row.total_permit_value]),
      theirs: ({ contractors }) =>
        buckets(contractors).map((bucket) => [bucket.key, bucket.doc_count, cents(value(bucket.value))]),
    },
    {
      name: 'flips',
      path: '/deals/flips?limit=100',
      view: 'flips',
      raw: { size: 100, track_total_hits: true, sort: [...desc('internal.sold'), byId] },
      base: 'deeds',
      aggregation: { query: USABLE, aggs: { flips: FLIPS } },
      ours: (answer) => answer.total,
      theirs: ({ flips }) => (flips as { value: { flips: number } }).value.flips,
    },
    {
      name: 'flippers',
      path: '/deals/flips?view=flippers&limit=100',
      view: 'flippers',
      raw: {
        size: 100,
        track_total_hits: true,
        query: {
          bool: { filter: [{ term: { 'internal.area': 'US' } }, { term: { 'internal.tier': 'all' } }] },
        },
        sort: [...desc('flip_count', 'total_profit'), byId],
      },
      base: 'deeds',
      aggregation: { query: USABLE, aggs: { flips: FLIPS } },
      ours: (answer) => [answer.total, rows(answer)[0]!.flip_count],
      theirs: ({ flips }) => {
        const { flippers, most } = (flips as { value: { flippers: number; most: number } }).value;
        return [flippers, most];
      },
    },
    {
      name: 'market',
      path: '/market/counties?sort=county_name&order=asc&limit=500',
      view: 'market',
      raw: {
        size: 500,
        track_total_hits: true,
        query: { term: { quarter } },
        sort: [{ county_name: 'asc' }, { county_fips: 'asc' }],
      },
      base: 'deeds',
      aggregation: {
        query: { bool: { filter: [USABLE, { range: { sale_date: { gte: from, lt: `${from}||+3M` } } }] } },
        aggs: {
          counties: {
            terms: { field: 'county_fips', size: 4_000, order: { _key: 'asc' } },
            aggs: { median, average: { avg: { field: 'sale_price_usd' } } },
          },
        },
      },
      ours: (answer) =>
        rows(answer)
          .map((row) => [row.county_fips, row.sale_count, row.median_price, row.avg_price])
          .sort(),
      theirs: ({ counties }) =>
        buckets(counties)
          .map((one) => [one.key, one.doc_count, middle(one.median), cents(value(one.average))])
          .sort(),
    },
    {
      name: 'trends',
      path: `/market/trends?state_fips=${state}`,
      view: 'trends',
      raw: { size: 4_000, query: { prefix: { county_fips: state } }, sort: [{ county_fips: 'asc' }] },
      base: 'deeds',
      aggregation: {
        query: { bool: { filter: [USABLE, { prefix: { county_fips: state } }] } },
        aggs: {
          counties: {
            terms: { field: 'county_fips', size: 4_000, order: { _key: 'asc' } },
            aggs: {
              quarters: {
                date_histogram: { field: 'sale_date', calendar_interval: 'quarter', min_doc_count: 1 },
                aggs: { median },
              },
            },
          },
        },
      },
      ours: (answer) =>
        rows(answer).map((row) =>
          (row.quarters as Record<string, unknown>[]).map((one) => [one.sale_count, one.median_price]),
        ),
      theirs: ({ counties }) =>
        buckets(counties).map((county) =>
          buckets(county.quarters).map((one) => [one.doc_count, middle(one.median)]),
        ),
    },
    {
      name: 'owner search',
      path: '/owners/search?q=holdings&limit=20',
      view: 'owners',
      raw: {
        size: 20,
        track_total_hits: false,
        query: { bool: { filter: [{ prefix: { 'internal.words': 'HOLDINGS' } }] } },
        sort: [...desc('property_count'), byId],
      },
      base: 'parcels',
      aggregation: {
        query: { match_phrase: { 'internal.entity_name': 'holdings' } },
        aggs: {
          owners: {
            terms: { field: 'owner_id', size: 20 },
            aggs: { value: { sum: { field: 'total_assessed_value' } }, acres: { sum: { field: 'acreage' } } },
          },
        },
      },
      ours: (answer) => rows(answer).map((row) => row.property_count),
      theirs: ({ owners }) => buckets(owners).map((bucket) => bucket.doc_count),
    },
  ];
}

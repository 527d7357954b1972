import type { estypes } from '@elastic/elasticsearch';
import type { ValueCounts } from './memory/values.ts';
import type { Condition } from './question.ts';
import type { Records } from './records.ts';

/** The fields that parcels are counted by, and the type of their values. */
export const FACETS = {
  state_fips: 'text',
  county_fips: 'text',
  city: 'text',
  zip: 'text',
  zoning_category: 'text',
  land_use: 'text',
  entity_type: 'text',
  entity_class: 'text',
  absentee_owner: 'boolean',
  out_of_state_owner: 'boolean',
  tax_year: 'number',
} as const;
export type FacetKey = keyof typeof FACETS;

/** The fields that quantiles are computed for. */
export const FIGURES = [
  'total_assessed_value',
  'sale_price',
  'acreage',
  'lot_sqft',
  'building_sqft',
  'year_built',
  'deal_score',
] as const;
export type FigureName = (typeof FIGURES)[number];

export interface Facet {
  key: FacetKey;
  /** The most frequent first. */
  values: { value: string | number | boolean; count: number }[];
  /** Parcels with a value that is not listed. */
  other: number;
  /** Parcels without a value. */
  missing: number;
}

const PERCENTS = [10, 25, 50, 75, 90] as const;
type Quantiles = Record<`p${(typeof PERCENTS)[number]}`, number | null>;

export interface Figure extends Quantiles {
  figure: FigureName;
  /** Parcels with a value. */
  count: number;
  min: number | null;
  max: number | null;
}

export interface Facets {
  total: number;
  facets: Facet[];
  figures: Figure[];
}

export const MOST_VALUES = 100;
/** How many values are taken from each shard: up to this many distinct values, counts are exact. */
const VALUES_OF_A_SHARD = 20_000;
/** With this, quantiles of up to some thousand parcels are exact. */
const COMPRESSION = 1_000;

interface Terms {
  sum_other_doc_count: number;
  buckets: { key: string | number; key_as_string?: string; doc_count: number }[];
}
interface Stats {
  count: number;
  min: number | null;
  max: number | null;
}
type Answer = Record<string, Terms & Stats & { doc_count: number; values: Record<string, number | null> }>;

type Aggregations = Record<string, estypes.AggregationsAggregationContainer>;

const facetAggregations = (key: FacetKey): Aggregations => ({
  [`values ${key}`]: { terms: { field: key, size: MOST_VALUES, shard_size: VALUES_OF_A_SHARD } },
  [`missing ${key}`]: { missing: { field: key } },
});

const figureAggregations = (figure: FigureName): Aggregations => ({
  [`stats ${figure}`]: { stats: { field: figure } },
  [`quantiles ${figure}`]: {
    percentiles: { field: figure, percents: [...PERCENTS], tdigest: { compression: COMPRESSION } },
  },
});

function valueIn(key: FacetKey, bucket: Terms['buckets'][number]) {
  return FACETS[key] === 'boolean' ? bucket.key_as_string === 'true' : bucket.key;
}

function facetIn(answer: Answer, key: FacetKey): Facet {
  const { buckets, sum_other_doc_count } = answer[`values ${key}`]!;
  return {
    key,
    values: buckets.map((bucket) => ({ value: valueIn(key, bucket), count: bucket.doc_count })),
    other: sum_other_doc_count,
    missing: answer[`missing ${key}`]!.doc_count,
  };
}

const byValue = (a: string | number, b: string | number): number =>
  typeof a === 'number' ? a - Number(b) : Buffer.compare(Buffer.from(a), Buffer.from(`${b}`));

/** A facet of values counted in memory, in Elasticsearch's order: equal counts by value. */
function facetOf(key: FacetKey, { counts, missing }: ValueCounts): Facet {
  const ordered = [...counts].sort(
    ([value, count], [other, others]) => others - count || byValue(value, other),
  );
  const shown = ordered.slice(0, MOST_VALUES);
  return {
    key,
    values: shown.map(([value, count]) => ({
      value: FACETS[key] === 'boolean' ? value === 'true' : value,
      count,
    })),
    other: ordered.slice(MOST_VALUES).reduce((sum, [, count]) => sum + count, 0),
    missing,
  };
}

function figureIn(answer: Answer, figure: FigureName): Figure {
  const { count, min, max } = answer[`stats ${figure}`]!;
  const { values } = answer[`quantiles ${figure}`]!;
  const quantiles = PERCENTS.map((percent) => [`p${percent}`, values[`${percent}.0`] ?? null]);
  return { figure, count, min, ...(Object.fromEntries(quantiles) as Quantiles), max };
}

/** Counts the matching parcels by some keys and computes quantiles of some figures, all from one state of the data. */
export async function readFacets(
  records: Records,
  filter: Condition[],
  { keys, figures }: { keys: readonly FacetKey[]; figures: readonly FigureName[] },
): Promise<Facets> {
  const known = figures.length === 0 ? await records.countBy(filter, keys) : null;
  if (known !== null) {
    const { total, values } = known;
    return { total, facets: keys.map((key, at) => facetOf(key, values[at]!)), figures: [] };
  }
  const aggs = Object.assign({}, ...keys.map(facetAggregations), ...figures.map(figureAggregations));
  const { hits, aggregations } = await records.matching('parcels', filter, (view, clauses) =>
    view.search<unknown, Answer>({
      size: 0,
      track_total_hits: true,
      query: { bool: { filter: clauses } },
      aggs,
    }),
  );
  return {
    total: (hits.total as estypes.SearchTotalHits).value,
    facets: keys.map((key) => facetIn(aggregations!, key)),
    figures: figures.map((figure) => figureIn(aggregations!, figure)),
  };
}

import type { Client, estypes } from '@elastic/elasticsearch';
import { searchTogether } from './scan.ts';

export interface CountyFigures {
  /** Median of assessed value / last arm's-length price; null where no parcel has both. */
  ratio: number | null;
  permits_linked: boolean;
}

/** The figures of a county about which nothing is known. */
export const UNKNOWN_FIGURES: CountyFigures = { ratio: null, permits_linked: false };

/** `settled` is false while the county's parcels are being scored by them. */
export interface StoredFigures extends CountyFigures {
  county_fips: string;
  settled: boolean;
}

/** The stored figures of every county; unknown ones for a county without any. */
export async function readCountyFigures(
  client: Client,
  index: string,
): Promise<(fips: string) => StoredFigures> {
  const { hits } = await client.search<StoredFigures>({ index, size: 10_000 });
  const figures = new Map<string, StoredFigures>();
  for (const { _source } of hits.hits) {
    if (_source?.county_fips) figures.set(_source.county_fips, _source);
  }
  return (fips) => figures.get(fips) ?? { county_fips: fips, ...UNKNOWN_FIGURES, settled: true };
}

/** Stores the figures of a county. */
export async function writeCountyFigures(
  client: Client,
  index: string,
  figures: StoredFigures,
): Promise<void> {
  await client.index({ index, id: figures.county_fips, document: figures });
}

/** The figures of a county before and after a load changed them. */
export interface MovedFigures {
  before: StoredFigures;
  now: StoredFigures;
}

const VALUES_AT_ONCE = 10_000;
const WITH_RATIO = { exists: { field: 'internal.ratio' } };

/** The parcels of a county whose scores its moved figures may change, and whether one is among them. */
export function scoredBy({ before, now }: MovedFigures) {
  const onlyRatioMoved =
    before.settled &&
    before.permits_linked === now.permits_linked &&
    (before.ratio ?? 0) > 0 &&
    (now.ratio ?? 0) > 0;
  return {
    query: onlyRatioMoved ? WITH_RATIO : { match_all: {} },
    has: ({ internal }: { internal: Record<string, unknown> }) => !onlyRatioMoved || internal.ratio !== null,
  };
}

interface Ratios {
  ratios: { buckets: { key: { ratio: number }; doc_count: number }[]; after_key?: { ratio: number } };
}

type RatiosAnswer = estypes.SearchResponseBody<unknown, Ratios>;

const ratiosSearch = (county: string, after?: Ratios['ratios']['after_key']) => ({
  size: 0,
  track_total_hits: true,
  query: { bool: { filter: [{ term: { county_fips: county } }, WITH_RATIO] } },
  aggs: {
    ratios: {
      composite: {
        size: VALUES_AT_ONCE,
        after,
        sources: [{ ratio: { terms: { field: 'internal.ratio' } } }],
      },
    },
  },
});

const linkedSearch = (county: string): estypes.SearchSearchRequestBody => ({
  size: 0,
  terminate_after: 1,
  query: { bool: { filter: [{ term: { county_fips: county } }, { term: { 'internal.linked': true } }] } },
});

const totalOf = ({ hits: { total } }: Pick<estypes.SearchResponseBody, 'hits'>): number =>
  typeof total === 'number' ? total : (total?.value ?? 0);

/** The exact median of the county's ratios: the distinct values are read in order up to the middle. */
async function medianRatio(
  client: Client,
  parcels: string,
  county: string,
  first: RatiosAnswer,
): Promise<number | null> {
  const count = totalOf(first);
  if (count === 0) return null;
  const [lower, upper] = [Math.floor((count - 1) / 2), Math.floor(count / 2)];
  let lowerValue: number | null = null;
  let seen = 0;
  let answer = first;
  for (;;) {
    const { buckets, after_key } = answer.aggregations!.ratios;
    for (const { key, doc_count } of buckets) {
      seen += doc_count;
      if (lowerValue === null && seen > lower) lowerValue = key.ratio;
      if (lowerValue !== null && seen > upper) return (lowerValue + key.ratio) / 2;
    }
    if (!after_key) throw new Error(`the parcels of ${county} changed while their median was taken`);
    answer = await client.search<unknown, Ratios>({ index: parcels, ...ratiosSearch(county, after_key) });
  }
}

/** Computes a county's figures from its parcels. */
export async function computeCountyFigures(
  client: Client,
  parcels: string,
  county: string,
): Promise<CountyFigures> {
  const [ratios, linked] = await searchTogether<[RatiosAnswer, estypes.SearchResponseBody]>(client, [
    { index: parcels, body: ratiosSearch(county) },
    { index: parcels, body: linkedSearch(county) },
  ]);
  const ratio = await medianRatio(client, parcels, county, ratios);
  return { ratio, permits_linked: totalOf(linked) > 0 };
}

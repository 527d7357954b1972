import type { Client, estypes } from '@elastic/elasticsearch';
import { bulkChange, bulkEntry } from '../bulk.ts';
import { searchTogether } from './scan.ts';

export interface CountyFigures {
  /** Median of assessed value / last arm's-length price; null where no parcel has both. */
  ratio: number | null;
  permits_linked: boolean;
}

/** The figures of a county about which nothing is known. */
export const UNKNOWN_FIGURES: CountyFigures = { ratio: null, permits_linked: false };
const VALUES_AT_ONCE = 10_000;
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

/** Stores the figures by which a load scores all parcels of new counties, before it writes any of them. */
export async function announceFigures(
  client: Client,
  index: string,
  figures: ReadonlyMap<string, CountyFigures>,
): Promise<void> {
  const entries = [...figures]
    // The others are those of a county about which nothing is stored.
    .filter(([, { ratio, permits_linked }]) => ratio !== null || permits_linked)
    .map(([county_fips, found]) => bulkEntry(county_fips, { county_fips, ...found, settled: true }));
  if (entries.length > 0) await bulkChange(client, index, entries, { refresh: true });
}

interface Ratios {
  ratios: { buckets: { key: { ratio: number }; doc_count: number }[]; after_key?: { ratio: number } };
}

type RatiosAnswer = estypes.SearchResponseBody<unknown, Ratios>;

/** Parcels of the county that have a ratio: only their scores depend on the county's. */
export const withRatio = (county: string): estypes.QueryDslQueryContainer => ({
  bool: { filter: [{ term: { county_fips: county } }, { exists: { field: 'internal.ratio' } }] },
});

const ratiosSearch = (county: string, after?: Ratios['ratios']['after_key']) => ({
  size: 0,
  track_total_hits: true,
  query: withRatio(county),
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

interface Around {
  below: { doc_count: number; last: { value: number | null } };
  above: { doc_count: number; first: { value: number | null } };
}

const ratio = { field: 'internal.ratio' };
const aroundSearch = (county: string, guess: number): estypes.SearchSearchRequestBody => ({
  size: 0,
  track_total_hits: true,
  query: withRatio(county),
  aggs: {
    below: { filter: { range: { 'internal.ratio': { lt: guess } } }, aggs: { last: { max: ratio } } },
    above: { filter: { range: { 'internal.ratio': { gt: guess } } }, aggs: { first: { min: ratio } } },
  },
});

/** Whether a ratio is the exact median of a county: for a large one, that takes less time than finding the median. */
async function isMedian(client: Client, parcels: string, county: string, guess: number): Promise<boolean> {
  const search = { index: parcels, ...aroundSearch(county, guess) };
  const answer = await client.search<unknown, Around>(search);
  const count = totalOf(answer);
  const { below, above } = answer.aggregations!;
  const half = Math.floor(count / 2);
  if (below.doc_count <= Math.floor((count - 1) / 2) && count - above.doc_count > half) return count > 0;
  const isBetween = below.doc_count === half && above.doc_count === half;
  return isBetween && guess === (below.last.value! + above.first.value!) / 2;
}

/**
 * Computes a county's figures from its parcels.
 * @param guess the ratio that is expected, if any.
 */
export async function computeCountyFigures(
  client: Client,
  parcels: string,
  county: string,
  guess: number | null,
): Promise<CountyFigures> {
  if (guess !== null && (await isMedian(client, parcels, county, guess))) {
    const linked = await client.search({ index: parcels, ...linkedSearch(county) });
    return { ratio: guess, permits_linked: totalOf(linked) > 0 };
  }
  const [ratios, linked] = await searchTogether<[RatiosAnswer, estypes.SearchResponseBody]>(client, [
    { index: parcels, body: ratiosSearch(county) },
    { index: parcels, body: linkedSearch(county) },
  ]);
  const ratio = await medianRatio(client, parcels, county, ratios);
  return { ratio, permits_linked: totalOf(linked) > 0 };
}

import type { Client } from '@elastic/elasticsearch';

/** What a county's parcels together tell; the deal score needs it. */
export interface CountyFigures {
  /** Median of assessed value over last arm's-length price; null where no parcel has both. */
  ratio: number | null;
  /** At least one permit names a loaded parcel. */
  permits_linked: boolean;
}

const UNKNOWN: CountyFigures = { ratio: null, permits_linked: false };
const VALUES_AT_ONCE = 10_000;
/** A county's figures as stored; `settled` is false while its parcels are being scored by them. */
export interface StoredFigures extends CountyFigures {
  county_fips: string;
  settled: boolean;
}

/** The figures of every county as they were last derived; a county without any has unknown ones. */
export async function readCountyFigures(
  client: Client,
  index: string,
): Promise<(fips: string) => StoredFigures> {
  const { hits } = await client.search<StoredFigures>({ index, size: 10_000 });
  const figures = new Map<string, StoredFigures>();
  for (const { _source } of hits.hits) {
    if (_source?.county_fips) figures.set(_source.county_fips, _source);
  }
  return (fips) => figures.get(fips) ?? { county_fips: fips, ...UNKNOWN, settled: true };
}

export async function writeCountyFigures(
  client: Client,
  index: string,
  figures: StoredFigures,
): Promise<void> {
  await client.index({ index, id: figures.county_fips, document: figures });
}

/** The exact median of the county's ratios: the distinct values are walked in order up to the middle. */
async function medianRatio(client: Client, parcels: string, county: string): Promise<number | null> {
  const query = {
    bool: { filter: [{ term: { county_fips: county } }, { exists: { field: 'internal.ratio' } }] },
  };
  const { count } = await client.count({ index: parcels, query });
  if (count === 0) return null;
  const [lower, upper] = [Math.floor((count - 1) / 2), Math.floor(count / 2)];
  let lowerValue: number | null = null;
  let seen = 0;
  let after: { ratio: number } | undefined;
  for (;;) {
    const answer = await client.search<
      unknown,
      { ratios: { buckets: { key: { ratio: number }; doc_count: number }[]; after_key?: { ratio: number } } }
    >({
      index: parcels,
      size: 0,
      query,
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
    const { buckets, after_key } = answer.aggregations!.ratios;
    for (const { key, doc_count } of buckets) {
      seen += doc_count;
      if (lowerValue === null && seen > lower) lowerValue = key.ratio;
      if (lowerValue !== null && seen > upper) return (lowerValue + key.ratio) / 2;
    }
    if (!after_key) throw new Error(`the parcels of ${county} changed while their median was taken`);
    after = after_key;
  }
}

/** Computes a county's figures from its parcels. */
export async function computeCountyFigures(
  client: Client,
  parcels: string,
  county: string,
): Promise<CountyFigures> {
  const [ratio, linked] = await Promise.all([
    medianRatio(client, parcels, county),
    client.search({
      index: parcels,
      size: 0,
      terminate_after: 1,
      query: { bool: { filter: [{ term: { county_fips: county } }, { term: { 'internal.linked': true } }] } },
    }),
  ]);
  const { total } = linked.hits;
  return { ratio, permits_linked: (typeof total === 'number' ? total : (total?.value ?? 0)) > 0 };
}

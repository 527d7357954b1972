import { aliasOf } from '../../stores/elastic/indices.ts';
import { portions } from './suppression-queries.ts';
import type { IngestTarget } from './target.ts';

/** How many records fall under each of these entries, by county. */
export async function recordsUnder(
  { client, settings }: Pick<IngestTarget, 'client' | 'settings'>,
  ids: readonly number[],
): Promise<Map<number, Map<string, number>>> {
  interface Buckets {
    ids: {
      buckets: {
        key: string;
        doc_count: number;
        counties: { buckets: { key: string; doc_count: number }[] };
      }[];
    };
  }
  const found = new Map<number, Map<string, number>>();
  const index = (['parcels', 'deeds', 'permits'] as const).map((kind) =>
    aliasOf(settings.INDEX_PREFIX, kind),
  );
  for (const some of portions(ids)) {
    const include = some.map(String);
    const { aggregations } = await client.search<unknown, Buckets>({
      index,
      size: 0,
      query: { terms: { 'internal.suppressed': include } },
      aggs: {
        ids: {
          terms: { field: 'internal.suppressed', include, size: some.length },
          aggs: { counties: { terms: { field: 'county_fips', size: 5_000 } } },
        },
      },
    });
    for (const { key, counties } of aggregations!.ids.buckets)
      found.set(Number(key), new Map(counties.buckets.map((county) => [county.key, county.doc_count])));
  }
  return found;
}

import { scan } from '../../src/loading/ingest/derive/scan.ts';
import type { Rig } from '../rig.ts';

const PAGE = 2_000;
const NUMBER = { type: 'double' } as const;
const WORD = { type: 'keyword' } as const;

/** Mappings that someone would write who needs only these searches: they index only the fields that are searched. */
const MAPPINGS = {
  dynamic: false,
  properties: {
    location: { type: 'geo_point' },
    zoning_category: WORD,
    entity_type: WORD,
    absentee_owner: { type: 'boolean' },
    total_assessed_value: NUMBER,
    acreage: NUMBER,
    year_built: { type: 'short' },
  },
} as const;

/**
 * Copies the parcels of a data set into an index of their own, once: the records as the API returns them, with the same ids.
 * @returns the name of the index
 */
export async function plainIndex({ client, parcels, name }: Rig): Promise<string> {
  const index = `plain-${name}`;
  if (await client.indices.exists({ index })) return index;
  console.error(`${name}: copying the parcels into a plain index`);
  await client.indices.create({
    index,
    settings: { index: { number_of_shards: 1, number_of_replicas: 0, refresh_interval: '-1' } },
    mappings: MAPPINGS,
  });
  const pages = scan<Record<string, unknown>>(client, parcels, { size: PAGE, query: { match_all: {} } }, []);
  for await (const page of pages) {
    const operations = page.flatMap(({ _id, _source: { internal: _, ...record } }) => [
      { index: { _id } },
      record,
    ]);
    const { errors } = await client.bulk({ index, operations });
    if (errors) throw new Error('Elasticsearch refused a record of the plain index');
  }
  await client.indices.refresh({ index });
  await client.indices.forcemerge({ index, max_num_segments: 8 });
  return index;
}

import type { Client } from '@elastic/elasticsearch';
import { computeFacts } from './derive/facts.ts';
import type { Facts } from './derive/parcel.ts';
import { distinct } from './derive/scan.ts';

/** What the stored deeds and permits say about parcels, by id; nothing for parcels of counties without any. */
export type History = (ids: string[]) => Promise<ReadonlyMap<string, Facts | null>>;

const COUNTIES_AT_ONCE = 5_000;
const NOTHING: ReadonlyMap<string, Facts | null> = new Map();

/** The counties of the records in some indices. */
export async function storedCounties(client: Client, indices: string[]): Promise<Set<string>> {
  const counties = new Set<string>();
  const pages = distinct(client, indices.join(), 'county_fips', { match_all: {} }, COUNTIES_AT_ONCE);
  for await (const page of pages) for (const county of page) counties.add(county);
  return counties;
}

/** Reads the deeds and permits of parcels while no other load changes them. */
export async function openHistory(
  client: Client,
  indices: { deeds: string; permits: string },
): Promise<History> {
  const counties = await storedCounties(client, [indices.deeds, indices.permits]);
  return async (ids) => {
    const some = ids.filter((id) => counties.has(id.slice(0, 5)));
    return some.length === 0 ? NOTHING : computeFacts(client, indices, some);
  };
}

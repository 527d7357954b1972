import type { Client } from '@elastic/elasticsearch';
import { type Box, encodeLat, encodeLon } from './points.ts';

/** A county according to its stored figures. */
export interface Extent {
  fips: string;
  count: number;
  /** Around its parcels; null where none has a location. */
  box: Box | null;
}

interface Stored {
  county_fips: string;
  parcel_count: number;
  internal: { extent?: [south: number, west: number, north: number, east: number] | null };
}

const MOST_COUNTIES = 4_000;

/** All counties with parcels; null when the figures of one have no extent, as an earlier version derived them. */
export async function readExtents(client: Client, index: string): Promise<Extent[] | null> {
  const { hits } = await client.search<Stored>({
    index,
    size: MOST_COUNTIES,
    track_total_hits: false,
    allow_partial_search_results: false,
    query: { exists: { field: 'county_fips' } },
    _source: ['county_fips', 'parcel_count', 'internal.extent'],
  });
  const stored = hits.hits.map(({ _source }) => _source!);
  if (stored.length === MOST_COUNTIES || stored.some(({ internal }) => internal?.extent === undefined))
    return null;
  return stored.map(({ county_fips, parcel_count, internal: { extent } }) => {
    const [south, west, north, east] = extent ?? [0, 0, 0, 0];
    const box = {
      south: encodeLat(south),
      north: encodeLat(north),
      west: encodeLon(west),
      east: encodeLon(east),
    };
    return { fips: county_fips, count: parcel_count, box: extent ? box : null };
  });
}

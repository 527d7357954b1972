import type { Client } from '@elastic/elasticsearch';
import { countyName, type State, stateByFips } from '../../domain/geography.ts';
import { aliasOf } from '../../elastic/indices.ts';

interface Bucket {
  key: string;
  doc_count: number;
  geocoded: { doc_count: number };
  owned: { doc_count: number };
  valued: { doc_count: number };
}

const MOST_AREAS = 10_000;

const COMPLETENESS = {
  geocoded: { filter: { exists: { field: 'location' } } },
  owned: { filter: { exists: { field: 'owner_id' } } },
  valued: { filter: { range: { total_assessed_value: { gt: 0 } } } },
};

/** A share as a percentage with one decimal. */
function percent(part: number, whole: number): number {
  return Math.round((part / whole) * 1000) / 10;
}

async function countBy(client: Client, prefix: string, field: string, state?: State): Promise<Bucket[]> {
  const answer = await client.search<unknown, { areas: { buckets: Bucket[] } }>({
    index: aliasOf(prefix, 'parcels'),
    size: 0,
    request_cache: true,
    track_total_hits: false,
    query: state ? { term: { state_fips: state.fips } } : { match_all: {} },
    aggs: { areas: { terms: { field, size: MOST_AREAS, order: { _key: 'asc' } }, aggs: COMPLETENESS } },
  });
  return answer.aggregations!.areas.buckets;
}

function row(bucket: Bucket, state: State, county: string | null) {
  return {
    state_fips: state.fips,
    state_name: state.name,
    county_fips: county,
    county_name: county === null ? null : countyName(county)!,
    parcel_count: bucket.doc_count,
    geocoded_pct: percent(bucket.geocoded.doc_count, bucket.doc_count),
    owner_pct: percent(bucket.owned.doc_count, bucket.doc_count),
    value_pct: percent(bucket.valued.doc_count, bucket.doc_count),
  };
}

const total = (buckets: Bucket[]) => buckets.reduce((sum, bucket) => sum + bucket.doc_count, 0);

/** Coverage of every state with a parcel. */
export async function countByState(client: Client, prefix: string) {
  const buckets = await countBy(client, prefix, 'state_fips');
  return {
    total_parcels: total(buckets),
    states_covered: buckets.length,
    data: buckets.map((bucket) => row(bucket, stateByFips(bucket.key)!, null)),
  };
}

/** Coverage of every county of one state with a parcel. */
export async function countByCounty(client: Client, prefix: string, state: State) {
  const buckets = await countBy(client, prefix, 'county_fips', state);
  return {
    total_parcels: total(buckets),
    states_covered: buckets.length > 0 ? 1 : 0,
    data: buckets.map((bucket) => row(bucket, state, bucket.key)),
  };
}

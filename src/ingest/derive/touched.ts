import type { estypes } from '@elastic/elasticsearch';
import { type DeriveContext, distinct } from './scan.ts';

const COUNTIES_AT_ONCE = 5_000;

/** Counties, at most some three thousand, that have deeds or permits. */
async function countiesWithHistory({ client, indices }: DeriveContext): Promise<string[]> {
  const everything: estypes.QueryDslQueryContainer = { match_all: {} };
  const counties = new Set<string>();
  for (const index of [indices.deeds, indices.permits]) {
    for await (const page of distinct(client, index, 'county_fips', everything, COUNTIES_AT_ONCE)) {
      for (const county of page) counties.add(county);
    }
  }
  return [...counties];
}

/**
 * The parcels whose deeds or permits changed, and the changed parcels where deeds or permits exist; a parcel may
 * come twice.
 */
export async function* touchedParcels(context: DeriveContext, size: number): AsyncGenerator<string[]> {
  const { client, indices, changed } = context;
  for (const index of [indices.deeds, indices.permits]) {
    yield* distinct(client, index, 'internal.touched', changed, size);
  }
  const counties = await countiesWithHistory(context);
  if (counties.length === 0) return;
  const query = { bool: { filter: [changed, { terms: { county_fips: counties } }] } };
  yield* distinct(client, indices.parcels, 'id', query, size);
}

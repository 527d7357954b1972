import type { estypes } from '@elastic/elasticsearch';
import { changedIn, type DeriveContext, distinct } from './scan.ts';

const COUNTIES_AT_ONCE = 5_000;
const EVERYTHING: estypes.QueryDslQueryContainer = { match_all: {} };

/** The kinds that tell of a parcel's history. */
export type History = 'deeds' | 'permits';

/** Counties, at most some three thousand, with matching records of any of these kinds. */
async function countiesOf(
  { client, indices }: DeriveContext,
  kinds: readonly (History | 'parcels' | 'removals')[],
  query: estypes.QueryDslQueryContainer,
): Promise<string[]> {
  const counties = new Set<string>();
  for (const kind of kinds) {
    for await (const page of distinct(client, indices[kind], 'county_fips', query, COUNTIES_AT_ONCE)) {
      for (const county of page) counties.add(county);
    }
  }
  return [...counties];
}

/** The counties in which any record changed or was deleted. */
export async function* touchedCounties(context: DeriveContext): AsyncGenerator<string> {
  yield* await countiesOf(context, ['parcels', 'deeds', 'permits', 'removals'], context.changed);
}

/**
 * The parcels of which records of these kinds changed or were deleted, the deleted parcels, and the changed parcels
 * where such records exist; a parcel may come twice.
 */
export async function* touchedParcels(
  context: DeriveContext,
  kinds: readonly History[],
  size: number,
): AsyncGenerator<string[]> {
  const { client, indices, changed } = context;
  for (const kind of kinds) {
    yield* distinct(client, changedIn(context, kind), 'internal.touched', changed, size);
  }
  const counties = await countiesOf(context, kinds, EVERYTHING);
  if (counties.length === 0) return;
  const query = { bool: { filter: [changed, { terms: { county_fips: counties } }] } };
  yield* distinct(client, indices.parcels, 'id', query, size);
}

/** The loaded parcels that any changed record concerns; each of them once when everything is derived anew. */
export function touchedLoadedParcels(context: DeriveContext, size: number): AsyncGenerator<string[]> {
  const { client, indices, all } = context;
  return all
    ? distinct(client, indices.parcels, 'id', EVERYTHING, size)
    : touchedParcels(context, ['deeds', 'permits'], size);
}

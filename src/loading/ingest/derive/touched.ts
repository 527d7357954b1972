import type { estypes } from '@elastic/elasticsearch';
import { anyChanged, type Changed, touched } from './changes.ts';
import type { DeriveContext } from './context.ts';
import { distinct } from './scan.ts';

const COUNTIES_AT_ONCE = 5_000;
const EVERYTHING: estypes.QueryDslQueryContainer = { match_all: {} };

export type History = 'deeds' | 'permits';

/** The counties in which any record changed or was deleted. */
export async function* touchedCounties(context: DeriveContext): AsyncGenerator<string> {
  const kinds: Changed[] = ['parcels', 'sales', 'deeds', 'permits', 'removals'];
  const counties = new Set<string>();
  for await (const page of touched(context, kinds, 'county_fips', COUNTIES_AT_ONCE)) {
    for (const county of page) counties.add(county);
  }
  yield* counties;
}

async function countiesWith(
  { client, indices }: DeriveContext,
  kinds: readonly History[],
): Promise<string[]> {
  const index = kinds.map((kind) => indices[kind]).join();
  const counties: string[] = [];
  for await (const page of distinct(client, index, 'county_fips', EVERYTHING, COUNTIES_AT_ONCE))
    counties.push(...page);
  return counties;
}

/** The changed parcels; if there are many, only those of counties with records of these kinds that are not in `except`. */
async function* changedParcels(
  context: DeriveContext,
  kinds: readonly History[],
  size: number,
  except: ReadonlySet<string>,
) {
  const { client, indices, changes } = context;
  if (changes.parcels.keys !== null) {
    yield* touched(context, ['parcels'], 'id', size);
    return;
  }
  const counties = (await countiesWith(context, kinds)).filter((county) => !except.has(county));
  if (counties.length === 0) return;
  const query = { bool: { filter: [changes.parcels.query!, { terms: { county_fips: counties } }] } };
  yield* distinct(client, indices.parcels, 'id', query, size);
}

/**
 * The parcels of which records of these kinds changed or were deleted, the deleted parcels, and the changed parcels with
 * such records; a parcel may appear twice.
 * @param except counties whose changed parcels need not be looked at.
 */
export async function* touchedParcels(
  context: DeriveContext,
  kinds: readonly History[],
  size: number,
  except: ReadonlySet<string> = new Set(),
): AsyncGenerator<string[]> {
  yield* touched(context, [...kinds, 'removals'], 'internal.touched', size);
  if (anyChanged(context, ['parcels'])) yield* changedParcels(context, kinds, size, except);
}

import type { estypes } from '@elastic/elasticsearch';
import { ownerId, ownerWordsOf } from '../../domain/owner-name.ts';
import type { NamingKind, Suppressed } from '../../domain/suppression.ts';

const TERMS_AT_ONCE = 10_000;

export interface Entry {
  id: number;
  entry: Suppressed;
}

export type Query = estypes.QueryDslQueryContainer;

/** Some values at a time, as many as a search takes. */
export function* portions<T>(values: readonly T[]): Generator<T[]> {
  for (let at = 0; at < values.length; at += TERMS_AT_ONCE) yield values.slice(at, at + TERMS_AT_ONCE);
}

/** Searches of indexed fields, which are fast: parcels and their records, first owners, and parties of deeds. */
export function* indexed(kind: NamingKind, entries: readonly Entry[]): Generator<Query> {
  const numbers: string[] = [];
  const parcels: string[] = [];
  const owners: string[] = [];
  for (const { entry } of entries) {
    if (entry.kind === 'owner') owners.push(ownerId(ownerWordsOf(entry.owner_name) ?? ''));
    else {
      numbers.push(entry.parcel_id);
      parcels.push(`${entry.county_fips}:${entry.parcel_id}`);
    }
  }
  const fields: Record<NamingKind, [field: string, values: string[]][]> = {
    parcels: [
      ['id', parcels],
      ['owner_id', owners],
    ],
    // A deed of an unknown county has only the number.
    deeds: [
      ['parcel_id', numbers],
      ['internal.touched_parties', owners],
    ],
    permits: [['internal.parcel', parcels]],
  };
  for (const [field, values] of fields[kind])
    for (const some of portions(values)) yield { terms: { [field]: some } };
}

/** The counties of the owners; null where one is suppressed everywhere, [] without owners. */
function countiesOfOwners(entries: readonly Entry[]): string[] | null {
  const counties = new Set<string>();
  for (const { entry } of entries) {
    if (entry.kind === 'parcel') continue;
    if (entry.county_fips === null) return null;
    counties.add(entry.county_fips);
  }
  return [...counties];
}

/** Second owners, applicants and words in another order are not indexed: all records of the counties are looked through. */
export function* looked(_kind: NamingKind, entries: readonly Entry[]): Generator<Query> {
  const counties = countiesOfOwners(entries);
  if (counties === null) yield { match_all: {} };
  else if (counties.length > 0) yield { terms: { county_fips: counties } };
}

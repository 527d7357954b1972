import { isPlaceholderCounty } from './geography.ts';
import { ownerWordsOf } from './owner-name.ts';

/** The kinds of records that name people. */
export type NamingKind = 'parcels' | 'deeds' | 'permits';

/** Whose names are withheld: those of a parcel, or of an owner, in one county or (null) everywhere. */
export type Suppressed =
  | { kind: 'parcel'; county_fips: string; parcel_id: string }
  | { kind: 'owner'; county_fips: string | null; owner_name: string };

/** Where a record lies and whom it names. */
export interface Named {
  county_fips: string;
  parcel_id: string | null;
  names: readonly unknown[];
}

/** The numbers of the suppressions that a record falls under, ascending; none for most. */
export type SuppressionRule = (named: Named) => number[];

const NAMES: Record<NamingKind, readonly string[]> = {
  parcels: ['owner_name', 'owner_name_2'],
  deeds: ['grantor', 'grantee', 'prior_owner', 'new_owner'],
  permits: ['applicant_name', 'contractor_name'],
};

/** What a suppressed record of each kind, and its events, do not show: names, and what follows from them or leads to them. */
const WITHHELD: Record<NamingKind, readonly string[]> = {
  parcels: [
    'owner_name',
    'owner_name_2',
    'owner_id',
    'entity_type',
    'entity_class',
    'mailing_address',
    'mailing_city',
    'mailing_state',
    'mailing_zip',
    'mailing_country',
    'absentee_owner',
    'out_of_state_owner',
    'latest_grantee',
  ],
  deeds: NAMES.deeds,
  // A description is free text and may name anybody.
  permits: ['applicant_name', 'contractor_name', 'contractor_license', 'contractor_id', 'description'],
};

/** The fields that `namedIn` reads. */
export const namedFields = (kind: NamingKind): string[] => ['county_fips', 'parcel_id', ...NAMES[kind]];

/** Where a record, or an event's body with a 5-digit county, lies and whom it names. */
export function namedIn(kind: NamingKind, record: { county_fips: string; parcel_id: string | null }): Named {
  const { county_fips, parcel_id } = record;
  return {
    county_fips,
    parcel_id,
    names: NAMES[kind].map((key) => (record as Record<string, unknown>)[key]),
  };
}

/** The same record with null for the keys that are withheld; keys that it does not have are not added. */
export function withheld<R extends object>(kind: NamingKind, record: R): R {
  const nulls = WITHHELD[kind].filter((key) => key in record).map((key) => [key, null]);
  return { ...record, ...Object.fromEntries(nulls) };
}

/** A name's words in one order, so that JANE DOE is DOE, JANE; null where nothing is left of it. */
const wordsOf = (name: unknown): string | null =>
  typeof name === 'string' ? (ownerWordsOf(name)?.split(' ').sort().join(' ') ?? null) : null;

/** A text that is equal for entries that suppress the same. */
export function identityOf(entry: Suppressed): string {
  if (entry.kind === 'parcel') return `parcel\n${entry.county_fips}\n${entry.parcel_id}`;
  return `owner\n${entry.county_fips ?? ''}\n${wordsOf(entry.owner_name) ?? ''}`;
}

function push<T>(lists: Map<string, T[]>, key: string, value: T): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

const sameState = (a: string, b: string) => a.slice(0, 2) === b.slice(0, 2);

/** A record whose county is unknown may be in any county of its state. */
const mayBeIn = (county: string, record: string): boolean =>
  county === record || (isPlaceholderCounty(record) && sameState(county, record));

/**
 * The rule of a list: a record falls under the entries of its parcel, and under those of an owner whom it names, with the
 * same words in any order once both names are normalized (see `normalizeOwnerName`).
 */
export function ruleOf(list: readonly { id: number; entry: Suppressed }[]): SuppressionRule {
  const byNumber = new Map<string, { id: number; county: string }[]>();
  const byOwner = new Map<string, { id: number; county: string | null }[]>();
  for (const { id, entry } of list) {
    if (entry.kind === 'parcel') push(byNumber, entry.parcel_id, { id, county: entry.county_fips });
    else push(byOwner, wordsOf(entry.owner_name) ?? '', { id, county: entry.county_fips });
  }
  return ({ county_fips, parcel_id, names }) => {
    const found = new Set<number>();
    for (const { id, county } of (parcel_id !== null && byNumber.get(parcel_id)) || [])
      if (mayBeIn(county, county_fips)) found.add(id);
    if (byOwner.size > 0) {
      for (const name of names) {
        const words = wordsOf(name);
        for (const { id, county } of (words !== null && byOwner.get(words)) || [])
          if (county === null || mayBeIn(county, county_fips)) found.add(id);
      }
    }
    return [...found].sort((a, b) => a - b);
  };
}

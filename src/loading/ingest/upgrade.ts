import { deedOrder, numberAndYear } from '../../domain/deed-order.ts';
import { cellsAt } from '../../domain/geometry/cells.ts';
import { ownerWordsOf } from '../../domain/owner-name.ts';
import type { IndexKind } from '../../stores/elastic/indices.ts';
import { sequenceOf } from '../../stores/elastic/sequence.ts';
import { deedId, documentGroup, type IdentifiedDeed } from './kinds/deeds.ts';
import { formerId, formerPermitId } from './kinds/former-ids.ts';
import { stableId } from './kinds/kind.ts';
import { permitId, permitRecordId, permitSequence } from './kinds/permits.ts';

interface Stored {
  internal: { cells?: string[]; facts?: { last_permit?: string | null } | null };
  location?: { lat: number; lon: number } | null;
  owner_name?: string | null;
}

/** Adds what a parcel without `has_outline` lacks. */
function withOutlineKey(record: Stored): Stored {
  if ('has_outline' in record) return record;
  const shown = Object.entries(record).flatMap(([name, value]): [string, unknown][] =>
    name === 'location'
      ? [
          [name, value],
          ['has_outline', false],
        ]
      : [[name, value]],
  );
  const cells = record.location ? cellsAt(record.location) : [];
  // The internal part stays the last key.
  return { ...Object.fromEntries(shown), internal: { cells, ...record.internal } };
}

/** Adds the keys that searches find parcels by, where they are missing. */
function withSearchKeys(record: Stored): Stored {
  const { internal, owner_name = null } = record;
  const found = { owner_words: ownerWordsOf(owner_name), last_permit: internal.facts?.last_permit ?? null };
  return { ...record, internal: { ...found, ...internal } };
}

interface StoredDeed extends IdentifiedDeed {
  id: string;
  internal: { groups: string[]; touched_groups: string[]; suppressed?: string[]; [key: string]: unknown };
}

interface StoredPermit {
  id: string;
  county_fips: string;
  parcel_id: string | null;
  permit_id: string;
  permit_number: string | null;
  jurisdiction_id: string;
  filed_date: string | null;
  issued_date: string | null;
  permit_type: string | null;
  description: string | null;
  internal: { suppressed?: string[]; [key: string]: unknown };
}

/** Identifies a deed by the year of its number too. */
function withRecordedYear(deed: StoredDeed, keepsId: boolean): StoredDeed {
  const { internal, document_number } = deed;
  const id = keepsId || deed.id !== formerId('deeds', deed) ? deed.id : deedId(deed);
  const formerGroup = stableId('d', deed.county_fips, document_number);
  const grouped = (groups: string[]) =>
    groups.flatMap((group) => (group === formerGroup ? documentGroup(deed) : [group]));
  return {
    ...deed,
    id,
    internal: {
      ...internal,
      seq: sequenceOf(id),
      order: deedOrder({ ...deed, id }),
      groups: grouped(internal.groups),
      touched_groups: grouped(internal.touched_groups),
    },
  };
}

/** Identifies a permit by the year of its number too. */
function withFiledYear(permit: StoredPermit, keepsId: boolean): StoredPermit {
  const { internal, jurisdiction_id, county_fips, parcel_id } = permit;
  if (keepsId || permit.permit_id !== formerPermitId(permit)) return permit;
  const permit_id = permitId(permit);
  const id = permitRecordId(permit_id, county_fips, parcel_id);
  const number = permitSequence(jurisdiction_id, permit_id);
  return { ...permit, id, permit_id, internal: { ...internal, seq: sequenceOf(id), permit: number } };
}

type Numbered = (StoredDeed | StoredPermit) & {
  document_number?: string | null;
  permit_number?: string | null;
};

/** Upgrades the records of a kind, one after the other, and gives them the ids that this version gives them. */
export function upgrader(kind: IndexKind): (id: string, record: object) => { id: string; document: object } {
  if (kind === 'parcels')
    return (id, record) => ({ id, document: withSearchKeys(withOutlineKey(record as Stored)) });
  if (kind !== 'deeds' && kind !== 'permits') return (id, document) => ({ id, document });
  const upgraded = (record: Numbered, keepsId: boolean): Numbered =>
    kind === 'deeds'
      ? withRecordedYear(record as StoredDeed, keepsId)
      : withFiledYear(record as StoredPermit, keepsId);
  const taken = new Set<string>();
  return (_, record) => {
    const numbered = record as Numbered;
    const hasNumber =
      numberAndYear(numbered.document_number ?? numbered.permit_number ?? null, null) !== null;
    // An id without a number is made of fields that a suppression may have withheld, and that two records may share.
    const document = upgraded(numbered, !hasNumber && numbered.internal.suppressed !== undefined);
    if (hasNumber || document.id === numbered.id) return { id: document.id, document };
    if (taken.has(document.id)) return { id: numbered.id, document: upgraded(numbered, true) };
    taken.add(document.id);
    return { id: document.id, document };
  };
}

import { deedOrder, numberAndYear } from '../../domain/deed-order.ts';
import type { EventfulKind } from '../../domain/events.ts';
import { cellsAt } from '../../domain/geometry/cells.ts';
import { ownerWordsOf } from '../../domain/owner-name.ts';
import { type Situs, suggestionKeys } from '../../domain/suggestion.ts';
import type { Permit } from '../../records/schemas/permit.ts';
import { packsTouching } from '../../records/tiles/packed-tiles.ts';
import type { IndexKind } from '../../stores/elastic/indices.ts';
import { sequenceOf } from '../../stores/elastic/sequence.ts';
import { deedId, documentGroup, type IdentifiedDeed } from './kinds/deeds.ts';
import { stableId } from './kinds/kind.ts';
import { permitId, permitRecordId, permitSequence } from './kinds/permits.ts';

interface Identified {
  county_fips: string;
  parcel_id: string | null;
  document_number?: string | null;
  permit_number?: string | null;
  jurisdiction_id?: string;
}

/** The permit id that earlier versions made of a permit's number, whatever its year; null without a number. */
const formerPermitId = ({ jurisdiction_id, permit_number = null }: Identified): string | null =>
  permit_number === null ? null : stableId('number', jurisdiction_id!, permit_number);

/** The id that earlier versions gave to a record by its number, whatever its year; null without a number. */
export function formerId(kind: EventfulKind, record: Identified): string | null {
  const { county_fips, parcel_id, document_number = null } = record;
  if (kind === 'deeds')
    return document_number === null ? null : stableId('document', county_fips, document_number, parcel_id);
  const permit = formerPermitId(record);
  return permit === null ? null : permitRecordId(permit, county_fips, parcel_id);
}

interface Stored extends Situs {
  parcel_id: string;
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
  return { ...Object.fromEntries(shown), internal: { cells, ...record.internal } } as unknown as Stored;
}

/** Adds the keys that searches find parcels by, where they are missing. */
function withSearchKeys(record: Stored): Stored {
  const { internal, owner_name = null } = record;
  const keys = {
    owner_words: ownerWordsOf(owner_name),
    last_permit: internal.facts?.last_permit ?? null,
    ...suggestionKeys(record, record.parcel_id),
    touched_packs: packsTouching(internal.cells ?? []),
  };
  return { ...record, internal: { ...keys, ...internal } };
}

interface StoredDeed extends IdentifiedDeed {
  id: string;
  internal: { groups: string[]; touched_groups: string[]; suppressed?: string[]; [key: string]: unknown };
}

type StoredPermit = Permit & {
  jurisdiction_id: string;
  internal: { suppressed?: string[]; [key: string]: unknown };
};

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

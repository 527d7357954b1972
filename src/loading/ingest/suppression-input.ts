import { isCounty } from '../../domain/geography.ts';
import { ownerWordsOf } from '../../domain/owner-name.ts';
import type { Suppressed } from '../../domain/suppression.ts';
import type { Fault, Rejected } from '../readers/rows.ts';
import { canonicalFiles } from './canonical.ts';
import { readPlace, text } from './fields.ts';

const KEYS: ReadonlySet<string> = new Set(['county_fips', 'parcel_id', 'owner_name']);

const isEmpty = (value: unknown) =>
  value === null || value === undefined || (typeof value === 'string' && value.trim() === '');

function ownerOf(record: Record<string, unknown>): Suppressed | Fault {
  const name = text(record.owner_name, 'owner_name', { today: '', notes: [] });
  if (name === null || ownerWordsOf(name) === null)
    return { reason: 'owner_name_empty', field: 'owner_name' };
  if (isEmpty(record.county_fips)) return { kind: 'owner', county_fips: null, owner_name: name };
  const county = String(record.county_fips).trim();
  if (!isCounty(county)) return { reason: 'county_fips_unknown', field: 'county_fips' };
  return { kind: 'owner', county_fips: county, owner_name: name };
}

/** What a row suppresses: a parcel, by `county_fips` and `parcel_id`, or the name of an owner, with or without a county. */
function suppressedIn(record: Record<string, unknown>): Suppressed | Fault {
  const hasParcel = !isEmpty(record.parcel_id);
  const hasOwner = !isEmpty(record.owner_name);
  if (hasParcel && hasOwner) return { reason: 'parcel_id_and_owner_name' };
  if (hasOwner) return ownerOf(record);
  if (!hasParcel) return { reason: 'parcel_id_or_owner_name_missing' };
  const place = readPlace(record, { parcelRequired: true, placeholderAllowed: false }, { isCanonical: true });
  if ('reason' in place) return place;
  return { kind: 'parcel', county_fips: place.county_fips, parcel_id: place.parcel_id! };
}

export interface ReadList {
  entries: { line: number; entry: Suppressed }[];
  faults: Rejected[];
}

/** Reads a list to add or remove: NDJSON or CSV, as its name says, or NDJSON from standard input. */
export async function readSuppressed(file: string): Promise<ReadList> {
  const read: ReadList = { entries: [], faults: [] };
  for await (const { rows } of canonicalFiles([file]).read({ known: KEYS })) {
    for (const row of rows) {
      const { line } = row;
      const entry = 'reason' in row ? row : suppressedIn(row.record);
      if ('reason' in entry) read.faults.push({ line, reason: entry.reason, field: entry.field });
      else read.entries.push({ line, entry });
    }
  }
  return read;
}

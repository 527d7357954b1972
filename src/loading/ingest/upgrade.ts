import { cellsAt } from '../../domain/geometry/cells.ts';
import { ownerWordsOf } from '../../domain/owner-name.ts';
import type { IndexKind } from '../../stores/elastic/indices.ts';

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

/** A record of an earlier version as this one stores it. */
export const upgraded = (kind: IndexKind, record: Stored): object =>
  kind === 'parcels' ? withSearchKeys(withOutlineKey(record)) : record;

import type { Kind } from '../elastic/indices.ts';
import { cellsAt } from '../geometry/cells.ts';

interface Stored {
  internal: object;
  location?: { lat: number; lon: number } | null;
}

/** A record of an earlier version as the present one stores it: parcels have said since whether they have an outline. */
export function upgraded(kind: Kind, record: Stored): object {
  if (kind !== 'parcels' || 'has_outline' in record) return record;
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

import { counted } from '../domain/counted.ts';
import { checkGeometry } from '../geometry/check.ts';
import type { TableRow } from '../readers/table.ts';

const WORDS: Readonly<Record<string, string>> = {
  bad_geometry: 'with coordinates that are not numbers: they have no place',
  out_of_range: 'with coordinates that are not degrees: they have no place',
  swapped_axes: 'with latitude before longitude: they have no place',
  ring_closed: 'whose outline is not closed: it is closed for them',
  ring_dropped: 'with a ring of fewer than three corners: it is left out',
  no_area: 'with a ring that encloses nothing: it is left out',
  crosses_itself: 'whose outline crosses itself: it is repaired, and their area is not exact',
};

/** Checks the geometry of rows, and counts what is wrong with it. */
export function outlineCheck() {
  const counts = new Map<string, number>();
  const note = (reason: string) => counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return {
    /** The row with a geometry that can be used, or without one. */
    checked<T extends TableRow>(row: T): T {
      if (row.geometry === null) return row;
      const found = checkGeometry(row.geometry);
      if ('reason' in found) {
        note(found.reason);
        return { ...row, geometry: null };
      }
      for (const reason of found.notes) note(reason);
      return found.geometry === row.geometry ? row : { ...row, geometry: found.geometry };
    },
    /** A sentence for each thing that was wrong, with how often. */
    remarks: (): string[] =>
      [...counts].map(([reason, rows]) => `${counted(rows, 'row')} ${WORDS[reason] ?? reason}`),
  };
}

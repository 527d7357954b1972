import { checkGeometry } from '../../domain/geometry/check.ts';
import { counted } from '../../domain/in-words.ts';
import type { TableRow } from '../readers/table.ts';

const WORDS: Readonly<Record<string, string>> = {
  bad_geometry: 'with coordinates that are not numbers: loaded without an outline or a location',
  out_of_range: 'with coordinates that are not degrees: loaded without an outline or a location',
  swapped_axes: 'with latitude before longitude: loaded without an outline or a location',
  ring_closed: 'whose outline is not closed: the last corner is joined to the first',
  ring_dropped: 'with a part of the outline that has fewer than three corners: that part is left out',
  no_area: 'whose outline encloses no area: loaded without an outline',
  crosses_itself: 'whose outline crosses itself: the area is approximate',
};

/** Checks the geometry of rows, and counts what is wrong with it. */
export function outlineCheck() {
  const counts = new Map<string, number>();
  let lost = 0;
  const note = (reason: string) => counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return {
    /** The row with a geometry that can be used, or without one. */
    checked<T extends TableRow>(row: T): T {
      if (row.geometry === null) return row;
      const found = checkGeometry(row.geometry);
      if ('reason' in found) {
        note(found.reason);
        lost++;
        return { ...row, geometry: null };
      }
      for (const reason of found.notes) note(reason);
      return found.geometry === row.geometry ? row : { ...row, geometry: found.geometry };
    },
    /** Rows whose geometry cannot be used. */
    lost: () => lost,
    /** A sentence for each thing that was wrong, with how often. */
    remarks: (): string[] =>
      [...counts].map(([reason, rows]) => `${counted(rows, 'row')} ${WORDS[reason] ?? reason}`),
  };
}

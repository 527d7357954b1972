import { counted } from '../domain/counted.ts';
import type { InputRow } from '../readers/rows.ts';

/** `6.01E+10`: what a spreadsheet shows of a long number, of which it keeps three digits when it writes a file. */
const DAMAGED = /^\d(?:\.\d+)?E\+\d+$/i;

const isDamaged = (row: InputRow): boolean =>
  'record' in row && DAMAGED.test(String(row.record.parcel_id ?? ''));

/**
 * Refuses the rows whose parcel number a spreadsheet has rounded, if there are several: they may be different parcels. A
 * single one is held back until the end, and goes in.
 */
export function damagedNumbers() {
  let held: InputRow | null = null;
  let count = 0;
  const refused = ({ line }: InputRow): InputRow => ({
    line,
    reason: 'parcel_id_damaged',
    field: 'parcel_id',
  });
  return {
    /** The rows that can go on. */
    take(row: InputRow): InputRow[] {
      if (!isDamaged(row)) return [row];
      count++;
      if (count === 1) {
        held = row;
        return [];
      }
      const rows = held === null ? [row] : [held, row];
      held = null;
      return rows.map(refused);
    },
    /** What is still held back. */
    rest: (): InputRow[] => (held === null ? [] : [held]),
    /** What was refused and why, as a sentence without its period. */
    remarks: (): string[] =>
      count < 2
        ? []
        : [
            `${counted(count, 'row')} have parcel numbers such as 6.01E+10, which a spreadsheet has rounded: they are not loaded. ` +
              'Get the file as it was before it was saved in a spreadsheet',
          ],
  };
}

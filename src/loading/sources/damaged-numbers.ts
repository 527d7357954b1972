import { counted } from '../../domain/in-words.ts';
import type { Fault } from '../readers/rows.ts';

/** `6.01E+10`: what a spreadsheet shows of a long number, of which it keeps three digits when it writes a file. */
const DAMAGED = /^\d(?:\.\d+)?E\+\d+$/i;

interface Numbered {
  line: number;
  record: Record<string, unknown>;
}
type Refused = { line: number } & Fault;

const isDamaged = ({ record }: Numbered): boolean => DAMAGED.test(String(record.parcel_id ?? ''));

/**
 * Refuses the rows whose parcel number a spreadsheet has rounded, if there are several: they may be different parcels. A
 * single one is held back until the end, and goes in.
 */
export function damagedNumbers<R extends Numbered>() {
  let held: R | null = null;
  let count = 0;
  const refused = ({ line }: R): Refused => ({
    line,
    reason: 'parcel_id_damaged',
    field: 'parcel_id',
  });
  return {
    /** The rows that can go on. */
    take(row: R): (R | Refused)[] {
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
    rest: (): R[] => (held === null ? [] : [held]),
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

import { counted } from '../../domain/in-words.ts';
import type { Fault } from '../readers/rows.ts';

const MONTH = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)';
/**
 * `6.01E+10`: how a spreadsheet shows a long number, and writes it to a file with only three digits left; `12-Mar`: the day
 * that it makes of `3-12`.
 */
const DAMAGED = new RegExp(String.raw`^(?:\d(?:\.\d+)?E\+\d+|\d{1,2}-${MONTH}|${MONTH}-\d{2})$`, 'i');
/** What a row of totals, or a row drawn as a line, has in place of a number. */
const NONE = /^(?:(?:grand |sub-?)?totals?:?|[^\p{L}\p{N}\ufffd]+)$/iu;

interface Numbered {
  line: number;
  record: Record<string, unknown>;
}
type Refused = { line: number } & Fault;

/** Whether a parcel number is such as a spreadsheet makes of it. */
export const isDamagedNumber = (text: string): boolean => DAMAGED.test(text);
const isDamaged = ({ record }: Numbered): boolean => isDamagedNumber(String(record.parcel_id ?? ''));

/**
 * Refuses the rows whose parcel number a spreadsheet has changed, if there are several: they may be different parcels. A
 * single one is held back until the end, and loaded. Rows of totals have no number, and are refused where one is needed.
 */
export function damagedNumbers<R extends Numbered>(isNeeded = true) {
  let held: R | null = null;
  let count = 0;
  const refused =
    (reason: string) =>
    ({ line }: R): Refused => ({ line, reason, field: 'parcel_id' });
  return {
    /** The rows that can be passed on. */
    take(row: R): (R | Refused)[] {
      if (isNeeded && NONE.test(String(row.record.parcel_id ?? '')))
        return [refused('parcel_id_missing')(row)];
      if (!isDamaged(row)) return [row];
      count++;
      if (count === 1) {
        held = row;
        return [];
      }
      const rows = held === null ? [row] : [held, row];
      held = null;
      return rows.map(refused('parcel_id_damaged'));
    },
    /** The row that is still held back, if any. */
    rest: (): R[] => (held === null ? [] : [held]),
    /** What was refused and why, as a sentence without its period. */
    remarks: (): string[] =>
      count < 2
        ? []
        : [
            `${counted(count, 'row')} have parcel numbers such as 6.01E+10 or 12-Mar, which a spreadsheet has changed: they are not loaded. ` +
              'Get the file as it was before it was saved in a spreadsheet',
          ],
  };
}

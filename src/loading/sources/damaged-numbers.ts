import { counted } from '../../domain/in-words.ts';
import type { Fault } from '../readers/rows.ts';

const MONTH = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)';
/**
 * `6.01E+10`: what a spreadsheet shows of a long number, of which it keeps three digits when it writes a file; `12-Mar`: the
 * day that it makes of `3-12`.
 */
const DAMAGED = new RegExp(String.raw`^(?:\d(?:\.\d+)?E\+\d+|\d{1,2}-${MONTH}|${MONTH}-\d{2})$`, 'i');
/** What is in place of a number in a row of totals, or in a drawn line. */
const NONE = /^(?:(?:grand |sub-?)?totals?:?|[^\p{L}\p{N}\ufffd]+)$/iu;

interface Numbered {
  line: number;
  record: Record<string, unknown>;
}
type Refused = { line: number } & Fault;

const isDamaged = ({ record }: Numbered): boolean => DAMAGED.test(String(record.parcel_id ?? ''));

/**
 * Refuses the rows whose parcel number a spreadsheet has changed, if there are several: they may be different parcels. A
 * single one is kept until the end, and loaded. Rows of totals have no number.
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
    /** The row that is still kept, if any. */
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

import { counted } from '../../domain/in-words.ts';
import type { InputRow, RecordRow, Rejected } from '../readers/rows.ts';

const MONTH = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)';
const TIME = String.raw`(?:[ T]\d{1,2}:\d{2}(?::\d{2})?(?: ?[AP]M)?)?`;

/** A kind of number that a spreadsheet makes of a longer one, or of one with parts. */
interface Kind {
  has: RegExp;
  /** Numbers that no spreadsheet leaves beside those: where a column has one, it is printed so. */
  printed: RegExp | null;
  /** How many are enough to be sure; of fewer, one alone is loaded. */
  enough: number;
}

const KINDS: readonly Kind[] = [
  {
    // `6.01E+10`: a long number with only three digits left; `12-Mar`: the day that `3-12` becomes.
    has: new RegExp(
      String.raw`^(?:\d(?:\.\d+)?E\+\d+|\d{1,2}-${MONTH}(?:-(?:\d{2}|\d{4}))?|${MONTH}-\d{2}|\d{4}-\d{2}-\d{2}[ T]0?0:00(?::00)?)$`,
      'i',
    ),
    printed: null,
    enough: 2,
  },
  {
    // `3/3/2003`: the day that `3-3-3` becomes.
    has: new RegExp(
      String.raw`^(?:0?[1-9]|[12]\d|3[01])/(?:0?[1-9]|[12]\d|3[01])/(?:(?:19|20)\d{2}|\d{2})${TIME}$`,
      'i',
    ),
    printed: /\//,
    enough: 5_000,
  },
  // `123456789012345000`: only 15 digits are left of 18.
  { has: /^[1-9]\d{14}0+$/, printed: /^\d{16,}$/, enough: 5_000 },
];
/** What a row of totals, or a row drawn as a line, has in place of a number. */
const NONE =
  /^(?:(?:grand |report |sub-?)?totals?(?:[\s:=].*)?|(?:record|row|parcel)s? (?:count|total).*|[\d,]+ (?:record|row|parcel)s?\b.*|[^\p{L}\p{N}\ufffd]+)$/iu;

/** The numbers of a column that a spreadsheet has changed. */
export const damagedAmong = (numbers: readonly string[]): string[] =>
  KINDS.flatMap(({ has, printed }) => {
    const damaged = numbers.filter((number) => has.test(number));
    const isPrinted = numbers.some((number) => printed?.test(number) && !has.test(number));
    return damaged.length > 1 && !isPrinted ? damaged : [];
  });

/** Holds back the rows of a kind until it is sure whether a spreadsheet has changed them. */
function holder({ has, printed, enough }: Kind, refuse: (row: RecordRow) => Rejected) {
  let held: RecordRow[] = [];
  let isDamaged: boolean | null = null;
  function settled(areDamaged: boolean): InputRow[] {
    const rows = held;
    held = [];
    isDamaged = areDamaged;
    return areDamaged ? rows.map(refuse) : rows;
  }
  return {
    /** The rows that can be passed on; null where the number is of another kind. */
    take(row: RecordRow, number: string): InputRow[] | null {
      if (isDamaged === false) return null;
      if (has.test(number)) {
        held.push(row);
        return isDamaged || held.length >= enough ? settled(true) : [];
      }
      const isPrinted = isDamaged === null && (printed?.test(number) ?? false);
      return isPrinted ? [...settled(false), row] : null;
    },
    /** The rows that are still held back: a single one may be printed so. */
    rest: () => settled(held.length > 1),
  };
}

/**
 * Refuses the rows whose parcel number a spreadsheet has changed, if there are several: they may be different parcels.
 * Rows are held back until that is known. Rows of totals have no number, and are refused where one is needed.
 */
export function damagedNumbers(isNeeded = true) {
  let count = 0;
  let example = '';
  const refused = ({ line }: RecordRow, reason: string): Rejected => ({ line, reason, field: 'parcel_id' });
  const holders = KINDS.map((kind) =>
    holder(kind, (row) => {
      count++;
      example ||= String(row.record.parcel_id);
      return refused(row, 'parcel_id_damaged');
    }),
  );
  return {
    /** The rows that can be passed on. */
    take(row: RecordRow): InputRow[] {
      const number = String(row.record.parcel_id ?? '');
      if (isNeeded && NONE.test(number)) return [refused(row, 'parcel_id_missing')];
      for (const { take } of holders) {
        const rows = take(row, number);
        if (rows !== null) return rows;
      }
      return [row];
    },
    /** The rows that are still held back. */
    rest: (): InputRow[] => holders.flatMap(({ rest }) => rest()),
    /** What was refused and why, as a sentence without its period. */
    remarks: (): string[] =>
      count === 0
        ? []
        : [
            `${counted(count, 'row')} have parcel numbers such as ${example}, which a spreadsheet has changed: they are not loaded. ` +
              'Get the file as it was before it was saved in a spreadsheet',
          ],
  };
}

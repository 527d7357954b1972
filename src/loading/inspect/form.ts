import { columnsOf as columnsIn, type First, type Joined, type OneColumn } from '../sources/mapping.ts';
import { CITY_AFTER } from '../sources/pattern.ts';

/** What a proposal makes a field of: the same as in a source file, but for `number` and the parts of city lines. */
export type Form =
  | OneColumn<string>
  | First<string>
  /** `number` is the one with a street's house number. */
  | (Joined<string> & { number?: string })
  /** Part of a `CITY ST ZIP` line, which is in the last filled one of these columns. */
  | { cityLine: readonly string[]; part: 'city' | 'state' | 'zip' };

/** The parts of a line `CITY ST` or `CITY ST ZIP`, as regular expressions. */
export const CITY_LINE = {
  city: String.raw`^(.*?)[ ,]+[A-Za-z]{2}(?:[ ,]+\d{5}.*)?$`,
  state: String.raw`[ ,]([A-Za-z]{2})(?:[ ,]+\d{5}.*)?$`,
  zip: String.raw`(\d{5}(?:-\d{4})?)$`,
} as const;

const SUFFIXES =
  'ST AVE AV RD DR LN CT BLVD PL WAY CIR CR TER PKWY HWY TRL LOOP PIKE SQ STREET AVENUE ROAD DRIVE LANE COURT'
    .split(' ')
    .flatMap((word) => [word, word[0] + word.slice(1).toLowerCase()]);
const PLACE = String.raw`(?:[ ,]+[A-Za-z]{2})?(?:[ ,]+\d{5}(?:-?\d{4})?)?$`;

/** The city of a whole address on one line, after a comma or after the street suffix. */
export const CITY_LAST = {
  comma: String.raw`,\s*([A-Za-z][A-Za-z .'-]+?)${PLACE}`,
  suffix: String.raw`^\d.*\b(?:${SUFFIXES.join('|')})\.? +${CITY_AFTER}${PLACE}`,
} as const;

/** Patterns of parts of address lines, which the values alone show. */
export const LINE_PARTS: ReadonlySet<string> = new Set([
  ...Object.values(CITY_LINE),
  ...Object.values(CITY_LAST),
]);

/** The columns that a form reads. */
export const columnsOf = (form: Form): readonly string[] =>
  'cityLine' in form ? form.cityLine : columnsIn(form);

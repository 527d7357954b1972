import type { DateForm } from '../../domain/written-date.ts';

export type Unit = 'acres' | 'sqft' | 'sqm' | 'cents';

/** How a canonical field is made of columns. */
export type Form =
  | {
      column: string;
      /** Of areas and money; by default the field's own: acres, square feet, dollars. */
      unit?: Unit;
      /** By default, dates are `YYYY-MM-DD`. */
      dates?: DateForm;
      /** The decimal separator, by default a point. */
      decimal?: '.' | ',';
      /** Meanings of codes. */
      values?: Readonly<Record<string, string>>;
      /** Texts that mean nothing. */
      blank?: readonly string[];
      /** A regular expression: its group is what is taken of the text. */
      pattern?: string;
    }
  /** Several columns, the filled ones joined by a separator; `number` is the one with a street's house number. */
  | { columns: readonly string[]; separator: string; number?: string; dates?: DateForm }
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
const NO_CITY = String.raw`(?![NSEWnsew][EWew]?\b|(?:UNIT|APT|STE|SUITE|LOT|REAR|BLDG|FL)\b|(?:NORTH|SOUTH|EAST|WEST)$)`;
const PLACE = String.raw`(?:[ ,]+[A-Za-z]{2})?(?:[ ,]+\d{5}(?:-?\d{4})?)?$`;

/** The city of a whole address on one line, after a comma or after the street suffix. */
export const CITY_LAST = {
  comma: String.raw`,\s*([A-Za-z][A-Za-z .'-]+?)${PLACE}`,
  suffix: String.raw`^\d.*\b(?:${SUFFIXES.join('|')})\.? +${NO_CITY}([A-Za-z][A-Za-z .'-]+?)${PLACE}`,
} as const;

/** Patterns of parts of address lines, which the values alone show. */
export const LINE_PARTS: ReadonlySet<string> = new Set([
  ...Object.values(CITY_LINE),
  ...Object.values(CITY_LAST),
]);

/** The columns that a form reads. */
export function columnsOf(form: Form): readonly string[] {
  if ('column' in form) return [form.column];
  return 'columns' in form ? form.columns : form.cityLine;
}

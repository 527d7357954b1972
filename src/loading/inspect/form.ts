import { CITY_AFTER } from '../sources/functions.ts';
import { columnsOf, type First, type Joined, type OneColumn } from '../sources/mapping.ts';

/** What a proposal makes a field of: some of what a source file can say. */
export type Form =
  | OneColumn<string>
  | First<string | OneColumn<string>>
  /** A street with its house number is the number, and the list of the others. */
  | Joined<string | readonly string[]>;

/** Several columns as a street. */
export function streetForm(columns: readonly string[], isNumbered: boolean): Form {
  const [first = '', ...rest] = columns;
  if (rest.length === 0) return { column: first };
  return { columns: isNumbered ? [first, rest] : columns, separator: ' ' };
}

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

/** Part of a `CITY ST ZIP` line, which is in the last filled one of these columns. */
export const cityLine = (columns: readonly string[], part: keyof typeof CITY_LINE): Form => ({
  first: columns.map((column) => ({ column, pattern: CITY_LINE[part] })).reverse(),
});

const LINES: ReadonlySet<unknown> = new Set(Object.values(CITY_LINE));

/** The columns of a city line of which a form is a part, in their order; null for other forms. */
export const lineOf = (form: Form | undefined): string[] | null =>
  form !== undefined &&
  'first' in form &&
  form.first.every((one) => typeof one !== 'string' && LINES.has(one.pattern))
    ? columnsOf(form).reverse()
    : null;

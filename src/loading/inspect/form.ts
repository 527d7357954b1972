import { readFileSync } from 'node:fs';
import type { Column } from '../readers/table.ts';
import { CITY_AFTER } from '../sources/functions.ts';
import { columnsOf, type First, type Joined, type OneColumn } from '../sources/mapping.ts';
import type { Meaning } from './vocabulary.ts';

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
  form.first.every((part) => typeof part !== 'string' && LINES.has(part.pattern))
    ? columnsOf(form).reverse()
    : null;

/** A layout that many publishers share; all are in `data/layouts.txt`. */
export interface Layout {
  name: string;
  /** Column names that identify it; it is recognized when most of them are there. */
  marks: readonly string[];
  /** The columns of each field. Several can make a street; the city line gives three fields. */
  fields: ReadonlyMap<Meaning, readonly string[]>;
  /** Columns that look like one of these fields but are something else. */
  ignored: readonly string[];
}

function layoutIn(paragraph: string): Layout {
  const [name = '', marks = '', fields = '', ignored = ''] = paragraph.split('\n');
  return {
    name,
    marks: marks.split(' '),
    fields: new Map(
      fields.split(', ').map((entry) => {
        const at = entry.indexOf(' ');
        // A test checks that the file has only names of this type.
        return [entry.slice(0, at) as Meaning, entry.slice(at + 1).split('+')];
      }),
    ),
    ignored: ignored.split(' ').slice(1),
  };
}

export const LAYOUTS: readonly Layout[] = readFileSync(new URL('./data/layouts.txt', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n\n')
  .slice(1)
  .map(layoutIn);

const SHARE = 0.6;
const LONGEST_DBF_NAME = 10;

const fold = (name: string) => name.toUpperCase();

/** Finds columns by name in any case, even if a .dbf has cut the name to ten characters. */
function columnFinder(columns: readonly Column[]): (name: string) => string | undefined {
  const names = new Map(columns.map(({ name }) => [fold(name), name]));
  return (name) => names.get(fold(name)) ?? names.get(fold(name).slice(0, LONGEST_DBF_NAME));
}

/** The layout that fits the column names best; null when none has at least 60 % of its marks. */
export function layoutOf(columns: readonly Column[]): Layout | null {
  const find = columnFinder(columns);
  const shareOf = ({ marks }: Layout) =>
    marks.filter((mark) => find(mark) !== undefined).length / marks.length;
  const best = LAYOUTS.reduce((a, b) => (shareOf(b) > shareOf(a) ? b : a));
  if (shareOf(best) < SHARE) return null;
  return { ...best, ignored: best.ignored.flatMap((name) => find(name) ?? []) };
}

const LINE = ['city', 'state', 'zip'] as const;

/** The layout's fields whose columns are in the table; of a street's several columns, one is enough. */
export function knownForms(layout: Layout | null, columns: readonly Column[]): Map<Meaning, Form> {
  const find = columnFinder(columns);
  const forms = [...(layout?.fields ?? [])].flatMap(([field, names]): [Meaning, Form][] => {
    const columns = names.flatMap((name) => find(name) ?? []);
    if (columns.length === 0) return [];
    if (field === 'mailing_city_line')
      return LINE.map((part) => [`mailing_${part}`, cityLine(columns, part)]);
    return [[field, streetForm(columns, true)]];
  });
  return new Map(forms);
}

import { readNumber } from '../../../domain/written-number.ts';
import { type CsvRecord, csvFields, type Dialect, fitting, recordJoiner } from './records.ts';

/** Delimiters that are recognized, with their names; a comma is preferred. */
const NAMES: Readonly<Record<string, string>> = {
  ',': 'commas',
  ';': 'semicolons',
  '\t': 'tabs',
  '|': 'vertical bars',
};

const DELIMITERS: readonly string[] = Object.keys(NAMES);

/** The name of a delimiter, as in `separated by semicolons`. */
export const delimiterName = (delimiter: string): string => NAMES[delimiter] ?? `"${delimiter}"`;

/** Most lines to look at. */
const LINES = 200;

interface Split {
  delimiter: string;
  columns: number;
  /** The share of records after the header with as many columns as the header. */
  alike: number;
}

/** The records of lines. The last one may be incomplete; then it does not count. */
function recordsIn(lines: readonly string[], dialect: Dialect): CsvRecord[] {
  const joiner = recordJoiner(dialect);
  const found: CsvRecord[] = [];
  lines.forEach((line, at) => void joiner.add(at + 1, line, found));
  return found;
}

/** How a delimiter splits the first lines of a table. */
export function split(lines: readonly string[], delimiter: string): Split {
  const found = recordsIn(lines.slice(0, LINES), { delimiter, isQuoted: true });
  const header = found.find((record) => 'values' in record);
  const columns = header?.values.length ?? 1;
  const rows = found.filter((record) => record !== header);
  const good = rows.filter((record) => 'values' in record && fitting(record.values, columns) !== null);
  return { delimiter, columns, alike: rows.length === 0 ? 1 : good.length / rows.length };
}

/**
 * The delimiter of a table, by its first lines: the one that gives most records as many columns as the header, and more
 * than one. Among equals, the one that gives the most columns; a comma if none gives two.
 * @param isStrict whether to refuse lines that two delimiters split equally well.
 */
export function foundDelimiter(lines: readonly string[], isStrict = false): Split {
  const splits = DELIMITERS.map((delimiter) => split(lines, delimiter));
  const several = splits.filter(({ columns, alike }) => columns > 1 && alike > 0);
  const [best, next] = several.toSorted((a, b) => b.alike - a.alike || b.columns - a.columns);
  if (isStrict && next && best!.alike === next.alike && best!.columns === next.columns)
    throw new Error(
      `its header line can be split in several ways (${best!.columns} columns by ${delimiterName(best!.delimiter)} or by ` +
        `${delimiterName(next.delimiter)}). Separate columns by commas, and put names that hold one into double quotes.`,
    );
  return best ?? splits[0]!;
}

/** Programs that separate by these usually write quotes as they are. */
export const UNQUOTED: ReadonlySet<string> = new Set(['\t', '|']);

/**
 * Whether quotes around fields are marks, by the lines of a table that is separated by tabs or bars, from its header on. They are
 * text if no field is within quotes as a whole, or if more records then have as many columns as the header; but marks if all
 * records fit with them.
 */
export function hasQuotedFields(lines: readonly string[], delimiter: string): boolean {
  const by = RegExp.escape(delimiter);
  const whole = new RegExp(`(?:^|${by})"(?:[^"]|"")*"(?:${by}|$)`);
  if (!lines.some((line) => whole.test(line))) return false;
  const [marked, plain] = [true, false].map((isQuoted) => {
    const records = recordsIn(lines, { delimiter, isQuoted });
    const columns = 'values' in (records[0] ?? {}) ? (records[0] as { values: string[] }).values.length : 0;
    const good = records.filter((record) => 'values' in record && fitting(record.values, columns) !== null);
    return { good: good.length, isWhole: good.length === records.length };
  }) as [{ good: number; isWhole: boolean }, { good: number }];
  return marked.isWhole || marked.good >= plain.good;
}

/** Lines that may come before the names of the columns. */
const MOST_TITLES = 20;
/** The share of rows after the names that must have as many columns. */
const LEAST_ALIKE = 0.9;
/** The least share of columns that must have names, and that a title must not fill. */
const HALF = 0.5;
const MOST_NUMBERS = 0.25;

/** A line that is not blank, by its number from 1. */
export interface TextLine {
  line: number;
  text: string;
}

const filledIn = (text: string, delimiter: string): string[] =>
  (csvFields(text, delimiter) ?? []).filter((field) => field.trim() !== '');

/**
 * The number of the line that names the columns, found from the first lines of a table. Titles, `sep=;` and names of column
 * groups may come before it: lines that fill less than half of the columns, while nearly all lines after the names have as
 * many columns as the names. Otherwise it is the first line.
 */
export function headerLine(lines: readonly TextLine[]): number {
  const first = lines[0]?.line ?? 1;
  for (let titles = 0; titles < Math.min(MOST_TITLES, lines.length - 1); titles++) {
    const { delimiter, columns, alike } = foundDelimiter(lines.slice(titles).map(({ text }) => text));
    const { line, text } = lines[titles]!;
    const names = filledIn(text, delimiter);
    const isNames =
      columns > 2 &&
      alike >= LEAST_ALIKE &&
      names.length >= columns * HALF &&
      names.filter((name) => readNumber(name) !== null).length <= names.length * MOST_NUMBERS;
    if (isNames) {
      const before = lines.slice(0, titles);
      return before.every((title) => filledIn(title.text, delimiter).length < columns * HALF) ? line : first;
    }
  }
  return first;
}

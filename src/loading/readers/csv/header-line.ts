import { readNumber } from '../../../domain/written-number.ts';
import { csvFields } from './fields.ts';
import { foundDelimiter } from './found-delimiter.ts';

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

import { csvFields } from './fields.ts';

/** Delimiters that are recognized, with their names; a comma is preferred. */
const NAMES: Readonly<Record<string, string>> = {
  ',': 'commas',
  ';': 'semicolons',
  '\t': 'tabs',
  '|': 'vertical bars',
};

export const DELIMITERS: readonly string[] = Object.keys(NAMES);

/** The name of a delimiter, as in `separated by semicolons`. */
export const delimiterName = (delimiter: string): string => NAMES[delimiter] ?? `"${delimiter}"`;

export const columnNames = (values: string[]): string[] => values.map((name) => name.trim());

/**
 * What separates the columns of a table: the delimiter that finds most of the `known` column names in the header line. If
 * none finds any, the only delimiter in the line outside quotes; a comma if there is none.
 * @throws Error that says what to do when several are possible.
 */
export function delimiterOf(header: string, known: ReadonlySet<string>): string {
  const splits = DELIMITERS.map((delimiter) => {
    // A quoted name may continue on the next line.
    const names = columnNames(csvFields(header, delimiter) ?? csvFields(`${header}"`, delimiter) ?? []);
    return { delimiter, columns: names.length, known: names.filter((name) => known.has(name)).length };
  });
  const most = Math.max(...splits.map((split) => split.known));
  const best = splits.filter((split) => split.columns > 1 && split.known === most);
  if (best.length > 1) {
    const ways = best
      .map(({ delimiter, columns }) => `${columns} columns by ${delimiterName(delimiter)}`)
      .join(', ');
    throw new Error(
      `its header line can be split in several ways (${ways}), and ${most === 0 ? 'no column has a known name' : 'none finds more known names'}. ` +
        'Separate columns by commas, and put names that hold one into double quotes.',
    );
  }
  return best[0]?.delimiter ?? ',';
}

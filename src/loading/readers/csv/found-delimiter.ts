import { DELIMITERS } from './delimiter.ts';
import { fitting } from './fields.ts';
import { recordJoiner } from './records.ts';

/** Most lines to look at. */
const LINES = 200;

interface Split {
  delimiter: string;
  columns: number;
  /** The share of records after the header with as many columns as the header. */
  alike: number;
}

/** How a delimiter splits the first lines of a table. */
export function split(lines: readonly string[], delimiter: string): Split {
  const joiner = recordJoiner(delimiter);
  const found: Parameters<typeof joiner.add>[2] = [];
  // The last record may be incomplete; then it does not count.
  lines.slice(0, LINES).forEach((line, at) => void joiner.add(at + 1, line, found));
  const header = found.find((record) => 'values' in record);
  const columns = header?.values.length ?? 1;
  const rows = found.filter((record) => record !== header);
  const good = rows.filter((record) => 'values' in record && fitting(record.values, columns) !== null);
  return { delimiter, columns, alike: rows.length === 0 ? 1 : good.length / rows.length };
}

/**
 * The delimiter of a table, by its first lines: the one that gives most records as many columns as the header, and more
 * than one. Among equals, the one that gives the most columns; a comma if none gives two.
 */
export function foundDelimiter(lines: readonly string[]): Split {
  const splits = DELIMITERS.map((delimiter) => split(lines, delimiter));
  const several = splits.filter(({ columns, alike }) => columns > 1 && alike > 0);
  const [best] = several.toSorted((a, b) => b.alike - a.alike || b.columns - a.columns);
  return best ?? splits[0]!;
}

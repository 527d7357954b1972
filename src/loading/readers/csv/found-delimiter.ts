import { DELIMITERS } from './delimiter.ts';
import { fitting } from './fields.ts';
import { type CsvRecord, type Dialect, recordJoiner } from './records.ts';

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
 */
export function foundDelimiter(lines: readonly string[]): Split {
  const splits = DELIMITERS.map((delimiter) => split(lines, delimiter));
  const several = splits.filter(({ columns, alike }) => columns > 1 && alike > 0);
  const [best] = several.toSorted((a, b) => b.alike - a.alike || b.columns - a.columns);
  return best ?? splits[0]!;
}

/** Programs that separate by these usually write quotes as they are. */
const UNQUOTED = new Set(['\t', '|']);

/**
 * Whether quotes around fields are marks, by the lines of a table from its header on. Where tabs or bars separate, they are
 * text if no field is within quotes as a whole, or if more records then have as many columns as the header; but marks if all
 * records fit with them.
 */
export function hasQuotedFields(lines: readonly string[], delimiter: string): boolean {
  if (!UNQUOTED.has(delimiter)) return true;
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

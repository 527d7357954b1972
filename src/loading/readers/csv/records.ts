import { splitLines } from '../lines.ts';
import { LONGEST_LINE, type Rejected } from '../rows.ts';

/**
 * Whether a quote is escaped by a backslash, as in files from MySQL, and does not close the quoted field whose text begins
 * at `start`: neither a delimiter nor the end of the line follows it.
 */
const isEscaped = (text: string, start: number, quote: number, delimiter: string): boolean =>
  quote > start && text[quote - 1] === '\\' && quote + 1 < text.length && text[quote + 1] !== delimiter;

interface SplitLine {
  fields: string[];
  /** The last field is a quoted one that is not closed. */
  isOpen: boolean;
  /** The quote that closes the field in which the line begins is not followed by a delimiter or the line's end. */
  isOdd: boolean;
}

/**
 * The fields of a line (RFC 4180, with any one-character delimiter), which begins outside or inside a quoted field. A quote
 * in a field that did not start with one is kept.
 */
function splitLine(line: string, delimiter: string, isInside: boolean): SplitLine {
  const fields: string[] = [];
  let isQuoted = isInside;
  let isOdd = false;
  for (let at = 0; ; ) {
    let field = '';
    if (isQuoted || line[at] === '"') {
      let start = isQuoted ? at : at + 1;
      let quote = line.indexOf('"', start);
      for (; quote >= 0; quote = line.indexOf('"', start)) {
        if (line[quote + 1] === '"') {
          field += line.slice(start, quote + 1);
          start = quote + 2;
        } else if (isEscaped(line, start, quote, delimiter)) {
          field += `${line.slice(start, quote - 1)}"`;
          start = quote + 1;
        } else break;
      }
      field += line.slice(start, quote < 0 ? undefined : quote);
      if (quote < 0) return { fields: [...fields, field], isOpen: true, isOdd };
      at = quote + 1;
      isOdd ||= isQuoted && at < line.length && line[at] !== delimiter;
      isQuoted = false;
    }
    const next = line.indexOf(delimiter, at);
    fields.push(field + line.slice(at, next < 0 ? undefined : next));
    if (next < 0) return { fields, isOpen: false, isOdd };
    at = next + 1;
  }
}

/** The fields of one line of CSV, or null when it ends inside a quoted field. */
export function csvFields(line: string, delimiter: string): string[] | null {
  if (!line.includes('"')) return line.split(delimiter);
  const { fields, isOpen } = splitLine(line, delimiter, false);
  return isOpen ? null : fields;
}

/** The fields of a record with so many columns, without extra blank ones at its end; null when their number does not fit. */
export function fitting(fields: string[], columns: number): string[] | null {
  if (fields.length === columns) return fields;
  const isLonger = fields.length > columns && fields.slice(columns).every((field) => field.trim() === '');
  return isLonger ? fields.slice(0, columns) : null;
}

/** In a record with more lines than this, a quote was never closed. */
const MOST_LINES = 1_000;

/** How the fields of a table are written. */
export interface Dialect {
  delimiter: string;
  /** Whether a field that begins with a quote is a quoted one. Otherwise, each line is a record. */
  isQuoted: boolean;
}

export type CsvRecord = { line: number; values: string[] } | Rejected;

/** A line of an open record. The counts are sums over it and all open lines before it. */
interface OpenLine {
  line: number;
  text: string;
  fields: string[];
  isOpen: boolean;
  delimiters: number;
  odd: number;
  length: number;
}

/** The fields of a record of several lines. All lines but the first begin within the last field of the one before. */
function joinedFields([first, ...others]: readonly OpenLine[]): string[] {
  const fields = [...first!.fields];
  for (const line of others) {
    const [rest, ...more] = line.fields;
    fields[fields.length - 1] += `\n${rest}`;
    fields.push(...more);
  }
  return fields;
}

/**
 * Joins physical lines into records, which should all have as many fields as the first one. A call puts what it completes
 * into `records`.
 *
 * A quoted field that is not closed on its line may continue on the next lines. Its quote is a stray one when nothing
 * closes it within 1,000 lines and 1 MiB, when an unreadable line comes first, when the closing quote does not end a field,
 * or when the record would have a different number of columns. Then only the line with the stray quote is rejected, and
 * reading continues with the next line.
 *
 * What a line does to an open field does not depend on where the field was opened, so each line is split twice at most.
 */
export function recordJoiner({ delimiter, isQuoted }: Dialect) {
  let lines: OpenLine[] = [];
  /** Where the lines of the open record begin. */
  let first = 0;
  let width: number | null = null;

  function keep(line: number, values: string[], records: CsvRecord[]): void {
    width ??= values.length;
    records.push({ line, values });
  }

  /** Reads the first line of a record. Returns its fields if it leaves one open. */
  function begin(line: number, text: string, records: CsvRecord[]): SplitLine | null {
    if (text === '') return null;
    const split = isQuoted && text.includes('"') ? splitLine(text, delimiter, false) : null;
    if (split?.isOpen) return split;
    keep(line, split?.fields ?? text.split(delimiter), records);
    return null;
  }

  function append(line: number, text: string, { fields, isOpen, isOdd }: SplitLine): void {
    const before = lines.at(-1) ?? { delimiters: 0, odd: 0, length: 0 };
    lines.push({
      line,
      text,
      fields,
      isOpen,
      delimiters: before.delimiters + fields.length - 1,
      odd: before.odd + Number(isOdd),
      length: before.length + text.length + 1,
    });
  }

  /** Rejects the first open line, and reads the others again, up to one that leaves a field open. */
  function giveUp(reason: string, records: CsvRecord[]): void {
    records.push({ line: lines[first++]!.line, reason });
    for (; first < lines.length; first++) {
      const opening = lines[first]!;
      const split = begin(opening.line, opening.text, records);
      if (split === null) continue;
      opening.fields = split.fields;
      break;
    }
    if (first <= MOST_LINES && first < lines.length) return;
    lines = lines.slice(first);
    first = 0;
  }

  /** Decides what the last open line means: it ends the record, or shows that the quote was a stray one. */
  function settle(records: CsvRecord[]): void {
    while (lines.length > 0) {
      const [opening, last] = [lines[first]!, lines.at(-1)!];
      const isClosed = opening !== last && !last.isOpen;
      if (isClosed && last.odd === opening.odd) {
        const columns = opening.fields.length + last.delimiters - opening.delimiters;
        if (width !== null && columns !== width) giveUp('wrong_column_count', records);
        else {
          keep(opening.line, joinedFields(lines.slice(first)), records);
          lines = [];
          first = 0;
        }
      } else {
        const length = last.length - opening.length + opening.text.length;
        if (!isClosed && length < LONGEST_LINE && lines.length - first <= MOST_LINES) return;
        giveUp('unclosed_quote', records);
      }
    }
  }

  return {
    add(line: number, text: string, records: CsvRecord[]): void {
      if (lines.length > 0) {
        append(line, text, splitLine(text, delimiter, true));
        settle(records);
        return;
      }
      const split = begin(line, text, records);
      if (split !== null) append(line, text, split);
    },
    /** Rejects open lines with stray quotes, since no readable line follows. */
    end(records: CsvRecord[]): void {
      while (lines.length > 0) giveUp('unclosed_quote', records);
    },
  };
}

/** Never in a value: a line with a NUL is rejected. */
export const SEPARATOR = '\u0000';

const FAULTS: Readonly<Record<string, string>> = {
  line_too_long: 'it is longer than 1 MiB. Is this a CSV file?',
  invalid_utf8: 'it has letters that are not UTF-8. Save the file as UTF-8.',
  nul_character: 'it holds a NUL, which no text does. Is this a CSV file?',
  unclosed_quote: 'a quote in it is not closed.',
};

/** The text of a line, or null when its bytes are not UTF-8. */
export type Decode = (bytes: Buffer) => string | null;

function faultOf(bytes: Buffer | null, text: string | null): string | null {
  if (bytes === null) return 'line_too_long';
  if (text === null) return 'invalid_utf8';
  return text.includes(SEPARATOR) ? 'nul_character' : null;
}

/** Says why a header line cannot be read. */
export const unreadableHeader = (reason: string): Error =>
  new Error(`its header line cannot be read: ${FAULTS[reason] ?? reason}`);

/**
 * The records of a CSV file; the first is the header. Memory does not grow with the file.
 * @param isSkipped whether to skip a line, by its number from 1.
 */
export async function* csvRecords(
  bytes: AsyncIterable<Buffer>,
  decode: Decode,
  dialect: Dialect,
  isSkipped: (line: number) => boolean,
): AsyncGenerator<CsvRecord[]> {
  const joiner = recordJoiner(dialect);
  for await (const lines of splitLines(bytes)) {
    const records: CsvRecord[] = [];
    for (const { line, bytes } of lines) {
      if (isSkipped(line)) continue;
      const text = bytes === null ? null : decode(bytes);
      const reason = faultOf(bytes, text);
      if (reason === null) joiner.add(line, text!, records);
      else {
        joiner.end(records);
        records.push({ line, reason });
      }
    }
    yield records;
  }
  const last: CsvRecord[] = [];
  joiner.end(last);
  yield last;
}

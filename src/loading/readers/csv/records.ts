import { splitLines } from '../lines.ts';
import { LONGEST_LINE, type Rejected } from '../rows.ts';

/**
 * Whether a quote is escaped by a backslash, as in files from MySQL, and does not close the quoted field whose text begins
 * at `start`: neither a delimiter nor the end of the record follows it.
 */
const isEscaped = (text: string, start: number, quote: number, delimiter: string): boolean =>
  quote > start && text[quote - 1] === '\\' && quote + 1 < text.length && text[quote + 1] !== delimiter;

/**
 * The fields of one CSV record (RFC 4180, with any one-character delimiter), or null when it ends inside a quoted field. A
 * quote in a field that did not start with one is kept.
 */
export function csvFields(record: string, delimiter: string): string[] | null {
  if (!record.includes('"')) return record.split(delimiter);
  const fields: string[] = [];
  let at = 0;
  for (;;) {
    if (record[at] !== '"') {
      const next = record.indexOf(delimiter, at);
      if (next < 0) {
        fields.push(record.slice(at));
        return fields;
      }
      fields.push(record.slice(at, next));
      at = next + 1;
      continue;
    }
    let field = '';
    let start = at + 1;
    let quote = record.indexOf('"', start);
    while (quote >= 0) {
      if (record[quote + 1] === '"') {
        field += record.slice(start, quote + 1);
        start = quote + 2;
      } else if (isEscaped(record, start, quote, delimiter)) {
        field += `${record.slice(start, quote - 1)}"`;
        start = quote + 1;
      } else break;
      quote = record.indexOf('"', start);
    }
    if (quote < 0) return null;
    field += record.slice(start, quote);
    const next = record.indexOf(delimiter, quote + 1);
    fields.push(field + record.slice(quote + 1, next < 0 ? undefined : next));
    if (next < 0) return fields;
    at = next + 1;
  }
}

/** The fields of a record with so many columns, without extra blank ones at its end; null when their number does not fit. */
export function fitting(fields: string[], columns: number): string[] | null {
  if (fields.length === columns) return fields;
  const isLonger = fields.length > columns && fields.slice(columns).every((field) => field.trim() === '');
  return isLonger ? fields.slice(0, columns) : null;
}

interface LineShape {
  delimiters: number;
  /** A quoted field is open where the line ends. */
  open: boolean;
  /** The quote that closes the open field is not followed by a delimiter or the line's end. */
  odd: boolean;
}

/** The shape of a line that begins inside or outside a quoted field. Agrees with `csvFields`. */
export function lineShape(line: string, delimiter: string, inside: boolean): LineShape {
  let delimiters = 0;
  let at = 0;
  let quoted = inside;
  let odd = false;
  for (;;) {
    if (quoted || line[at] === '"') {
      let start = quoted ? at : at + 1;
      let quote = line.indexOf('"', start);
      while (quote >= 0) {
        if (line[quote + 1] === '"') start = quote + 2;
        else if (isEscaped(line, start, quote, delimiter)) start = quote + 1;
        else break;
        quote = line.indexOf('"', start);
      }
      if (quote < 0) return { delimiters, open: true, odd };
      at = quote + 1;
      odd ||= quoted && at < line.length && line[at] !== delimiter;
      quoted = false;
    }
    const next = line.indexOf(delimiter, at);
    if (next < 0) return { delimiters, open: false, odd };
    delimiters++;
    at = next + 1;
  }
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

interface OpenLine extends LineShape {
  line: number;
  text: string;
}

/** The lines of an open record. All lines after the first begin inside a quoted field. */
function openLines() {
  let lines: OpenLine[] = [];
  let first = 0;
  let length = 0;
  let delimiters = 0;
  let odd = 0;
  return {
    count: () => lines.length - first,
    first: () => lines[first]!,
    last: () => lines.at(-1)!,
    length: () => length,
    delimiters: () => delimiters,
    isOdd: () => odd > 0,
    text: () =>
      lines
        .slice(first)
        .map(({ text }) => text)
        .join('\n'),
    add(line: OpenLine): void {
      if (lines.length > first) {
        delimiters += line.delimiters;
        odd += Number(line.odd);
      }
      lines.push(line);
      length += line.text.length + 1;
    },
    shift(): OpenLine {
      const taken = lines[first++]!;
      length -= taken.text.length + 1;
      const next = lines[first];
      if (next) {
        delimiters -= next.delimiters;
        odd -= Number(next.odd);
      }
      if (first > MOST_LINES || !next) {
        lines = lines.slice(first);
        first = 0;
      }
      return taken;
    },
    clear(): void {
      lines = [];
      first = length = delimiters = odd = 0;
    },
  };
}

/**
 * Joins physical lines into records, which should all have as many fields as the first one. A call puts what it finds
 * into `found`.
 *
 * A quoted field that is not closed on its line may continue on the next lines. Its quote is a stray one when nothing
 * closes it within 1,000 lines and 1 MiB, when an unreadable line comes first, when the closing quote does not end a field,
 * or when the record would have a different number of columns. Then only the line with the stray quote is rejected, and
 * reading continues with the next line.
 *
 * What a line does to an open field does not depend on where the field was opened, so each line is looked at three times
 * at most.
 */
export function recordJoiner({ delimiter, isQuoted }: Dialect) {
  const open = openLines();
  let before = 0;
  let width: number | null = null;

  function keep(line: number, values: string[], found: CsvRecord[]): void {
    width ??= values.length;
    found.push({ line, values });
  }

  /** Reads the first line of a record. Returns whether it leaves a field open. */
  function begin(line: number, text: string, found: CsvRecord[]): boolean {
    if (text === '') return false;
    const values = isQuoted ? csvFields(text, delimiter) : text.split(delimiter);
    if (values === null) before = lineShape(text, delimiter, false).delimiters;
    else keep(line, values, found);
    return values === null;
  }

  /** Rejects the first open line, and reads the others again, up to one that leaves a field open. */
  function giveUp(reason: string, found: CsvRecord[]): void {
    found.push({ line: open.shift().line, reason });
    while (open.count() > 0 && !begin(open.first().line, open.first().text, found)) open.shift();
  }

  /** Decides what the last open line means: it ends the record, or shows that the quote was a stray one. */
  function settle(found: CsvRecord[]): void {
    while (open.count() > 0) {
      const closed = open.count() > 1 && !open.last().open;
      if (closed && !open.isOdd()) {
        if (width !== null && before + open.delimiters() + 1 !== width) giveUp('wrong_column_count', found);
        else {
          keep(open.first().line, csvFields(open.text(), delimiter)!, found);
          open.clear();
        }
      } else if (closed || open.length() > LONGEST_LINE || open.count() > MOST_LINES)
        giveUp('unclosed_quote', found);
      else return;
    }
  }

  return {
    add(line: number, text: string, found: CsvRecord[]): void {
      if (open.count() > 0) {
        open.add({ line, text, ...lineShape(text, delimiter, true) });
        settle(found);
      } else if (begin(line, text, found)) open.add({ line, text, delimiters: 0, open: true, odd: false });
    },
    /** Rejects open lines with stray quotes, since no readable line follows. */
    end(found: CsvRecord[]): void {
      while (open.count() > 0) giveUp('unclosed_quote', found);
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
type Decode = (bytes: Buffer) => string | null;

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
 * @param dialectOf is given the first line that has text.
 * @param isSkipped whether to skip a line, by its number from 1.
 */
export async function* csvRecords(
  bytes: AsyncIterable<Buffer>,
  decode: Decode,
  dialectOf: (line: string) => Dialect,
  isSkipped: (line: number) => boolean = () => false,
): AsyncGenerator<CsvRecord[]> {
  let joiner: ReturnType<typeof recordJoiner> | null = null;
  for await (const lines of splitLines(bytes)) {
    const found: CsvRecord[] = [];
    for (const { line, bytes } of lines) {
      if (isSkipped(line)) continue;
      const text = bytes === null ? null : decode(bytes);
      const reason = faultOf(bytes, text);
      if (reason !== null) {
        joiner?.end(found);
        found.push({ line, reason });
      } else if (joiner || text !== '') {
        joiner ??= recordJoiner(dialectOf(text!));
        joiner.add(line, text!, found);
      }
    }
    yield found;
  }
  const last: CsvRecord[] = [];
  joiner?.end(last);
  yield last;
}

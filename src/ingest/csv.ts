import { isUtf8 } from 'node:buffer';
import { csvFields, endsInsideQuotes } from './csv-fields.ts';
import { type Line, splitLines } from './lines.ts';
import { LONGEST_LINE, type Row } from './rows.ts';

/** A record over more lines than this is taken for a quote that was never closed. */
const MOST_LINES = 1_000;
/** Stands in no value: a line with a NUL is rejected. */
const SEPARATOR = '\u0000';

export interface CsvOptions {
  /** As published; UTF-8 is checked, others are decoded. */
  encoding?: 'utf-8' | 'windows-1252';
  /** Sees the header before the first row; throws when the columns are not those expected. */
  check?: (header: string[]) => void;
}

type Decode = (bytes: Buffer) => string | null;

function decoderFor(encoding: CsvOptions['encoding']): Decode {
  if (encoding === 'windows-1252') {
    const decoder = new TextDecoder(encoding);
    return (bytes) => decoder.decode(bytes);
  }
  return (bytes) => (isUtf8(bytes) ? bytes.toString('utf8') : null);
}

/** The header is part of `raw`: the same values under other names are another record. */
function toRow(line: number, header: string[], columns: string, values: string[]): Row {
  if (values.length !== header.length) return { line, reason: 'wrong_column_count' };
  const record: Record<string, unknown> = {};
  for (let column = 0; column < header.length; column++) record[header[column]!] = values[column];
  return { line, raw: columns + values.join(SEPARATOR), record };
}

/** A record that may still be open: its physical lines so far, the first of them at `line`. */
interface Open {
  line: number;
  texts: string[];
  length: number;
}

type Parsed = { line: number; values: string[] } | { line: number; reason: string };

/**
 * Joins physical lines into records. When a quote stays open for too long, only the line where it opened is
 * rejected and reading goes on with the next one.
 */
class RecordJoiner {
  #open: Open | null = null;
  readonly #decode: Decode;

  constructor(decode: Decode) {
    this.#decode = decode;
  }

  /** The records that end with this line. */
  add({ line, bytes }: Line): Parsed[] {
    const text = bytes === null ? null : this.#decode(bytes);
    if (text === null || text.includes('\u0000')) {
      const reason = bytes === null ? 'line_too_long' : text === null ? 'invalid_utf8' : 'nul_character';
      return [...this.end(), { line, reason }];
    }
    return this.#addText(line, text);
  }

  /** The records of the lines that are still open when nothing follows them. */
  end(): Parsed[] {
    const found: Parsed[] = [];
    while (this.#open) found.push(...this.#giveUp());
    return found;
  }

  /** Gives up the open record: its first line is rejected, the others are read anew. */
  #giveUp(): Parsed[] {
    const given = this.#open!;
    this.#open = null;
    const found: Parsed[] = [{ line: given.line, reason: 'unclosed_quote' }];
    for (let next = 1; next < given.texts.length; next++) {
      found.push(...this.#addText(given.line + next, given.texts[next]!));
    }
    return found;
  }

  #addText(line: number, text: string): Parsed[] {
    const open = this.#open;
    if (!open) {
      if (text === '') return [];
      const values = csvFields(text);
      if (values) return [{ line, values }];
      this.#open = { line, texts: [text], length: text.length };
      return [];
    }
    open.texts.push(text);
    open.length += text.length + 1;
    if (!endsInsideQuotes(text, true)) {
      this.#open = null;
      return [{ line: open.line, values: csvFields(open.texts.join('\n'))! }];
    }
    return open.length > LONGEST_LINE || open.texts.length > MOST_LINES ? this.#giveUp() : [];
  }
}

/** Records of a CSV file with a header line, as objects of strings. A row of other columns is rejected. */
export async function* csvRows(
  bytes: AsyncIterable<Buffer>,
  options: CsvOptions = {},
): AsyncGenerator<Row[]> {
  const joiner = new RecordJoiner(decoderFor(options.encoding));
  let header: string[] | null = null;
  let columns = '';

  function toRows(records: Parsed[]): Row[] {
    const rows: Row[] = [];
    for (const record of records) {
      if (header) rows.push('reason' in record ? record : toRow(record.line, header, columns, record.values));
      else if ('reason' in record) throw new Error(`the header line cannot be read: ${record.reason}`);
      else {
        header = record.values.map((name) => name.trim());
        columns = header.join(SEPARATOR) + SEPARATOR;
        options.check?.(header);
      }
    }
    return rows;
  }

  for await (const lines of splitLines(bytes)) yield toRows(lines.flatMap((line) => joiner.add(line)));
  yield toRows(joiner.end());
}

import { isUtf8 } from 'node:buffer';
import { readNumber } from '../../../domain/written-number.ts';
import { LOST } from '../cells.ts';
import { detectedEncoding, namedEncoding, unicodeEncoding } from '../encodings.ts';
import { markup } from '../formats.ts';
import { BEGINNING, beginningOf, type ReadableFile } from '../input.ts';
import { splitLines } from '../lines.ts';
import type { OpenOptions } from '../table.ts';
import {
  type CsvRecord,
  csvFields,
  csvRecords,
  type Decode,
  type Dialect,
  fitting,
  recordJoiner,
} from './records.ts';

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
const SAMPLE_LINES = 200;

interface Split {
  delimiter: string;
  columns: number;
  /** The share of records after the header with as many columns as the header. */
  alike: number;
}

/** The records of lines. The last one may be incomplete; then it does not count. */
function recordsIn(lines: readonly string[], dialect: Dialect): CsvRecord[] {
  const joiner = recordJoiner(dialect);
  const records: CsvRecord[] = [];
  lines.forEach((line, at) => void joiner.add(at + 1, line, records));
  return records;
}

/** How a delimiter splits the first lines of a table. */
function split(lines: readonly string[], delimiter: string): Split {
  const records = recordsIn(lines.slice(0, SAMPLE_LINES), { delimiter, isQuoted: true });
  const header = records.find((record) => 'values' in record);
  const columns = header?.values.length ?? 1;
  const rows = records.filter((record) => record !== header);
  const good = rows.filter((record) => 'values' in record && fitting(record.values, columns) !== null);
  return { delimiter, columns, alike: rows.length === 0 ? 1 : good.length / rows.length };
}

/**
 * The delimiter of a table, by its first lines: the one that gives most records as many columns as the header, and more
 * than one. Among equals, the one that gives the most columns; a comma if none gives two.
 * @param isStrict whether to refuse lines that two delimiters split equally well.
 */
function likelyDelimiter(lines: readonly string[], isStrict = false): Split {
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
const UNQUOTED: ReadonlySet<string> = new Set(['\t', '|']);

/**
 * Whether quotes around fields are marks, by the lines of a table that is separated by tabs or bars, from its header on. They are
 * text if no field is within quotes as a whole, or if more records then have as many columns as the header; but marks if all
 * records fit with them.
 */
function hasQuotedFields(lines: readonly string[], delimiter: string): boolean {
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
interface TextLine {
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
function headerLine(lines: readonly TextLine[]): number {
  const first = lines[0]?.line ?? 1;
  for (let titles = 0; titles < Math.min(MOST_TITLES, lines.length - 1); titles++) {
    const { delimiter, columns, alike } = likelyDelimiter(lines.slice(titles).map(({ text }) => text));
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

const PIECE = 1 << 16;
const QUOTE = 0x22;

/** In pieces, so that a reader of the first lines does not wait for the rest. */
async function* pieces(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += PIECE) yield bytes.subarray(at, at + PIECE);
}

/** Whether a line, by its number, is neither the header nor a row. */
function skipper({ headers = 1, skiplines = 0 }: OpenOptions): (line: number) => boolean {
  return (line) => line !== headers && line <= Math.max(headers, skiplines);
}

async function firstLines(
  recoded: AsyncIterable<Buffer>,
  decode: Decode,
  isSkipped: (line: number) => boolean,
  most = SAMPLE_LINES,
): Promise<TextLine[]> {
  const first: TextLine[] = [];
  for await (const lines of splitLines(recoded)) {
    for (const { line, bytes } of lines) {
      if (isSkipped(line)) continue;
      const text = bytes === null ? null : decode(bytes);
      if (text) first.push({ line, text });
      if (first.length === most) return first;
    }
  }
  return first;
}

/** @throws Error when the given delimiter is not one character, or gives one column where another delimiter gives more. */
function delimiterFor(lines: readonly string[], { delimiter, isStrict }: OpenOptions): string {
  const likely = likelyDelimiter(lines, isStrict);
  if (delimiter === undefined) return likely.delimiter;
  if (delimiter.length !== 1 || /["\r\n]/.test(delimiter))
    throw new Error(
      `a delimiter is one character, such as "," or ";" or a tab, but --delimiter (conform.csvsplit) is ${JSON.stringify(delimiter)}.`,
    );
  if (likely.columns > 1 && split(lines, delimiter).columns === 1)
    throw new Error(
      `it is one column when split by ${delimiterName(delimiter)}, and ${likely.columns} when split by ` +
        `${delimiterName(likely.delimiter)}: leave out --delimiter (conform.csvsplit), or correct it.`,
    );
  return delimiter;
}

async function firstRecords(records: AsyncIterable<CsvRecord[]>): Promise<CsvRecord[]> {
  const first: CsvRecord[] = [];
  for await (const some of records) {
    first.push(...some);
    if (first.length > SAMPLE_LINES) break;
  }
  return first;
}

/**
 * How the text of a CSV file is written, by its beginning and what the options say: its encoding, delimiter, quotes and header
 * line.
 * @throws Error with a sentence when it is not CSV, or an option does not fit it.
 */
export async function dialectOf(file: ReadableFile, options: OpenOptions) {
  const { isStrict = false } = options;
  const { beginning } = await beginningOf((await file.open()).bytes, BEGINNING, isStrict);
  const encoding = isStrict
    ? unicodeEncoding(beginning)
    : options.encoding === undefined
      ? detectedEncoding(beginning)
      : namedEncoding(options.encoding, beginning);
  const recoded = () => encoding.recoded(pieces(beginning));
  /** In strict text, a line that is not UTF-8 is not read at all. */
  function decoder(): Decode {
    const decode = encoding.decoder();
    return isStrict ? (bytes) => (isUtf8(bytes) ? decode(bytes) : null) : decode;
  }
  const first = await firstLines(recoded(), decoder(), skipper(options));
  const page = markup(first[0]?.text ?? '');
  if (page !== null) throw new Error(`it is not CSV but ${page}.`);
  const isSaid = isStrict || options.headers !== undefined || options.skiplines !== undefined;
  const headers = isSaid ? options.headers : headerLine(first);
  const titles = isSaid ? 0 : first.findIndex(({ line }) => line === headers);
  const isSkipped = skipper({ ...options, headers });
  const lines = first.slice(Math.max(0, titles)).map(({ text }) => text);
  const delimiter = delimiterFor(lines, options);
  const isQuoted =
    !UNQUOTED.has(delimiter) ||
    (beginning.includes(QUOTE) &&
      hasQuotedFields(
        (await firstLines(recoded(), decoder(), isSkipped, Infinity)).map(({ text }) => text),
        delimiter,
      ));
  // Programs such as bcp write an empty text as a NUL, or fill texts up with them. Each run is looked at once.
  const fillers = new RegExp(`(?<!\\0)\\0+(?=["\\r]*(?:$|${RegExp.escape(delimiter)}))`, 'g');
  let hasLost = false;
  function recordsOf(bytes: AsyncIterable<Buffer>): AsyncGenerator<CsvRecord[]> {
    const decode = decoder();
    const decodeFilled: Decode = (line) => {
      const text = decode(line);
      hasLost ||= !isStrict && (text?.includes(LOST) ?? false);
      return !isStrict && text?.includes('\0') ? text.replace(fillers, '') : text;
    };
    return csvRecords(encoding.recoded(bytes), decodeFilled, { delimiter, isQuoted }, isSkipped);
  }
  const remarks =
    titles > 0
      ? [
          `The names of the columns are in line ${headers}: the lines before it are not read. If that is wrong, ` +
            'write the number of their line in a source file (conform.headers).',
        ]
      : [];
  return {
    encoding: encoding.name,
    delimiter,
    recordsOf,
    /** The first records, the header among them. */
    first: await firstRecords(recordsOf(pieces(beginning))),
    remarks,
    /** Whether any text so far had letters that are not valid in the encoding. */
    hasLost: () => hasLost,
  };
}

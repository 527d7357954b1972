import type { Geometry } from 'geojson';
import { listed } from '../../../domain/in-words.ts';
import { readNumber } from '../../../domain/written-number.ts';
import { hasLost, LOST, lostLetters } from '../cells.ts';
import { uniqueNames } from '../column-names.ts';
import { checkDegrees, invalidGeometries, positionInDegrees, type ToDegrees } from '../degrees.ts';
import { beginningOf, type Input, openInput } from '../input.ts';
import { splitLines } from '../lines.ts';
import { markup } from '../markup.ts';
import { projectionOf } from '../projection.ts';
import { named } from '../read.ts';
import type { Cell, ReadRow, Table } from '../table.ts';
import { delimiterName } from './delimiter.ts';
import { foundEncoding, namedEncoding, type TextEncoding } from './encoding.ts';
import { foundDelimiter, split } from './found-delimiter.ts';
import type { CsvRecord } from './records.ts';
import { csvRecords } from './stream.ts';

/** Bytes at the beginning by which encoding and delimiter are found. */
const SAMPLE = 4 << 20;
const SAMPLE_LINES = 200;
const PIECE = 1 << 16;

export interface CsvTableOptions {
  encoding?: string;
  /** One character. */
  delimiter?: string;
  /** Columns that hold the coordinates of each row, both or none; degrees unless `srs` says otherwise. */
  lat?: string;
  lon?: string;
  srs?: string;
  /** The number of the header line, from 1, which is its default; -1: there is none. */
  headers?: number;
  /** Lines before the first row, the header included. */
  skiplines?: number;
  /** The file in a zip that holds several. */
  entry?: string;
}

const SUFFIX = /\.(csv|tsv|txt)$/i;

/** In pieces, so that who needs the first lines does not wait for all. */
async function* pieces(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += PIECE) yield bytes.subarray(at, at + PIECE);
}

/** Whether a line, by its number, is neither the header nor a row. */
function skipper({ headers = 1, skiplines = 0 }: CsvTableOptions): (line: number) => boolean {
  return (line) => line !== headers && line <= Math.max(headers, skiplines);
}

async function firstLines(
  beginning: Buffer,
  encoding: TextEncoding,
  isSkipped: (line: number) => boolean,
): Promise<string[]> {
  const found: string[] = [];
  for await (const lines of splitLines(encoding.recoded(pieces(beginning)))) {
    for (const { line, bytes } of lines) {
      if (isSkipped(line)) continue;
      const text = bytes === null ? null : encoding.decode(bytes);
      if (text) found.push(text);
      if (found.length === SAMPLE_LINES) return found;
    }
  }
  return found;
}

function checkText(beginning: Buffer, lines: readonly string[]): void {
  const page = markup(lines[0] ?? '');
  if (page !== null) throw new Error(`it is not CSV but ${page}.`);
  if (lines.length === 1 && /\r(?!$)/.test(lines[0]!) && !beginning.includes('\n'))
    throw new Error(
      'its lines end in a carriage return alone: save it with the line ends of Unix or Windows.',
    );
}

/** @throws Error when the given delimiter is none, or makes one column of a table that another one splits. */
function delimiterFor(lines: readonly string[], given: string | undefined): string {
  const found = foundDelimiter(lines);
  if (given === undefined) return found.delimiter;
  if (given.length !== 1 || /["\r\n]/.test(given))
    throw new Error(
      `a delimiter is one character, such as "," or ";" or a tab, but --delimiter (conform.csvsplit) is ${JSON.stringify(given)}.`,
    );
  if (found.columns > 1 && split(lines, given).columns === 1)
    throw new Error(
      `it is one column when split by ${delimiterName(given)}, and ${found.columns} when split by ` +
        `${delimiterName(found.delimiter)}: leave out --delimiter (conform.csvsplit), or correct it.`,
    );
  return given;
}

const NO_TEXT =
  'it is not valid text; give its encoding with --encoding, such as windows-1252 (conform.encoding in a source file)';
const FAULTS: Readonly<Record<string, string>> = {
  line_too_long: 'it is longer than 1 MiB',
  nul_character: 'it holds a NUL: this is not a text file, or UTF-16 (--encoding, conform.encoding)',
  unclosed_quote: 'a quote in it is not closed',
};

/** The columns of a table without a header line, as OpenAddresses numbers them. */
const numbered = (values: readonly string[]) => values.map((_, at) => `COLUMN${at + 1}`);

function headerOf(record: CsvRecord | undefined, hasHeader: boolean): string[] {
  if (!hasHeader && record && 'values' in record) return numbered(record.values);
  if (!record) throw new Error('it is empty: the first line of a CSV file names its columns.');
  if ('values' in record && record.values.some((name) => name.includes(LOST)))
    throw new Error(`its header line cannot be read: ${NO_TEXT}.`);
  if ('reason' in record)
    throw new Error(`its header line cannot be read: ${FAULTS[record.reason] ?? record.reason}.`);
  return uniqueNames(record.values);
}

async function firstRecords(records: AsyncIterable<CsvRecord[]>): Promise<CsvRecord[]> {
  const found: CsvRecord[] = [];
  for await (const some of records) {
    found.push(...some);
    if (found.length > SAMPLE_LINES) break;
  }
  return found;
}

type Locate = (values: readonly string[]) => Geometry | null | 'invalid';

function locator(columns: readonly string[], { lat, lon }: CsvTableOptions, toDegrees: ToDegrees): Locate {
  if (lat === undefined && lon === undefined) return () => null;
  if (lat === undefined || lon === undefined)
    throw new Error('lat and lon name a column each: give both, or none.');
  const [y, x] = [lat, lon].map((name) => columns.indexOf(name)) as [number, number];
  for (const name of [lat, lon])
    if (!columns.includes(name)) throw new Error(`it has no column ${name}, only ${listed(columns)}.`);
  return (values) => {
    const [first, second] = [values[x]!.trim(), values[y]!.trim()];
    if (first === '' || second === '') return null;
    const [east, north] = [readNumber(first), readNumber(second)];
    if (east === null || north === null) return 'invalid';
    const coordinates = positionInDegrees(east, north, toDegrees);
    return coordinates === null ? 'invalid' : { type: 'Point', coordinates };
  };
}

async function describe(input: Input, options: CsvTableOptions) {
  const { beginning } = await beginningOf((await input.open()).bytes, SAMPLE);
  const encoding =
    options.encoding === undefined ? foundEncoding(beginning) : namedEncoding(options.encoding, beginning);
  const isSkipped = skipper(options);
  const lines = await firstLines(beginning, encoding, isSkipped);
  checkText(beginning, lines);
  const delimiter = delimiterFor(lines, options.delimiter);
  const recordsOf = (bytes: AsyncIterable<Buffer>) =>
    csvRecords(encoding.recoded(bytes), encoding.decode, () => delimiter, isSkipped);
  const [header, ...rows] = await firstRecords(recordsOf(pieces(beginning)));
  const columns = headerOf(header, options.headers !== -1);
  const projection = projectionOf(options.srs ?? 'EPSG:4326');
  const locate = locator(columns, options, projection.toDegrees);
  const isRow = (record: CsvRecord) => 'values' in record && record.values.length === columns.length;
  const located = rows.filter(isRow).map((record) => ('values' in record ? locate(record.values) : null));
  if (options.srs === undefined) checkDegrees('it', located);
  return { encoding, delimiter, recordsOf, columns, locate, projection };
}

/**
 * Opens a CSV file, gzip or in a zip, too. All columns are text; an empty value is null. What is not said by the options
 * is found from the beginning of the file; without a header line the columns are COLUMN1, COLUMN2 and so on. Rows with another number of columns than the header are rejected.
 * @throws Error with a sentence when it is no such table, or an option does not fit it.
 */
export async function openCsv(path: string, options: CsvTableOptions = {}): Promise<Table> {
  const input = await openInput(path, SUFFIX, 'CSV file', options.entry);
  const { encoding, delimiter, recordsOf, columns, locate, projection } = await describe(
    input,
    options,
  ).catch((error: Error) => {
    throw new Error(`${input.name}: ${error.message}`, { cause: error });
  });
  const isLocated = options.lat !== undefined;
  const remarks: string[] = [];
  const unspelled = lostLetters(() => encoding.name);
  const unlocated = invalidGeometries();
  let share: () => number | null = () => null;

  function toRow(record: CsvRecord): ReadRow {
    const { line } = record;
    if ('reason' in record) return record;
    const { values } = record;
    if (values.length !== columns.length) return { line, reason: 'wrong_column_count' };
    const cells: Record<string, Cell> = {};
    for (let column = 0; column < columns.length; column++) cells[columns[column]!] = values[column] || null;
    if (encoding.hasLost() && hasLost(cells)) unspelled.add(line);
    const geometry = locate(values);
    if (geometry !== 'invalid') return { line, cells, geometry };
    unlocated.add(line);
    return { line, cells, geometry: null };
  }

  async function* read(): AsyncGenerator<ReadRow[]> {
    const source = await input.open();
    share = source.progress;
    for (const count of [unspelled, unlocated]) count.reset();
    let isHeader = options.headers !== -1;
    let isEmpty = true;
    try {
      for await (const records of recordsOf(source.bytes)) {
        const rows = isHeader ? records.slice(1) : records;
        if (records.length > 0) isHeader = false;
        if (rows.length > 0) isEmpty = false;
        yield rows.map(toRow);
      }
      const empty = 'It has a header line and no rows.';
      if (isEmpty && !remarks.includes(empty)) remarks.push(empty);
    } finally {
      for (const count of [unspelled, unlocated]) count.say(remarks);
    }
  }

  return {
    name: input.name,
    format: delimiter === ',' ? 'CSV' : `CSV, separated by ${delimiterName(delimiter)}`,
    columns: columns.map((name) => ({ name, alias: null, type: 'text', length: null, codes: null })),
    encoding: encoding.name,
    projection: isLocated ? projection.name : null,
    geometry: isLocated ? 'Point' : null,
    count: null,
    remarks,
    unusable: unlocated.count,
    read: () => named(input.name, read()),
    share: () => share(),
    close: async () => {},
  };
}

import type { Geometry } from 'geojson';
import type { Rejected } from './rows.ts';

/**
 * Counts something to report as one remark when a read ends: the sentence that `words` makes of how often it was found
 * and of the first row that has it.
 */
export function tally(words: (count: number, line: number) => string) {
  let count = 0;
  let first = 0;
  let said: string | null = null;
  return {
    add(line: number): void {
      if (count++ === 0) first = line;
    },
    /** How often it was found in this read. */
    count: (): number => count,
    /** Starts counting again. */
    reset(): void {
      count = 0;
    },
    /** Adds the sentence to the remarks, in place of an earlier read's. */
    say(remarks: string[]): void {
      const at = said === null ? -1 : remarks.indexOf(said);
      if (at >= 0) remarks.splice(at, 1);
      said = count > 0 ? words(count, first) : null;
      if (said !== null) remarks.push(said);
    },
  };
}

type Tally = ReturnType<typeof tally>;

/** A number with its noun: `1 row`, `12 rows`. */
export const some = (count: number, noun: string): string =>
  `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;

/** How to read a file as a table; what is left out is found from the file. Each format uses only some of these. */
export interface OpenOptions {
  /** The file in a zip that has several, or the folder of a FileGDB. */
  file?: string;
  /** The layer of a GeoPackage or FileGDB that has several. */
  layer?: string;
  /** The coordinate system, such as `EPSG:2227`, instead of what the file says. */
  srs?: string;
  /** Encoding of text, such as `windows-1252`. */
  encoding?: string;
  /** Delimiter of CSV: one character. */
  delimiter?: string;
  /** In CSV, the number of the header line, from 1; -1 when there is none. */
  headers?: number;
  /** In CSV, the number of lines before the first row, the header included. */
  skiplines?: number;
  /** Columns of CSV that hold the coordinates, both or none; degrees unless `srs` says otherwise. */
  lat?: string;
  lon?: string;
  /**
   * For CSV of canonical records: its text is UTF-8, its first line names the columns, nothing in it is a geometry, and each
   * row has its `raw` text. Rows that are not so are rejected.
   */
  isStrict?: boolean;
}

export type Cell = string | number | boolean | null;

/** A column as its format or publisher describes it. */
export interface Column {
  name: string;
  /** What the publisher calls it, where that differs. */
  alias: string | null;
  /** Cells of a `date` are `YYYY-MM-DD`, with or without a time after it. */
  type: 'text' | 'number' | 'date' | 'boolean' | 'other';
  /** Longest text, in characters. */
  length: number | null;
  /** Meanings of the codes in its cells, where the publisher lists them; the cells keep the codes. */
  codes: Readonly<Record<string, string>> | null;
}

/** `line` is the row's number in its file, from 1, or its object id on a server. The geometry is in degrees (WGS 84). */
export interface TableRow {
  line: number;
  cells: Record<string, Cell>;
  geometry: Geometry | null;
  /** The text of a row that was read strictly. */
  raw?: string;
}

/** A row, or why it could not be read. */
export type ReadRow = TableRow | Rejected;

/** An open table of a file or a server: its description has been read, its rows have not. */
export interface Table {
  /** The file, with the entry of an archive, or the address without its query. */
  name: string;
  /** For people, such as `shapefile` or `ArcGIS layer`. */
  format: string;
  columns: readonly Column[];
  /** For people, such as `windows-1252`; null where the format has only one. */
  encoding: string | null;
  /** The coordinate system of the published coordinates, for people; null without geometry. */
  projection: string | null;
  /** The kind of geometry, such as `Polygon`; null without. */
  geometry: string | null;
  /** Rows by the format's own count; null where it has none. */
  count: number | null;
  /** Sentences that the person who loads it should know; reading may add some. */
  remarks: string[];
  /**
   * All rows in order, in memory that does not grow with the table; each call begins again.
   * @throws Error with a sentence about the table when it cannot be read any further.
   */
  read(): AsyncGenerator<ReadRow[]>;
  /** Rows of the last `read` whose geometry could not be used and is null. */
  unusable?: () => number;
  /** The share of the table that the last `read` has read, 0–1; null when unknown. */
  share(): number | null;
  close(): Promise<void>;
}

/** An error about a table or file, whose message begins with its name. */
export function about(name: string, error: unknown): Error {
  const { message } = error as Error;
  return new Error(message.startsWith(name) ? message : `${name}: ${message}`, { cause: error });
}

/** The same rows; an error while they are read names the file. */
export async function* named<T>(name: string, all: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* all;
  } catch (error) {
    throw about(name, error);
  }
}

/** So many at a time; if they break off, those before that point come first. */
export async function* inBatches<T>(all: Iterable<T> | AsyncIterable<T>, size: number): AsyncGenerator<T[]> {
  let batch: T[] = [];
  let problem: { error: unknown } | null = null;
  try {
    for await (const item of all) {
      batch.push(item);
      if (batch.length < size) continue;
      yield batch;
      batch = [];
    }
  } catch (error) {
    problem = { error };
  }
  if (batch.length > 0) yield batch;
  if (problem) throw problem.error;
}

/**
 * The same batches, held back while something about them is open. `isOpen` is asked after each, `decide` is called before
 * any are passed on, and may throw. If they break off, those before that point come first.
 */
export async function* heldBack<T>(
  all: AsyncIterable<T>,
  isOpen: (batch: T) => boolean,
  decide: () => void,
): AsyncGenerator<T> {
  let held: T[] = [];
  let problem: { error: unknown } | null = null;
  try {
    for await (const batch of all) {
      held.push(batch);
      if (isOpen(batch)) continue;
      decide();
      yield* held;
      held = [];
    }
  } catch (error) {
    problem = { error };
  }
  decide();
  yield* held;
  if (problem) throw problem.error;
}

/**
 * Reads a table's rows, and says among its `remarks` at the end what was counted in this reading. Errors begin with its name.
 */
export const tallied = (
  name: string,
  remarks: string[],
  tallies: readonly Tally[],
  rows: () => AsyncIterable<ReadRow[]>,
): Table['read'] =>
  async function* () {
    for (const tally of tallies) tally.reset();
    try {
      yield* named(name, rows());
    } finally {
      for (const tally of tallies) tally.say(remarks);
    }
  };

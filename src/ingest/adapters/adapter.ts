import type { DeedKey } from '../kinds/deeds.ts';
import type { ParcelKey } from '../kinds/parcels.ts';
import type { PermitKey } from '../kinds/permits.ts';
import type { RiskKey } from '../kinds/risks.ts';
import type { IngestKind } from '../target.ts';

interface KeysOf {
  parcels: ParcelKey;
  deeds: DeedKey;
  permits: PermitKey;
  risks: RiskKey;
}

/** A record of a kind under its canonical names, values as published: the normaliser parses and checks them. */
export type CanonicalRecord<K extends IngestKind = IngestKind> = { [Key in KeysOf[K]]?: unknown };

/** One row of a published table by its column names. */
export type PublishedRow = Record<string, string>;

/** Streams a CSV file, plain or .gz, as rows; the encoding is UTF-8 when not given. */
export type ReadRows = (file: string, encoding?: string) => AsyncIterable<PublishedRow>;

interface Named<K extends IngestKind> {
  /** Name on the command line, such as `lincoln-ne-parcels`. */
  name: string;
  kind: K;
  /** One line for --help: the publisher and the layout. */
  summary: string;
}

interface Table<K extends IngestKind, Side> {
  /** Encoding of the table; UTF-8 when not given. */
  encoding?: 'utf-8' | 'windows-1252';
  /** Columns that the table must have; a file without them is refused with their names. */
  columns: string[];
  /**
   * The records of one row: usually one, several for a sales history, none for a row that says nothing. Write the return
   * type into each adapter: only then does `tsc` refuse a misspelled key.
   */
  map(row: PublishedRow, side: Side): CanonicalRecord<K>[];
}

/** A layout of one table: each file that is given is one. */
export interface TableAdapter<K extends IngestKind, Side = void> extends Named<K>, Table<K, Side> {
  reads: 'table';
  /** What the publisher calls the file. */
  file: string;
  /** A first pass over the files, for what a row tells only beside the others. */
  prepare?(files: string[], readRows: ReadRows): Promise<Side>;
}

/** A layout of a table whose rows are completed from further files. */
export interface JoinedAdapter<K extends IngestKind, Side> extends Named<K>, Table<K, Side> {
  reads: 'joined tables';
  /** What the publisher calls the files, in the order in which they are given; those in brackets may be left out. */
  files: readonly [table: string, ...others: string[]];
  /** Reads what the rows need from the files given. Throws where one is lacking. */
  prepare(files: string[], readRows: ReadRows): Promise<Side>;
}

/** A layout that is no table. */
export interface StreamAdapter<K extends IngestKind> extends Named<K> {
  reads: 'stream';
  /** What the publisher calls the file. */
  file: string;
  /** The records of the files given. */
  records(files: string[]): AsyncIterable<CanonicalRecord<K>>;
}

/** One publisher's layout: how what it publishes becomes canonical records. */
export type Adapter<K extends IngestKind = IngestKind, Side = unknown> =
  | TableAdapter<K, Side>
  | JoinedAdapter<K, Side>
  | StreamAdapter<K>;

/** How the files of a layout are given, for people. */
export const filesOf = (adapter: Adapter): string =>
  adapter.reads === 'joined tables' ? adapter.files.join(' ') : adapter.file;

/** A record under the canonical names, values as published: the normaliser parses and checks them. */
export type CanonicalRecord = Record<string, unknown>;

/** One row of a published table by its column names. */
export type Row = Record<string, string>;

/** Streams a CSV file, plain or .gz, as rows; the encoding is UTF-8 when not given. */
export type ReadRows = (file: string, encoding?: string) => AsyncIterable<Row>;

/** One publisher's layout: how its rows become canonical records. */
export interface Adapter<Side = unknown> {
  /** Name on the command line, such as `lincoln-ne-parcels`. */
  name: string;
  kind: 'parcels' | 'deeds' | 'permits' | 'risks';
  /** One line for --help: the publisher and the layout. */
  summary: string;
  /** How the files are given, in order; the first is the main one, and those in brackets may be left out. */
  files: string;
  /** Encoding of the main file; UTF-8 when not given. */
  encoding?: 'utf-8' | 'windows-1252';
  /** Columns that the main file must have; a file without them is refused with their names. */
  columns: string[];
  /** Reads what the rows need from all the files given: a side table, or a first pass over the main file. */
  prepare?(files: string[], readRows: ReadRows): Promise<Side>;
  /** The records of one published row: usually one, several for a sales history, none for a row that says nothing. */
  map(row: Row, side: Side): CanonicalRecord[];
  /** Reads the records of a publisher whose main file is no table; used instead of `map`. */
  records?(files: string[]): AsyncIterable<CanonicalRecord>;
}

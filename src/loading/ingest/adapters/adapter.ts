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

/** A record under its canonical names, with values as published: the normalizer parses and checks them. */
export type CanonicalRecord<K extends IngestKind = IngestKind> = { [Key in KeysOf[K]]?: unknown };

export type PublishedRow = Record<string, string>;

/** The good rows of a CSV file, one by one. */
export type ReadRows = (file: string) => AsyncIterable<PublishedRow>;

interface Named<K extends IngestKind> {
  name: string;
  kind: K;
  summary: string;
}

/** A layout of tables; each file is one table. */
export interface TableAdapter<K extends IngestKind, Side = void> extends Named<K> {
  reads: 'table';
  file: string;
  /** A file without these columns is refused with their names. */
  columns: string[];
  /**
   * The records of one row: usually one, several for a sales history, none for a row that says nothing. Write out the
   * return type in each adapter, or `tsc` accepts misspelled keys.
   */
  map(row: PublishedRow, side: Side): CanonicalRecord<K>[];
  /** A first pass over the files, for what depends on several rows. */
  prepare?(files: string[], readRows: ReadRows): Promise<Side>;
}

export interface StreamAdapter<K extends IngestKind> extends Named<K> {
  reads: 'stream';
  file: string;
  records(files: string[]): AsyncIterable<CanonicalRecord<K>>;
}

/** How one publisher's files become canonical records. */
export type Adapter<K extends IngestKind = IngestKind, Side = unknown> =
  | TableAdapter<K, Side>
  | StreamAdapter<K>;

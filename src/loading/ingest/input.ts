import type { InputRow } from '../readers/rows.ts';
import { inBatches, type Table } from '../readers/table.ts';

const RECORDS_AT_ONCE = 500;

/** Rows of one file or table, and the share of the whole input that has been read, 0–1; null when unknown. */
export interface Batch {
  file: string;
  rows: InputRow[];
  /** Rows before these that the source leaves out. */
  skipped?: number;
  share: number | null;
}

export interface ReadInput {
  /** The canonical names. */
  known: ReadonlySet<string>;
  /** Gets what the person who loads it should know, in sentences without their last period. */
  remark?: (sentence: string) => void;
}

/** What a load reads: tables in order, each row mapped to records under the canonical names. */
export interface Input {
  /** The files, or what it is called, for the report. */
  names: string[];
  /** See `Reading.isCanonical`. */
  isCanonical: boolean;
  /** All rows in order, in memory that does not grow with them. */
  read(options: ReadInput): AsyncIterable<Batch>;
}

/** A file of rows that is open. */
export interface OpenRows extends Pick<Table, 'name' | 'share' | 'remarks' | 'close'> {
  rows: AsyncIterable<InputRow[]>;
}

/** What is made of the rows of a file: each is one, several or none. */
export async function* mapped<T>(batches: AsyncIterable<T[]>, map: (row: T) => InputRow | InputRow[]) {
  for await (const batch of batches) yield batch.flatMap(map);
}

/** A sentence with the name of the file that it is about, without its last period. */
const aboutFile = (name: string, sentence: string): string =>
  (sentence.startsWith('It ') ? name + sentence.slice(2) : `${name}: ${sentence}`).replace(/\.$/, '');

/** The rows of several files in order. */
export async function* readFiles(
  files: readonly string[],
  open: (file: string) => Promise<OpenRows>,
  remark: ReadInput['remark'],
): AsyncGenerator<Batch> {
  for (const [at, file] of files.entries()) {
    const { name, rows, share, remarks, close } = await open(file);
    try {
      for await (const some of rows) {
        const part = share();
        yield { file: name, rows: some, share: part === null ? null : (at + part) / files.length };
      }
      for (const sentence of remarks) remark?.(aboutFile(name, sentence));
    } finally {
      await close();
    }
  }
}

/** Canonical records that are made, not read: rows that are numbered from 1. */
export function madeRecords(name: string, records: Iterable<object> | AsyncIterable<object>): Input {
  return {
    names: [name],
    isCanonical: true,
    async *read() {
      let line = 0;
      for await (const some of inBatches(records, RECORDS_AT_ONCE)) {
        const rows = some.map((record) => ({ line: ++line, record: record as Record<string, unknown> }));
        yield { file: name, rows, share: null };
      }
    },
  };
}

import type { InputRow } from '../readers/rows.ts';
import { inBatches } from '../readers/table.ts';

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
  /** The names that are needed: others may be missing, where that is faster. */
  only?: ReadonlySet<string>;
}

/** What a load reads: tables in order, each row mapped to records under the canonical names. */
export interface Input {
  /** The files, or what it is called, for the report. */
  names: string[];
  /** See `Reading.isCanonical`. */
  isCanonical: boolean;
  /** The county of all records; null if that is not known before they are read. */
  county: string | null;
  /** Whether it can be read more than once. */
  isRepeatable(): Promise<boolean>;
  /** All rows in order, in memory that does not grow with them. */
  read(options: ReadInput): AsyncIterable<Batch>;
}

/** The share of several files, of which `at` have been read, and a part of the next. */
export const shareOf = (part: number | null, at: number, files: number): number | null =>
  part === null ? null : (at + part) / files;

/** Records as rows, numbered from 1, some at a time. */
export async function* batched(
  records: Iterable<object> | AsyncIterable<object>,
): AsyncGenerator<InputRow[]> {
  let line = 0;
  for await (const some of inBatches(records, RECORDS_AT_ONCE))
    yield some.map((record) => ({ line: ++line, record: record as Record<string, unknown> }));
}

/** Canonical records that are made, not read. They are made once, or as often as needed by a function. */
export function madeRecords(name: string, records: Iterable<object> | (() => Iterable<object>)): Input {
  return {
    names: [name],
    isCanonical: true,
    county: null,
    isRepeatable: async () => typeof records === 'function',
    async *read() {
      const made = typeof records === 'function' ? records() : records;
      for await (const rows of batched(made)) yield { file: name, rows, share: null };
    },
  };
}

import { openByteStream } from '../readers/bytes.ts';
import { type Format, formatOf, readRows } from '../readers/read.ts';
import type { InputRow } from '../readers/rows.ts';
import { batched, readAdapted } from './adapted.ts';
import type { Adapter } from './adapters/adapter.ts';

/** Rows of canonical records, prepared elsewhere; `share` is the part that has been read, null when unknown. */
export type PreparedRows = AsyncIterable<{ file: string; rows: InputRow[]; share: number | null }>;

export type Input =
  | { files: string[]; format?: Format; adapter?: Adapter }
  | { name: string; records: Iterable<object> }
  | { name: string; prepared(remark: (sentence: string) => void): PreparedRows };

/**
 * The rows of an input in order; `share` is the part that has been read.
 * @param known the canonical names, which identify a CSV file's delimiter.
 * @param remark gets what the person who loads it should know.
 */
export async function* inputRows(
  input: Input,
  known: ReadonlySet<string>,
  remark: (sentence: string) => void,
): PreparedRows {
  if ('prepared' in input) yield* input.prepared(remark);
  else if ('records' in input) {
    for await (const rows of batched(input.records)) yield { file: input.name, rows, share: null };
  } else if (input.adapter) yield* readAdapted(input.adapter, input.files, remark);
  else {
    for (const [at, file] of input.files.entries()) {
      const source = await openByteStream(file);
      const format = input.format ?? formatOf(file);
      for await (const rows of readRows(source, format, { known, remark })) {
        const share = source.progress();
        yield { file: source.name, rows, share: share === null ? null : (at + share) / input.files.length };
      }
    }
  }
}

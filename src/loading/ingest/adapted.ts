import { type ByteStream, openByteStream } from '../readers/bytes.ts';
import { csvRows } from '../readers/csv/csv.ts';
import { named } from '../readers/read.ts';
import type { InputRow } from '../readers/rows.ts';
import type { Adapter, CanonicalRecord, PublishedRow, StreamAdapter } from './adapters/adapter.ts';
import type { IngestKind } from './target.ts';

const RECORDS_AT_ONCE = 500;

type OfTable = Exclude<Adapter, StreamAdapter<IngestKind>>;

function toRow(line: number, record: CanonicalRecord): InputRow {
  return { line, raw: JSON.stringify(record), record };
}

/** The good rows of a file, for the first pass of an adapter; broken ones are skipped. */
const sideRows = (known: ReadonlySet<string>) =>
  async function* (file: string): AsyncGenerator<PublishedRow> {
    const { name, bytes } = await openByteStream(file);
    for await (const rows of named(name, csvRows(bytes, { known }))) {
      for (const row of rows) if ('record' in row) yield row.record as PublishedRow;
    }
  };

function checkColumns(adapter: OfTable) {
  return (header: string[]) => {
    const missing = adapter.columns.filter((column) => !header.includes(column));
    if (missing.length === 0) return;
    throw new Error(
      `it is not what the adapter ${adapter.name} reads: it lacks the columns ${missing.join(', ')}. ` +
        `The adapter takes ${adapter.file}.`,
    );
  };
}

function* mapped(adapter: OfTable, side: unknown, rows: InputRow[]): Generator<InputRow> {
  for (const row of rows) {
    if ('reason' in row) yield row;
    else for (const record of adapter.map(row.record as PublishedRow, side)) yield toRow(row.line, record);
  }
}

/** Records as rows, numbered from 1, some at a time. */
export async function* batched(
  records: Iterable<CanonicalRecord> | AsyncIterable<CanonicalRecord>,
): AsyncGenerator<InputRow[]> {
  let rows: InputRow[] = [];
  let line = 0;
  for await (const record of records) {
    rows.push(toRow(++line, record));
    if (rows.length < RECORDS_AT_ONCE) continue;
    yield rows;
    rows = [];
  }
  yield rows;
}

/**
 * The canonical rows of a publisher's files.
 * @param remark gets what the person who loads them should know.
 */
export async function* readAdapted(
  adapter: Adapter,
  files: string[],
  remark: (sentence: string) => void = () => {},
): AsyncGenerator<{ file: string; rows: InputRow[]; share: number | null }> {
  if (adapter.reads === 'stream') {
    for await (const rows of batched(adapter.records(files))) yield { file: files[0]!, rows, share: null };
    return;
  }
  const known = new Set(adapter.columns);
  const side = await adapter.prepare?.(files, sideRows(known));
  for (const [at, file] of files.entries()) {
    const source: ByteStream = await openByteStream(file);
    const options = {
      known,
      check: checkColumns(adapter),
      remark: (words: string) => remark(`${source.name} ${words}`),
    };
    for await (const rows of named(source.name, csvRows(source.bytes, options))) {
      const share = source.progress();
      const total = share === null ? null : (at + share) / files.length;
      yield { file: source.name, rows: [...mapped(adapter, side, rows)], share: total };
    }
  }
}

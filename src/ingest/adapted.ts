import type { Adapter, CanonicalRecord, Row as PublishedRow } from './adapters/adapter.ts';
import { openSource, type Source } from './bytes.ts';
import { type CsvOptions, csvRows } from './csv.ts';
import type { Row } from './rows.ts';

const RECORDS_AT_ONCE = 500;

function toRow(line: number, record: CanonicalRecord): Row {
  return { line, raw: JSON.stringify(record), record };
}

/** A side file's good rows; its broken ones cannot be joined and are passed over. */
async function* sideRows(file: string, encoding?: string): AsyncGenerator<PublishedRow> {
  const source = await openSource(file);
  for await (const rows of csvRows(source.bytes, { encoding: encoding as CsvOptions['encoding'] })) {
    for (const row of rows) if ('record' in row) yield row.record as PublishedRow;
  }
}

function checkColumns(adapter: Adapter, file: string) {
  return (header: string[]) => {
    const missing = adapter.columns.filter((column) => !header.includes(column));
    if (missing.length === 0) return;
    throw new Error(
      `${file} is not what the adapter ${adapter.name} reads: it lacks the columns ${missing.join(', ')}. ` +
        `It takes ${adapter.files}.`,
    );
  };
}

function* mapped(adapter: Adapter, side: unknown, rows: Row[]): Generator<Row> {
  for (const row of rows) {
    if ('reason' in row) yield row;
    else for (const record of adapter.map(row.record as PublishedRow, side)) yield toRow(row.line, record);
  }
}

async function* batched(records: AsyncIterable<CanonicalRecord>): AsyncGenerator<Row[]> {
  let rows: Row[] = [];
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
 * The canonical rows of a publisher's files. Where the adapter takes side files too, the first file is the main
 * one; else every file is.
 */
export async function* readAdapted(
  adapter: Adapter,
  files: string[],
): AsyncGenerator<{ file: string; rows: Row[]; share: number | null }> {
  if (adapter.records) {
    for await (const rows of batched(adapter.records(files))) yield { file: files[0]!, rows, share: null };
    return;
  }
  const side = await adapter.prepare?.(files, sideRows);
  const main = adapter.files.includes(' ') ? files.slice(0, 1) : files;
  for (const [at, file] of main.entries()) {
    const source: Source = await openSource(file);
    const options = { encoding: adapter.encoding, check: checkColumns(adapter, source.name) };
    for await (const rows of csvRows(source.bytes, options)) {
      const share = source.progress();
      const total = share === null ? null : (at + share) / main.length;
      yield { file: source.name, rows: [...mapped(adapter, side, rows)], share: total };
    }
  }
}

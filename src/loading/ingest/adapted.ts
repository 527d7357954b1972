import { openTable } from '../readers/open.ts';
import type { InputRow } from '../readers/rows.ts';
import type { ReadRow, Table, TableRow } from '../readers/table.ts';
import type { Adapter, PublishedRow, StreamAdapter } from './adapters/adapter.ts';
import { type Input, madeRecords, mapped, type OpenRows, readFiles } from './input.ts';
import type { IngestKind } from './target.ts';

type OfTable = Exclude<Adapter, StreamAdapter<IngestKind>>;

/** @throws Error with a sentence when a file lacks columns that the adapter reads. */
async function openFor(adapter: OfTable, file: string): Promise<Table> {
  const table = await openTable(file, { format: 'csv' });
  const names = new Set(table.columns.map(({ name }) => name));
  const missing = adapter.columns.filter((column) => !names.has(column));
  if (missing.length === 0) return table;
  throw new Error(
    `${table.name}: it is not what the adapter ${adapter.name} reads: it lacks the columns ${missing.join(', ')}. ` +
      `The adapter takes ${adapter.file}.`,
  );
}

/** The texts of a row; an empty one where there is no value. */
function published({ cells }: TableRow): PublishedRow {
  for (const name in cells) cells[name] ??= '';
  return cells as PublishedRow;
}

/** The good rows of a file, for the first pass of an adapter; broken ones are skipped. */
const sideRows = (adapter: OfTable) =>
  async function* (file: string): AsyncGenerator<PublishedRow> {
    const table = await openFor(adapter, file);
    for await (const rows of table.read()) for (const row of rows) if ('cells' in row) yield published(row);
  };

function recordsOf(adapter: OfTable, side: unknown, row: ReadRow): InputRow[] {
  if ('reason' in row) return [row];
  return adapter.map(published(row), side).map((record) => ({ line: row.line, record }));
}

/** A publisher's files, whose rows an adapter makes records of. */
export function adaptedFiles(adapter: Adapter, files: string[]): Input {
  if (adapter.reads === 'stream')
    return {
      names: files,
      isCanonical: false,
      read: (options) => madeRecords(files[0]!, adapter.records(files)).read(options),
    };
  return {
    names: files,
    isCanonical: false,
    async *read({ remark }) {
      const side = await adapter.prepare?.(files, sideRows(adapter));
      const open = async (file: string): Promise<OpenRows> => {
        const table = await openFor(adapter, file);
        return { ...table, rows: mapped(table.read(), (row) => recordsOf(adapter, side, row)) };
      };
      yield* readFiles(files, open, remark);
    },
  };
}

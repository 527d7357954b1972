import { isUtf8 } from 'node:buffer';
import { fromCell } from '../../../domain/spreadsheet.ts';
import type { InputRow } from '../rows.ts';
import { columnNames, delimiterName, delimiterOf } from './delimiter.ts';
import type { CsvRecord, Dialect } from './records.ts';
import { csvRecords, type Decode, SEPARATOR, unreadableHeader } from './stream.ts';

export interface CsvOptions {
  known?: ReadonlySet<string>;
  /** Gets what the person who loads the file should know, as the end of a sentence about the file. */
  remark?: (words: string) => void;
}

const decode: Decode = (bytes) => (isUtf8(bytes) ? bytes.toString('utf8') : null);

/**
 * The header is part of `raw`: the same values under other names are another record. The apostrophe that our exports and
 * spreadsheets put before text that begins like a formula is no part of a value.
 */
function toRow(line: number, header: string[], columns: string, values: string[]): InputRow {
  if (values.length !== header.length) return { line, reason: 'wrong_column_count' };
  const raw = columns + values.join(SEPARATOR);
  const written = raw.includes("'") ? values.map(fromCell) : values;
  const record: Record<string, unknown> = {};
  for (let column = 0; column < header.length; column++) record[header[column]!] = written[column];
  return { line, raw, record };
}

/**
 * Records of a CSV file as objects of strings; the header shows the delimiter. A row with a different number of columns is
 * rejected. Throws when there is no readable header.
 */
export async function* csvRows(
  bytes: AsyncIterable<Buffer>,
  options: CsvOptions = {},
): AsyncGenerator<InputRow[]> {
  let header: string[] | null = null;
  let columns = '';
  let empty = true;

  function dialect(line: string): Dialect {
    const found = delimiterOf(line, options.known ?? new Set());
    if (found !== ',') options.remark?.(`has its columns separated by ${delimiterName(found)}`);
    return { delimiter: found, isQuoted: true };
  }

  function readHeader(record: CsvRecord): void {
    if ('reason' in record) throw unreadableHeader(record.reason);
    header = columnNames(record.values);
    columns = header.join(SEPARATOR) + SEPARATOR;
  }

  function toRows(records: CsvRecord[]): InputRow[] {
    const rows: InputRow[] = [];
    for (const record of records) {
      if (!header) readHeader(record);
      else rows.push('reason' in record ? record : toRow(record.line, header, columns, record.values));
    }
    if (rows.length > 0) empty = false;
    return rows;
  }

  for await (const records of csvRecords(bytes, decode, dialect)) yield toRows(records);
  if (!header) throw new Error('it is empty: the first line of a CSV file names its columns.');
  if (empty) options.remark?.('has a header line and no rows');
}

import { fromCell } from '../domain/spreadsheet.ts';
import type { Source } from './bytes.ts';
import { type CsvOptions, csvRows } from './csv.ts';
import { geojsonRows } from './geojson.ts';
import { ndjsonRows } from './ndjson.ts';
import type { Row } from './rows.ts';

export const FORMATS = ['ndjson', 'csv', 'geojson'] as const;
export type Format = (typeof FORMATS)[number];

const SUFFIXES: [RegExp, Format][] = [
  [/\.(ndjson|jsonl|json-lines)$/i, 'ndjson'],
  [/\.csv$/i, 'csv'],
  [/\.(geojson|json)$/i, 'geojson'],
];

/** The format that a file's name tells; NDJSON of standard input. Throws for a name that tells none. */
export function formatOf(file: string): Format {
  if (file === '-') return 'ndjson';
  const name = file.replace(/\.gz$/i, '');
  const found = SUFFIXES.find(([suffix]) => suffix.test(name));
  if (!found) {
    throw new Error(
      `The name of ${file} tells no format: it should end in .ndjson, .jsonl, .csv or .geojson (and .gz), ` +
        'or name the format with --format',
    );
  }
  return found[1];
}

/** Rows without the apostrophes by which our own exports, and spreadsheets, mark what begins like a formula as text. */
async function* unmarked(batches: AsyncGenerator<Row[]>): AsyncGenerator<Row[]> {
  for await (const rows of batches) {
    for (const row of rows) {
      if ('reason' in row) continue;
      for (const [name, value] of Object.entries(row.record)) row.record[name] = fromCell(value as string);
    }
    yield rows;
  }
}

/** The records of a source, some at a time; broken ones come as their line and reason. */
export function readRows(source: Source, format: Format, options: CsvOptions = {}): AsyncGenerator<Row[]> {
  if (format === 'csv') return unmarked(csvRows(source.bytes, options));
  return format === 'geojson' ? geojsonRows(source.bytes) : ndjsonRows(source.bytes);
}

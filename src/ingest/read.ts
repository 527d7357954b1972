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

/** The records of a source, some at a time; broken ones come as their line and reason. */
export function readRows(source: Source, format: Format, options: CsvOptions = {}): AsyncGenerator<Row[]> {
  if (format === 'csv') return csvRows(source.bytes, options);
  return format === 'geojson' ? geojsonRows(source.bytes) : ndjsonRows(source.bytes);
}

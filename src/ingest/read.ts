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

/** The format that a file's name tells; NDJSON where it tells none (standard input). */
export function formatOf(file: string): Format {
  const name = file.replace(/\.gz$/i, '');
  return SUFFIXES.find(([suffix]) => suffix.test(name))?.[1] ?? 'ndjson';
}

/** The records of a source, some at a time; broken ones come as their line and reason. */
export function readRows(source: Source, format: Format, options: CsvOptions = {}): AsyncGenerator<Row[]> {
  if (format === 'csv') return csvRows(source.bytes, options);
  return format === 'geojson' ? geojsonRows(source.bytes) : ndjsonRows(source.bytes);
}

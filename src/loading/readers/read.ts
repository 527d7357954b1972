import { type ByteStream, inputSize } from './bytes.ts';
import { csvRows } from './csv/csv.ts';
import { formatByName } from './formats.ts';
import { geojsonRows } from './geojson.ts';
import { ndjsonRows } from './ndjson.ts';
import { notReadByName, refusal } from './not-read.ts';
import type { InputRow } from './rows.ts';

export const FORMATS = ['ndjson', 'csv', 'geojson'] as const;
export type Format = (typeof FORMATS)[number];

/** The format by the file's name; NDJSON for standard input. Throws for other names. */
export function formatOf(file: string): Format {
  if (file === '-') return 'ndjson';
  const found = formatByName(file);
  const format = FORMATS.find((one) => one === found);
  if (format !== undefined) return format;
  const other = notReadByName(file);
  if (other !== null) throw new Error(refusal(file, other));
  throw new Error(
    `The format of ${file} cannot be told from its name: end it in .ndjson, .jsonl, .csv or .geojson (and .gz), ` +
      'or name the format with --format.',
  );
}

/** Throws, in a sentence for the user, when a file cannot be read or its format is unknown. */
export async function checkFiles(files: readonly string[], formatKnown: boolean): Promise<void> {
  for (const file of files) {
    await inputSize(file);
    if (!formatKnown) formatOf(file);
  }
}

/** The same rows; an error while they are read names the file. */
export async function* named<T>(file: string, all: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* all;
  } catch (error) {
    throw new Error(`${file}: ${(error as Error).message}`, { cause: error });
  }
}

function rowsOf(
  { name, bytes }: ByteStream,
  format: Format,
  { known, remark }: ReadOptions,
): AsyncGenerator<InputRow[]> {
  if (format === 'csv') {
    return csvRows(bytes, { known, remark: (words) => remark?.(`${name} ${words}`) });
  }
  return format === 'geojson' ? geojsonRows(bytes, known) : ndjsonRows(bytes);
}

interface ReadOptions {
  known?: ReadonlySet<string>;
  /** Gets sentences for the person who loads the file. */
  remark?: (sentence: string) => void;
}

/** The records of a source in batches; broken ones as line and reason. */
export const readRows = (
  source: ByteStream,
  format: Format,
  options: ReadOptions = {},
): AsyncGenerator<InputRow[]> => named(source.name, rowsOf(source, format, options));

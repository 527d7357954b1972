import { isUtf8 } from 'node:buffer';
import type { Geometry } from 'geojson';
import { inputSize } from '../readers/bytes.ts';
import { csvTable } from '../readers/csv/table.ts';
import { asUnicode } from '../readers/encodings.ts';
import { formatByName, notReadByName, refusal } from '../readers/formats.ts';
import { features, type ReadFeature } from '../readers/geojson/features.ts';
import { openInput, type ReadableFile } from '../readers/input.ts';
import { type Line, splitLines } from '../readers/lines.ts';
import { type InputRow, tooDeep, unstorable } from '../readers/rows.ts';
import { named } from '../readers/table.ts';
import { type Input, mapped, type OpenRows, type ReadInput, readFiles } from './input.ts';
import { pointOf } from './outline.ts';

export const FORMATS = ['ndjson', 'csv', 'geojson'] as const;
export type Format = (typeof FORMATS)[number];

/** The format by the file's name; NDJSON for standard input. Throws for other names. */
export function formatOf(file: string): Format {
  if (file === '-') return 'ndjson';
  const named = formatByName(file);
  const format = FORMATS.find((format) => format === named);
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

/** None for a blank line. */
function ofLine({ line, bytes }: Line): InputRow | [] {
  if (bytes === null) return { line, reason: 'line_too_long' };
  if (bytes.length === 0) return [];
  if (!isUtf8(bytes)) return { line, reason: 'invalid_utf8' };
  const raw = bytes.toString('utf8');
  if (raw.trim() === '') return [];
  if (raw.includes('\u0000')) return { line, reason: 'nul_character' };
  let record: Record<string, unknown>;
  try {
    record = JSON.parse(raw);
  } catch {
    return { line, reason: 'not_json' };
  }
  if (typeof record !== 'object' || record === null || Array.isArray(record)) {
    return { line, reason: 'not_an_object' };
  }
  const fault = tooDeep(record) ?? (raw.includes('\\u') ? unstorable(record) : null);
  return fault === null ? { line, raw, record } : { line, ...fault };
}

/** The properties of a feature with its geometry: as the outline of a record that has one, else as a point in it. */
function ofFeature(feature: ReadFeature, known: ReadonlySet<string>): InputRow {
  if ('reason' in feature) return feature;
  const { line, hasLost, properties, geometry } = feature;
  if (hasLost) return { line, reason: 'invalid_utf8' };
  const record: Record<string, unknown> = { ...properties };
  const { type } = (geometry ?? {}) as Partial<Geometry>;
  const isArea = type === 'Polygon' || type === 'MultiPolygon';
  // With an outline, the location is derived from it later.
  if (isArea && known.has('outline')) record.outline ??= geometry;
  else record.location ??= pointOf(geometry);
  return { line, record };
}

/** Opens a file of canonical records, which may be a pipe. */
export async function openRecords(
  file: ReadableFile,
  format: Format,
  { known }: Pick<ReadInput, 'known'>,
): Promise<OpenRows> {
  if (format === 'csv') {
    const table = await csvTable(file, { isStrict: true });
    if (table.format !== 'CSV') table.remarks.push(`${table.format.replace('CSV,', 'It has its columns')}.`);
    const rows = mapped(table.read(), (row) =>
      'reason' in row ? row : { line: row.line, raw: row.raw, record: row.cells },
    );
    return { ...table, rows };
  }
  const { bytes, progress } = await file.open();
  const text = asUnicode(bytes);
  const rows =
    format === 'ndjson'
      ? mapped(splitLines(text), ofLine)
      : mapped(features(text, 'collection'), (feature) => ofFeature(feature, known));
  const { name, close } = file;
  return { name, rows: named(name, rows), share: progress, remarks: [], close };
}

/**
 * Files whose rows have the canonical names, in the format that their name implies, or all in one. What is broken in a row
 * rejects it.
 */
export function canonicalFiles(files: string[], format?: Format): Input {
  return {
    names: files,
    isCanonical: true,
    read: (options) =>
      readFiles(
        files,
        async (file) => {
          const opened = await openInput(file, /./, 'file', undefined);
          return openRecords(opened, format ?? formatOf(file), options).catch(async (error) => {
            await opened.close();
            throw error;
          });
        },
        options.remark,
      ),
  };
}

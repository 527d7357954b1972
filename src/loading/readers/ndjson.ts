import { isUtf8 } from 'node:buffer';
import { type Line, splitLines } from './lines.ts';
import { type InputRow, tooDeep, unstorable } from './rows.ts';

function parseLine({ line, bytes }: Line): InputRow | null {
  if (bytes === null) return { line, reason: 'line_too_long' };
  if (bytes.length === 0) return null;
  if (!isUtf8(bytes)) return { line, reason: 'invalid_utf8' };
  const raw = bytes.toString('utf8');
  if (raw.trim() === '') return null;
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

/** Records of newline-delimited JSON, in memory that does not grow with the file. */
export async function* ndjsonRows(bytes: AsyncIterable<Buffer>): AsyncGenerator<InputRow[]> {
  for await (const lines of splitLines(bytes)) {
    const rows: InputRow[] = [];
    for (const line of lines) {
      const row = parseLine(line);
      if (row) rows.push(row);
    }
    yield rows;
  }
}

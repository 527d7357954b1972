import { splitLines } from '../lines.ts';
import { type CsvRecord, type Dialect, recordJoiner } from './records.ts';

/** Never in a value: a line with a NUL is rejected. */
export const SEPARATOR = '\u0000';

const FAULTS: Readonly<Record<string, string>> = {
  line_too_long: 'it is longer than 1 MiB. Is this a CSV file?',
  invalid_utf8: 'it has letters that are not UTF-8. Save the file as UTF-8.',
  nul_character: 'it holds a NUL, which no text does. Is this a CSV file?',
  unclosed_quote: 'a quote in it is not closed.',
};

/** The text of a line, or null when its bytes are not UTF-8. */
export type Decode = (bytes: Buffer) => string | null;

function faultOf(bytes: Buffer | null, text: string | null): string | null {
  if (bytes === null) return 'line_too_long';
  if (text === null) return 'invalid_utf8';
  return text.includes(SEPARATOR) ? 'nul_character' : null;
}

/** Says why a header line cannot be read. */
export const unreadableHeader = (reason: string): Error =>
  new Error(`its header line cannot be read: ${FAULTS[reason] ?? reason}`);

/**
 * The records of a CSV file; the first is the header. Memory does not grow with the file.
 * @param dialectOf is given the first line that has text.
 * @param isSkipped whether to skip a line, by its number from 1.
 */
export async function* csvRecords(
  bytes: AsyncIterable<Buffer>,
  decode: Decode,
  dialectOf: (line: string) => Dialect,
  isSkipped: (line: number) => boolean = () => false,
): AsyncGenerator<CsvRecord[]> {
  let joiner: ReturnType<typeof recordJoiner> | null = null;
  for await (const lines of splitLines(bytes)) {
    const found: CsvRecord[] = [];
    for (const { line, bytes } of lines) {
      if (isSkipped(line)) continue;
      const text = bytes === null ? null : decode(bytes);
      const reason = faultOf(bytes, text);
      if (reason !== null) {
        joiner?.end(found);
        found.push({ line, reason });
      } else if (joiner || text !== '') {
        joiner ??= recordJoiner(dialectOf(text!));
        joiner.add(line, text!, found);
      }
    }
    yield found;
  }
  const last: CsvRecord[] = [];
  joiner?.end(last);
  yield last;
}

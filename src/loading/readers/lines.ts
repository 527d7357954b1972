import { LONGEST_LINE } from './rows.ts';

const NEWLINE = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const BOM = Buffer.from([0xef, 0xbb, 0xbf]);

/** A line without its ending; `bytes` is null when it was too long. Numbers start at 1. */
export interface Line {
  line: number;
  bytes: Buffer | null;
}

function clean(line: number, bytes: Buffer, longest: number): Line {
  const start = line === 1 && bytes.subarray(0, 3).equals(BOM) ? 3 : 0;
  const end = bytes.at(-1) === CARRIAGE_RETURN ? bytes.length - 1 : bytes.length;
  const text = bytes.subarray(start, Math.max(start, end));
  return { line, bytes: text.length > longest ? null : text };
}

/** What ends lines, by a part of the text: carriage returns only where there is no newline; null if that is undecided. */
function endOf(chunk: Buffer): number | null {
  if (chunk.includes(NEWLINE)) return NEWLINE;
  const at = chunk.indexOf(CARRIAGE_RETURN);
  return at >= 0 && at < chunk.length - 1 ? CARRIAGE_RETURN : null;
}

/**
 * Splits bytes into lines, without byte order mark and carriage returns. For a line longer than `longest` bytes, only its
 * number is kept, so memory does not grow with it.
 */
export async function* splitLines(
  bytes: AsyncIterable<Buffer>,
  longest = LONGEST_LINE,
): AsyncGenerator<Line[]> {
  let line = 0;
  let pending: Buffer[] = [];
  let pendingLength = 0;
  let ending: number | null = null;
  for await (const chunk of bytes) {
    const lines: Line[] = [];
    let start = 0;
    ending ??= endOf(chunk);
    const by = ending ?? NEWLINE;
    for (let end = chunk.indexOf(by); end >= 0; end = chunk.indexOf(by, start)) {
      line++;
      const rest = chunk.subarray(start, end);
      if (pendingLength + rest.length > longest + 4) lines.push({ line, bytes: null });
      else lines.push(clean(line, pendingLength === 0 ? rest : Buffer.concat([...pending, rest]), longest));
      pending = [];
      pendingLength = 0;
      start = end + 1;
    }
    if (start < chunk.length) {
      pendingLength += chunk.length - start;
      if (pendingLength > longest + 4) pending = [];
      else pending.push(chunk.subarray(start));
    }
    if (lines.length > 0) yield lines;
  }
  if (pendingLength > longest + 4) yield [{ line: line + 1, bytes: null }];
  else if (pendingLength > 0) yield [clean(line + 1, Buffer.concat(pending), longest)];
}

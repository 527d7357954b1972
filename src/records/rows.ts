/** A buffer around rows, with room to write the page in place. */
export interface PageBuffer {
  bytes: Buffer;
  /** Releases the bytes, so that other rows may be written there. */
  free?(): void;
}

/** The bytes of a JSON array, and how many rows it has. */
export interface Rows {
  rows: Buffer;
  count: number;
  /** The buffer that holds the rows, if the page may be built around them without a copy. It can be used only once. */
  buffer?: PageBuffer;
}

/** Makes the first key of a row from its place on the page, such as `"rank":1`. */
export type Head = (row: number) => string;

/** What a page begins with, before its rows. */
export const PAGE_START = '{"data":';
/** Room for what follows the rows of a page; most pages need less. */
const PAGE_END_BYTES = 256;
const LONGEST_HEAD = 40;

const CLOSE = 0x7d;
const COMMA = 0x2c;
const LIST = 0x5b;
const LIST_END = 0x5d;

/**
 * Writes rows that lack their closing brace as a JSON array into `bytes`, after room for the start of a page. The rows may
 * already be in `bytes`, in order, as in a raw answer: they only move toward its start.
 */
export function joinIn(bytes: Buffer, open: Iterable<Uint8Array>, head?: Head): Rows {
  const start = PAGE_START.length;
  let end = start;
  let count = 0;
  bytes[end++] = LIST;
  for (const row of open) {
    if (count > 0) bytes[end++] = COMMA;
    let from = 0;
    if (head) {
      const first = head(count);
      if (first.length > LONGEST_HEAD) throw new Error('a row’s head is too long');
      end += bytes.write(`{${first},`, end, 'latin1');
      from = 1;
    }
    bytes.set(from === 0 ? row : row.subarray(from), end);
    end += row.length - from;
    bytes[end++] = CLOSE;
    count++;
  }
  bytes[end++] = LIST_END;
  return { rows: bytes.subarray(start, end), count, buffer: { bytes } };
}

/** The most bytes that a page of these rows needs. */
export function pageBytes(open: readonly Uint8Array[]): number {
  let bytes = PAGE_START.length + 2 + PAGE_END_BYTES;
  for (const row of open) bytes += row.length + LONGEST_HEAD + 3;
  return bytes;
}

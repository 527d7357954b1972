/** A buffer around rows, with space to write the page in place. */
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

export interface Page extends Rows {
  total: number;
  limit: number;
  offset: number;
  /** Only on a page requested with a cursor; null on the last page. */
  next_cursor?: string | null;
}

/** Makes the first key of a row from its position on the page, such as `"rank":1`. */
export type Head = (row: number) => string;

/** What a page begins with, before its rows. */
const PAGE_START = '{"data":';
/** Room for what follows the rows of a page; most pages need less. */
const PAGE_END_BYTES = 256;
const LONGEST_HEAD = 40;

const CLOSE = 0x7d;
const COMMA = 0x2c;
const LIST = 0x5b;
const LIST_END = 0x5d;

/**
 * Writes rows that lack their closing brace as a JSON array into `bytes`, after space for the start of a page. The rows may
 * already be in `bytes`, in order, as in a raw answer: they only move toward its start.
 */
export function joinIn(bytes: Buffer, unclosed: Iterable<Uint8Array>, head?: Head): Rows {
  const start = PAGE_START.length;
  let end = start;
  let count = 0;
  bytes[end++] = LIST;
  for (const row of unclosed) {
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
function pageBytes(unclosed: readonly Uint8Array[]): number {
  let bytes = PAGE_START.length + 2 + PAGE_END_BYTES;
  for (const row of unclosed) bytes += row.length + LONGEST_HEAD + 3;
  return bytes;
}

/** Smaller buffers cost little to allocate; larger pages are rare. */
const SIZES = { least: 2 ** 15, most: 2 ** 20 };
/** Of each size. */
const MOST_KEPT = 8;

/**
 * Reuses the buffers of pages that have been sent: memory takes longer to allocate than to fill, and without allocations the
 * garbage collector need not run. A buffer that is never freed is garbage-collected.
 */
export function createPageBuffers() {
  const kept = new Map<number, Buffer[]>();

  function keptOf(size: number): Buffer[] {
    const known = kept.get(size);
    if (known) return known;
    const none: Buffer[] = [];
    kept.set(size, none);
    return none;
  }

  function take(length: number): PageBuffer {
    const size = Math.max(SIZES.least, 2 ** Math.ceil(Math.log2(length)));
    if (size > SIZES.most) return { bytes: Buffer.allocUnsafeSlow(length) };
    const free = keptOf(size);
    const bytes = free.pop() ?? Buffer.allocUnsafeSlow(size);
    let isTaken = true;
    return {
      bytes,
      free() {
        if (isTaken && free.length < MOST_KEPT) free.push(bytes);
        isTaken = false;
      },
    };
  }

  /** Joins rows that lack their closing brace, with space for the rest of a page. */
  return (unclosed: readonly Uint8Array[], head?: Head): Rows => {
    const buffer = take(pageBytes(unclosed));
    return { ...joinIn(buffer.bytes, unclosed, head), buffer };
  };
}

/** A page as the JSON that the API returns, with the keys of `more` after it. The page cannot be used again. */
export function encodePage(
  { rows, buffer, total, limit, offset, next_cursor }: Page,
  more: object = {},
): Buffer {
  return encodeRows(rows, { total, limit, offset, next_cursor, ...more }, buffer);
}

/** All rows as the JSON that the API returns, with the keys of `more` after them; in the buffer of the rows, if it has the space. */
export function encodeRows(rows: Buffer, more: object = {}, buffer?: PageBuffer): Buffer {
  const rest = JSON.stringify(more).slice(1);
  const end = rest === '}' ? rest : `,${rest}`;
  if (!buffer) return Buffer.concat([Buffer.from(PAGE_START), rows, Buffer.from(end)]);
  const { bytes } = buffer;
  const rowsAt = rows.byteOffset - bytes.byteOffset;
  const endAt = rowsAt + rows.length;
  if (endAt + Buffer.byteLength(end) > bytes.length) return encodeRows(rows, more);
  bytes.write(PAGE_START, rowsAt - PAGE_START.length);
  return bytes.subarray(rowsAt - PAGE_START.length, endAt + bytes.write(end, endAt));
}

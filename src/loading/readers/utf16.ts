export type Utf16 = 'utf-16le' | 'utf-16be';

/** A byte that is never valid in UTF-8: only the value that has it becomes blank. */
const INVALID = Buffer.of(0xff);

/** The kind of UTF-16, by its byte order mark or by letters that each have a NUL next to them; null for any other text. */
export function utf16Of(first: Buffer): Utf16 | null {
  if (first[0] === 0xff && first[1] === 0xfe) return 'utf-16le';
  if (first[0] === 0xfe && first[1] === 0xff) return 'utf-16be';
  const nuls = [...first.subarray(0, 4)].map((byte) => (byte === 0 ? '0' : 'x')).join('');
  if (nuls === 'x0x0') return 'utf-16le';
  return nuls === '0x0x' ? 'utf-16be' : null;
}

const isHighSurrogate = (code: number) => code >= 0xd800 && code < 0xdc00;

/** UTF-8 of a text; half of a surrogate pair becomes an invalid byte. */
function utf8(text: string): Buffer {
  if (text.isWellFormed()) return Buffer.from(text);
  const parts = text.split(/((?<![\ud800-\udbff])[\udc00-\udfff]|[\ud800-\udbff](?![\udc00-\udfff]))/);
  return Buffer.concat(parts.map((part, at) => (at % 2 === 1 ? INVALID : Buffer.from(part))));
}

/** UTF-16 as UTF-8, without its mark. What is not a character becomes an invalid byte. */
export async function* fromUtf16(chunks: AsyncIterable<Buffer>, kind: Utf16): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  let isFirst = true;
  for await (const chunk of chunks) {
    const bytes = Buffer.concat([rest, chunk]);
    let whole = bytes.length & ~1;
    const last = whole - 2;
    if (
      last >= 0 &&
      isHighSurrogate(kind === 'utf-16le' ? bytes.readUInt16LE(last) : bytes.readUInt16BE(last))
    )
      whole = last;
    rest = bytes.subarray(whole);
    const units = bytes.subarray(0, whole);
    // The concatenation is a copy, so it can be swapped in place.
    const text = (kind === 'utf-16be' ? units.swap16() : units).toString('utf16le');
    if (text === '') continue;
    yield utf8(isFirst && text.startsWith('\ufeff') ? text.slice(1) : text);
    isFirst = false;
  }
  if (rest.length > 0) yield INVALID;
}

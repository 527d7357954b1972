import { isAscii, isUtf8 } from 'node:buffer';
import iconv from 'iconv-lite';
import { LOST } from './cells.ts';

/** A text encoding by its standard name. What is not valid in it becomes `LOST`. */
export interface Decoder {
  name: string;
  decode(bytes: Buffer): string;
}

/** The labels of code pages whose standard name is another. */
const PAGES: Readonly<Record<string, string>> = {
  65001: 'utf-8',
  87: 'windows-1252',
  866: 'ibm866',
  874: 'windows-874',
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
};

/** The standard label for a name as a .cpg, a source file or a person may write it. */
function labelOf(name: string): string {
  const plain = name.trim().toLowerCase();
  const page = /^(?:ansi|oem|dos|cp|windows|ibm|ldid)?[\s_/-]*(\d{2,5})$/.exec(plain)?.[1];
  if (page !== undefined) return PAGES[page] ?? (/^125\d$/.test(page) ? `windows-${page}` : `cp${page}`);
  const latin = /^(?:iso[\s_-]*)?8859[\s_-]?(\d{1,2})$/.exec(plain)?.[1];
  return latin ? `iso-8859-${latin}` : plain;
}

/** An encoding by its name, such as `UTF-8`, `1252`, `ANSI 1252`, `ISO 88591`, `CP437`; null when it is unknown. */
export function decoderOf(name: string): Decoder | null {
  const label = labelOf(name);
  // The code pages of DOS are not in the Encoding Standard.
  if (/^cp\d+$/.test(label) && iconv.encodingExists(label))
    return { name: label, decode: (bytes) => iconv.decode(bytes, label) };
  try {
    const decoder = new TextDecoder(label);
    return { name: decoder.encoding, decode: (bytes) => decoder.decode(bytes) };
  } catch {
    return null;
  }
}

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

/** UTF-16 as UTF-8, without its mark. What is not a character becomes an invalid byte. */
export async function* fromUtf16(chunks: AsyncIterable<Buffer>, kind: Utf16): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder(kind);
  for await (const chunk of chunks) yield utf8(decoder.decode(chunk, { stream: true }));
  yield utf8(decoder.decode());
}

/** UTF-8 of a decoded text. */
const utf8 = (text: string): Buffer =>
  Buffer.concat(text.split(LOST).flatMap((part, at) => [...(at === 0 ? [] : [INVALID]), Buffer.from(part)]));

const windows1252 = new TextDecoder('windows-1252');
/** A valid letter outside ASCII. */
const LETTER = new RegExp(`[^\\u0000-\\u007f${LOST}]`);
/** What the decoder makes of the five bytes that Windows-1252 does not have. */
const CONTROL = /[\u0080-\u009f]/g;

/** UTF-8 without the letter at its end, which may be cut off. */
export function withoutCutLetter(bytes: Buffer): Buffer {
  for (let cut = 1; cut <= 3 && cut < bytes.length; cut++) {
    const at = bytes.length - cut;
    if (bytes[at]! >= 0xc0) return bytes.subarray(0, at);
    if (bytes[at]! < 0x80) break;
  }
  return bytes;
}

/** Whether a text has letters outside ASCII, none of which is valid UTF-8: then it is Windows-1252. */
export const isWindows1252 = (bytes: Buffer): boolean =>
  !isUtf8(bytes) && !LETTER.test(bytes.toString('utf8'));

/**
 * Text in UTF-8 or Windows-1252 as UTF-8. It counts as Windows-1252 until the first letters that are valid UTF-8.
 */
export async function* fromWindows1252(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let carried: Buffer = Buffer.alloc(0);
  let isKnown = false;
  function recoded(bytes: Buffer): Buffer {
    if (isAscii(bytes)) return bytes;
    isKnown = !isWindows1252(bytes);
    if (isKnown) return bytes;
    return Buffer.from(windows1252.decode(bytes).replace(CONTROL, LOST));
  }
  for await (const chunk of chunks) {
    const bytes = carried.length === 0 ? chunk : Buffer.concat([carried, chunk]);
    const whole = isKnown ? bytes : withoutCutLetter(bytes);
    carried = bytes.subarray(whole.length);
    yield isKnown ? whole : recoded(whole);
  }
  if (carried.length > 0) yield isKnown ? carried : recoded(carried);
}

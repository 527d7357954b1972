import { isAscii, isUtf8 } from 'node:buffer';
import { LOST } from './cells.ts';

const decoder = new TextDecoder('windows-1252');
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
    return Buffer.from(decoder.decode(bytes).replace(CONTROL, LOST));
  }
  for await (const chunk of chunks) {
    const bytes = carried.length === 0 ? chunk : Buffer.concat([carried, chunk]);
    const whole = isKnown ? bytes : withoutCutLetter(bytes);
    carried = bytes.subarray(whole.length);
    yield isKnown ? whole : recoded(whole);
  }
  if (carried.length > 0) yield isKnown ? carried : recoded(carried);
}

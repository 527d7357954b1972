import { isUtf8 } from 'node:buffer';
import { asUnicode, asUtf8 } from '../bytes.ts';
import { LOST } from '../cells.ts';
import { type Decoder, decoderOf, fromUtf16, isWindows1252, type Utf16, utf16Of } from '../encodings.ts';

const NEWLINE = 0x0a;

const isUtf16 = (label: string): label is Utf16 => label === 'utf-16le' || label === 'utf-16be';

/** A text encoding; `name` is the one in the Encoding Standard. */
export interface TextEncoding {
  name: string;
  /** The bytes to split into lines; already UTF-8 if their encoding cannot be split as it is. */
  recoded(bytes: AsyncIterable<Buffer>): AsyncIterable<Buffer>;
  /** Decodes a line; null when it is not to be read at all. */
  decode(bytes: Buffer): string | null;
  /** Whether any text so far had bytes that are not valid in the encoding; each of them becomes `LOST`. */
  hasLost(): boolean;
}

function textEncoding(
  name: string,
  recoded: TextEncoding['recoded'] | null,
  decoder: Decoder | null = null,
): TextEncoding {
  let hasLost = false;
  return {
    name,
    recoded: recoded ?? ((bytes) => bytes),
    decode(bytes) {
      const text = decoder === null ? bytes.toString('utf8') : decoder.decode(bytes);
      hasLost ||= text.includes(LOST);
      return text;
    },
    hasLost: () => hasLost,
  };
}

/**
 * The encoding that a person named, in any usual spelling; for `utf-16`, the text's beginning decides the byte order.
 * @throws Error with a sentence when there is no such encoding.
 */
export function namedEncoding(given: string, beginning: Buffer): TextEncoding {
  const isPlain = /^\s*(utf-?16|ucs-?2|unicode)\s*$/i.test(given);
  const decoder = decoderOf(isPlain ? (utf16Of(beginning) ?? 'utf-16le') : given);
  if (decoder === null)
    throw new Error(
      `Unknown encoding ${given}. --encoding (conform.encoding) takes a name such as utf-8, windows-1252, iso-8859-1, cp437 or utf-16.`,
    );
  const { name } = decoder;
  if (isUtf16(name)) return textEncoding(name, (bytes) => fromUtf16(bytes, name));
  return textEncoding(name, null, name === 'utf-8' ? null : decoder);
}

/** Text up to its last line end, so that no character is cut in two. */
function wholeLines(beginning: Buffer): Buffer {
  const end = beginning.lastIndexOf(NEWLINE);
  return end < 0 ? beginning : beginning.subarray(0, end);
}

/** The encoding of a text for which none is given. It is named after the encoding of the beginning. */
export function foundEncoding(beginning: Buffer): TextEncoding {
  const name = utf16Of(beginning) ?? (isWindows1252(wholeLines(beginning)) ? 'windows-1252' : 'utf-8');
  return textEncoding(name, asUtf8);
}

/** UTF-8, or UTF-16 as it: lines that are not are left to be rejected. */
export const strictUtf8: TextEncoding = {
  name: 'utf-8',
  recoded: asUnicode,
  decode: (bytes) => (isUtf8(bytes) ? bytes.toString('utf8') : null),
  hasLost: () => false,
};

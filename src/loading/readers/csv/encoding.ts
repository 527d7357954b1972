import { asUtf8 } from '../bytes.ts';
import { LOST } from '../cells.ts';
import { fromUtf16, type Utf16, utf16Of } from '../utf16.ts';
import { isWindows1252 } from '../windows-1252.ts';

const NEWLINE = 0x0a;

const isUtf16 = (label: string): label is Utf16 => label === 'utf-16le' || label === 'utf-16be';

/** An encoding by the name that the Encoding Standard gives it. */
export interface TextEncoding {
  name: string;
  /** The bytes to split into lines; already UTF-8 if their encoding cannot be split as it is. */
  recoded(bytes: AsyncIterable<Buffer>): AsyncIterable<Buffer>;
  /** Of a line. */
  decode(bytes: Buffer): string;
  /** Whether a text so far had letters that the encoding does not have; each of them is `LOST`. */
  hasLost(): boolean;
}

function textEncoding(name: string, recoded: TextEncoding['recoded'] | null): TextEncoding {
  const decoder = recoded !== null || name === 'utf-8' ? null : new TextDecoder(name);
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

const givenEncoding = (name: string): TextEncoding =>
  textEncoding(name, isUtf16(name) ? (bytes) => fromUtf16(bytes, name) : null);

/**
 * The encoding that a person named, in any of its usual spellings; `utf-16` is either byte order, as the text begins.
 * @throws Error with a sentence when there is no such encoding.
 */
export function namedEncoding(given: string, beginning: Buffer): TextEncoding {
  const label = given.trim();
  if (/^(utf-?16|ucs-?2|unicode)$/i.test(label)) return givenEncoding(utf16Of(beginning) ?? 'utf-16le');
  try {
    return givenEncoding(new TextDecoder(label).encoding);
  } catch {
    throw new Error(
      `Unknown encoding ${given}. --encoding (conform.encoding) takes a name such as utf-8, windows-1252, iso-8859-1 or utf-16.`,
    );
  }
}

/** Text up to the last line end, so that no character is cut. */
function wholeLines(beginning: Buffer): Buffer {
  const end = beginning.lastIndexOf(NEWLINE);
  return end < 0 ? beginning : beginning.subarray(0, end);
}

/** The encoding that a text is read in by its look, with the name of what its beginning is in. */
export function foundEncoding(beginning: Buffer): TextEncoding {
  const name = utf16Of(beginning) ?? (isWindows1252(wholeLines(beginning)) ? 'windows-1252' : 'utf-8');
  return textEncoding(name, asUtf8);
}

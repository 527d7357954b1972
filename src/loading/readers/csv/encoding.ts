import { isUtf8 } from 'node:buffer';
import { LOST } from '../cells.ts';
import { type Utf16, utf16Of } from '../utf16.ts';

const NEWLINE = 0x0a;

const isUtf16 = (label: string): label is Utf16 => label === 'utf-16le' || label === 'utf-16be';

/** An encoding by the name that the Encoding Standard gives it. */
export interface TextEncoding {
  name: string;
  /** When the text has to be brought into UTF-8 before its lines are told apart; `decode` then is that of UTF-8. */
  utf16: Utf16 | null;
  decode(bytes: Buffer): string;
  /** Whether a text so far had letters that the encoding does not have; `LOST` stands for each of them. */
  hasLost(): boolean;
}

function textEncoding(name: string): TextEncoding {
  const isOfUtf8 = name === 'utf-8' || isUtf16(name);
  const decoder = isOfUtf8 ? null : new TextDecoder(name);
  let hasLost = false;
  return {
    name,
    utf16: isUtf16(name) ? name : null,
    decode(bytes) {
      const text = decoder === null ? bytes.toString('utf8') : decoder.decode(bytes);
      hasLost ||= text.includes(LOST);
      return text;
    },
    hasLost: () => hasLost,
  };
}

/**
 * The encoding that a person named, in any of its usual spellings; `utf-16` is either byte order, as the text begins.
 * @throws Error with a sentence when there is no such encoding.
 */
export function namedEncoding(given: string, beginning: Buffer): TextEncoding {
  const label = given.trim();
  if (/^(utf-?16|ucs-?2|unicode)$/i.test(label)) return textEncoding(utf16Of(beginning) ?? 'utf-16le');
  try {
    return textEncoding(new TextDecoder(label).encoding);
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

/** The encoding that the beginning of a text has: UTF-16 by its look, UTF-8 if it is valid, else Windows-1252. */
export function foundEncoding(beginning: Buffer): TextEncoding {
  const name = utf16Of(beginning) ?? (isUtf8(wholeLines(beginning)) ? 'utf-8' : 'windows-1252');
  return textEncoding(name);
}

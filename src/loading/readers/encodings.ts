import { isAscii, isUtf8 } from 'node:buffer';
import iconv from 'iconv-lite';
import { beginning } from './bytes.ts';
import { LOST } from './cells.ts';

/** A text encoding by its standard name. What is not valid in it becomes `LOST`. */
interface Decoder {
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
function decoderOf(name: string): Decoder | null {
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

type Utf16 = 'utf-16le' | 'utf-16be';

/** A byte that is never valid in UTF-8: only the value that has it becomes blank. */
const INVALID = Buffer.of(0xff);

/** The kind of UTF-16, by its byte order mark or by letters that each have a NUL next to them; null for any other text. */
function utf16Of(first: Buffer): Utf16 | null {
  if (first[0] === 0xff && first[1] === 0xfe) return 'utf-16le';
  if (first[0] === 0xfe && first[1] === 0xff) return 'utf-16be';
  const nuls = [...first.subarray(0, 4)].map((byte) => (byte === 0 ? '0' : 'x')).join('');
  if (nuls === 'x0x0') return 'utf-16le';
  return nuls === '0x0x' ? 'utf-16be' : null;
}

/** UTF-16 as UTF-8, without its mark. What is not a character becomes an invalid byte. */
async function* fromUtf16(chunks: AsyncIterable<Buffer>, kind: Utf16): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder(kind);
  for await (const chunk of chunks) yield bytesOf(decoder.decode(chunk, { stream: true }));
  yield bytesOf(decoder.decode());
}

/** UTF-8 of a decoded text. */
const bytesOf = (text: string): Buffer =>
  Buffer.concat(text.split(LOST).flatMap((part, at) => [...(at === 0 ? [] : [INVALID]), Buffer.from(part)]));

const windows1252 = new TextDecoder('windows-1252');
/** A valid letter outside ASCII. */
const LETTER = new RegExp(`[^\\u0000-\\u007f${LOST}]`);
/** What the decoder makes of the five bytes that Windows-1252 does not have. */
const CONTROL = /[\u0080-\u009f]/g;

/** UTF-8 without the letter at its end, which may be cut off. */
function withoutCutLetter(bytes: Buffer): Buffer {
  for (let cut = 1; cut <= 3 && cut < bytes.length; cut++) {
    const at = bytes.length - cut;
    if (bytes[at]! >= 0xc0) return bytes.subarray(0, at);
    if (bytes[at]! < 0x80) break;
  }
  return bytes;
}

/** Whether a text has letters outside ASCII, none of which is valid UTF-8: then it is Windows-1252. */
const isWindows1252 = (bytes: Buffer): boolean => !isUtf8(bytes) && !LETTER.test(bytes.toString('utf8'));

/**
 * Text in UTF-8 or Windows-1252 as UTF-8. It counts as Windows-1252 until the first letters that are valid UTF-8.
 */
async function* fromWindows1252(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
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

const NEWLINE = 0x0a;

const isUtf16 = (label: string): label is Utf16 => label === 'utf-16le' || label === 'utf-16be';

/** The same text as UTF-8 if it begins like UTF-16; otherwise what `other` makes of it. */
async function* fromUtf16Or(
  chunks: AsyncIterable<Buffer>,
  other: (all: AsyncIterable<Buffer>) => AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  const { first, all } = await beginning(chunks);
  const kind = utf16Of(first);
  yield* kind === null ? other(all) : fromUtf16(all, kind);
}

/** The same text as UTF-8 if it is UTF-16. */
export const asUnicode = (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> =>
  fromUtf16Or(chunks, (all) => all);

/** The same text as UTF-8 if it is UTF-16 or Windows-1252. */
export const asUtf8 = (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> =>
  fromUtf16Or(chunks, fromWindows1252);

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
export function namedEncoding(label: string, beginning: Buffer): TextEncoding {
  const isPlain = /^\s*(utf-?16|ucs-?2|unicode)\s*$/i.test(label);
  const decoder = decoderOf(isPlain ? (utf16Of(beginning) ?? 'utf-16le') : label);
  if (decoder === null)
    throw new Error(
      `Unknown encoding ${label}. --encoding (conform.encoding) takes a name such as utf-8, windows-1252, iso-8859-1, cp437 or utf-16.`,
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

export interface Encoding {
  name: string;
  /** Null when the bytes are not text in it. */
  decode(bytes: Buffer): string | null;
}

/** Encodings by the language driver byte of a .dbf. */
const DRIVERS: Record<number, string> = {
  1: 'cp437',
  2: 'cp850',
  3: 'windows-1252',
  87: 'windows-1252',
  88: 'windows-1252',
  89: 'windows-1252',
  19: 'shift_jis',
  38: 'ibm866',
  77: 'gbk',
  78: 'euc-kr',
  79: 'big5',
  80: 'windows-874',
  101: 'ibm866',
  120: 'big5',
  121: 'euc-kr',
  122: 'gbk',
  123: 'shift_jis',
  124: 'windows-874',
  200: 'windows-1250',
  201: 'windows-1251',
  202: 'windows-1254',
  203: 'windows-1253',
};

const utf8: Encoding = {
  name: 'UTF-8',
  decode: (bytes) => (isUtf8(bytes) ? bytes.toString('utf8') : null),
};

/**
 * An encoding by its name, such as `UTF-8`, `1252`, `ISO 88591`, `CP437`; null when it is unknown, or has units of two
 * bytes, which a .dbf cannot have.
 */
function encodingOf(name: string): Encoding | null {
  const decoder = decoderOf(name);
  if (decoder === null || decoder.name.startsWith('utf-16')) return null;
  if (decoder.name === 'utf-8') return utf8;
  return {
    name: decoder.name,
    decode(bytes) {
      const text = decoder.decode(bytes);
      return text.includes(LOST) ? null : text;
    },
  };
}

/** The encoding that the language driver byte of a .dbf names; null when it names none that is known. */
function encodingOfDriver(driver: number): Encoding | null {
  const name = DRIVERS[driver];
  return name ? encodingOf(name) : null;
}

/** Whether each letter is one byte, so that nearly any bytes are valid text. */
const isSingleByte = ({ name }: Encoding): boolean => /^(?:windows-|iso-8859-|cp)/.test(name);

/**
 * The encoding that a file names, if any, unless its first text with a letter outside ASCII shows another: that text is valid
 * UTF-8, or not valid UTF-8 though the file names that or nothing. Letters of windows-1252 are hardly ever valid UTF-8.
 * @param tell gets the name of an encoding that the file does not name
 */
function byFirstLetters(named: Encoding | null, tell: (name: string) => void): Encoding {
  let right = named === null || named === utf8 || isSingleByte(named) ? null : named;
  function shownBy(bytes: Buffer): Encoding {
    const isText = isUtf8(bytes) || (named === utf8 && isUtf8(withoutCutLetter(bytes)));
    const shown = isText ? utf8 : named === null || named === utf8 ? encodingOf('windows-1252')! : named;
    if (shown !== named) tell(shown.name);
    return shown;
  }
  return {
    name: (named ?? utf8).name,
    decode(bytes) {
      right ??= shownBy(bytes);
      return right.decode(bytes) ?? (right === utf8 ? utf8.decode(withoutCutLetter(bytes)) : null);
    },
  };
}

const ADVICE = 'If names look wrong, give the encoding with --encoding (conform.encoding in a source file).';

/**
 * The encoding of a .dbf: as given, else the one named by its .cpg or by the byte in its header, unless the first text
 * outside ASCII contradicts that; else the one that this text is in.
 * @param driver the byte in the header of the .dbf that names the encoding
 * @param remark gets sentences, some of them while rows are read
 * @param decided gets the name of the encoding when that first text decides it
 * @throws Error with a sentence when that encoding is unknown
 */
export function encodingFor(
  driver: number,
  cpg: string | null,
  label: string | undefined,
  remark: (sentence: string) => void,
  decided: (name: string) => void,
): Encoding {
  if (label !== undefined) {
    const encoding = encodingOf(label);
    if (encoding) return encoding;
    throw new Error(
      `"${label}" is not an encoding that can be read. Use a name such as UTF-8, windows-1252, ISO-8859-1 or CP437.`,
    );
  }
  const believed = (named: Encoding, where: string): Encoding =>
    byFirstLetters(named, (name) => {
      decided(name);
      remark(
        `The ${where} says that the text is in ${named.name}, but it is in ${name}, and is read as that. ${ADVICE}`,
      );
    });
  const named = cpg === null ? null : encodingOf(cpg);
  if (named) return believed(named, '.cpg');
  if (cpg !== null) remark(`The .cpg names an encoding that is not known: "${cpg.slice(0, 40)}".`);
  const driven = encodingOfDriver(driver);
  return (
    (driven && believed(driven, '.dbf')) ??
    byFirstLetters(null, (name) => {
      decided(name);
      remark(
        `The file does not say which encoding its text is in. It looks like ${name}, and is read as that. ${ADVICE}`,
      );
    })
  );
}

import { isAscii, isUtf8 } from 'node:buffer';
import iconv from 'iconv-lite';
import { beginning } from './bytes.ts';
import { LOST } from './cells.ts';

/** A text encoding. What is not valid in it becomes `LOST`. */
export interface Encoding {
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
function encodingOf(name: string): Encoding | null {
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

/** Always the whole text: `TextDecoder` would leave a byte order mark out. */
const inUtf8 = (bytes: Buffer): string => bytes.toString('utf8');
const windows1252 = encodingOf('windows-1252')!;

/** A valid letter outside ASCII. */
const LETTER = new RegExp(`[^\\u0000-\\u007f${LOST}]`);
/** What the decoder makes of the five bytes that Windows-1252 does not have. */
const CONTROL = /[\u0080-\u009f]/g;

/** Whether a text has letters outside ASCII, none of which is valid UTF-8: then it is Windows-1252. */
const isWindows1252 = (bytes: Buffer): boolean => !isUtf8(bytes) && !LETTER.test(inUtf8(bytes));

/** Decodes texts of one file in Windows-1252 up to the first that has letters in UTF-8, and from there on in UTF-8. */
function utf8Decoder(): (bytes: Buffer) => string {
  let isKnown = false;
  return (bytes) => {
    if (isAscii(bytes)) return bytes.toString('latin1');
    isKnown ||= !isWindows1252(bytes);
    return isKnown ? inUtf8(bytes) : windows1252.decode(bytes).replace(CONTROL, LOST);
  };
}

type Utf16 = 'utf-16le' | 'utf-16be';

const isUtf16 = (label: string): label is Utf16 => label === 'utf-16le' || label === 'utf-16be';

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

/** The same text as UTF-8 if it is UTF-16. */
export async function* asUnicode(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const { first, all } = await beginning(chunks);
  const kind = utf16Of(first);
  yield* kind === null ? all : fromUtf16(all, kind);
}

/** The encoding of a text that is split into lines or elements; `name` is the one in the Encoding Standard. */
export interface TextEncoding {
  name: string;
  /** The bytes to split: UTF-16 becomes UTF-8, since it cannot be split as it is. */
  recoded(bytes: AsyncIterable<Buffer>): AsyncIterable<Buffer>;
  /** The decoder of what they are split into, for one reading. */
  decoder(): (bytes: Buffer) => string;
}

const textEncoding = (name: string, decoder: TextEncoding['decoder'] = () => inUtf8): TextEncoding => ({
  name,
  recoded: (bytes) => (isUtf16(name) ? fromUtf16(bytes, name) : bytes),
  decoder,
});

/**
 * The encoding that a person named, in any usual spelling; for `utf-16`, the text's beginning decides the byte order.
 * @throws Error with a sentence when there is no such encoding.
 */
export function namedEncoding(label: string, beginning: Buffer): TextEncoding {
  const isPlain = /^\s*(utf-?16|ucs-?2|unicode)\s*$/i.test(label);
  const encoding = encodingOf(isPlain ? (utf16Of(beginning) ?? 'utf-16le') : label);
  if (encoding === null)
    throw new Error(
      `Unknown encoding ${label}. --encoding (conform.encoding) takes a name such as utf-8, windows-1252, iso-8859-1, cp437 or utf-16.`,
    );
  const { name, decode } = encoding;
  return textEncoding(name, name.startsWith('utf-') ? undefined : () => decode);
}

const NEWLINE = 0x0a;

/**
 * The encoding of a text for which none is given: UTF-8, UTF-16 or Windows-1252, named after that of its beginning. If the
 * beginning has no letters in UTF-8, Windows-1252 counts up to the first line that has some.
 */
export function detectedEncoding(beginning: Buffer): TextEncoding {
  const unicode = utf16Of(beginning);
  if (unicode !== null) return textEncoding(unicode);
  const end = beginning.lastIndexOf(NEWLINE);
  // Up to its last line end, no character is cut in two.
  const whole = end < 0 ? beginning : beginning.subarray(0, end);
  if (isWindows1252(whole)) return textEncoding(windows1252.name, utf8Decoder);
  return textEncoding('utf-8', isAscii(whole) ? utf8Decoder : undefined);
}

/** UTF-8, or UTF-16, by the text's beginning. */
export const unicodeEncoding = (beginning: Buffer): TextEncoding =>
  textEncoding(utf16Of(beginning) ?? 'utf-8');

/** Code pages by the language driver byte of a .dbf. */
const DRIVERS = new Map(
  (
    '1 437, 2 850, 3 1252, 87 1252, 88 1252, 89 1252, 19 932, 38 866, 77 936, 78 949, 79 950, 80 874, 101 866, 120 950, ' +
    '121 949, 122 936, 123 932, 124 874, 200 1250, 201 1251, 202 1254, 203 1253'
  )
    .split(', ')
    .map((pair) => pair.split(' ') as [driver: string, page: string]),
);

/** UTF-8 without the letter at its end, which the width of a field may have cut off. */
function withoutCutLetter(bytes: Buffer): Buffer {
  for (let cut = 1; cut <= 3 && cut < bytes.length; cut++) {
    const at = bytes.length - cut;
    if (bytes[at]! >= 0xc0) return bytes.subarray(0, at);
    if (bytes[at]! < 0x80) break;
  }
  return bytes;
}

const isFieldUtf8 = (bytes: Buffer): boolean => isUtf8(bytes) || isUtf8(withoutCutLetter(bytes));

/** The encoding of the fields of a .dbf in UTF-8. */
const fieldUtf8: Encoding = {
  name: 'UTF-8',
  decode: (bytes) => inUtf8(isUtf8(bytes) ? bytes : withoutCutLetter(bytes)),
};

/** An encoding by its name; null when it is unknown, or has units of two bytes, which a .dbf cannot have. */
function fieldEncoding(name: string): Encoding | null {
  const encoding = encodingOf(name);
  if (encoding === null || isUtf16(encoding.name)) return null;
  return encoding.name === 'utf-8' ? fieldUtf8 : encoding;
}

/** Whether each letter is one byte, so that nearly any bytes are valid text. */
const isSingleByte = ({ name }: Encoding): boolean => /^(?:windows-|iso-8859-|cp)/.test(name);

/**
 * The encoding that a file names, if any, unless its first text with a letter outside ASCII shows another: that text is valid
 * UTF-8, or not valid UTF-8 though the file names that or nothing. Letters of windows-1252 are hardly ever valid UTF-8.
 * @param tell gets the name of an encoding that the file does not name
 */
function byFirstLetters(named: Encoding | null, tell: (name: string) => void): Encoding {
  const isOpen = named === null || named === fieldUtf8;
  let right = isOpen || isSingleByte(named) ? null : named;
  function shownBy(bytes: Buffer): Encoding {
    const isText = named === fieldUtf8 ? isFieldUtf8(bytes) : isUtf8(bytes);
    const shown = isText ? fieldUtf8 : isOpen ? windows1252 : named;
    if (shown !== named) tell(shown.name);
    return shown;
  }
  return {
    name: (named ?? fieldUtf8).name,
    decode(bytes) {
      right ??= shownBy(bytes);
      return right.decode(bytes);
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
    const encoding = fieldEncoding(label);
    if (encoding) return encoding;
    throw new Error(
      `"${label}" is not an encoding that can be read. Use a name such as UTF-8, windows-1252, ISO-8859-1 or CP437.`,
    );
  }
  const named = cpg === null ? null : fieldEncoding(cpg);
  if (cpg !== null && named === null)
    remark(`The .cpg names an encoding that is not known: "${cpg.slice(0, 40)}".`);
  const believed = named ?? fieldEncoding(DRIVERS.get(String(driver)) ?? '');
  return byFirstLetters(believed, (name) => {
    decided(name);
    remark(
      believed === null
        ? `The file does not say which encoding its text is in. It looks like ${name}, and is read as that. ${ADVICE}`
        : `The ${named ? '.cpg' : '.dbf'} says that the text is in ${believed.name}, but it is in ${name}, and is read as that. ${ADVICE}`,
    );
  });
}

import { isUtf8 } from 'node:buffer';
import { LOST } from '../cells.ts';
import { decoderOf, withoutCutLetter } from '../encodings.ts';

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
 * @param shown gets the name of an encoding that the file does not name
 */
function byFirstLetters(named: Encoding | null, shown: (name: string) => void): Encoding {
  let found = named === null || named === utf8 || isSingleByte(named) ? null : named;
  function shownBy(bytes: Buffer): Encoding {
    const isText = isUtf8(bytes) || (named === utf8 && isUtf8(withoutCutLetter(bytes)));
    const right = isText ? utf8 : named === null || named === utf8 ? encodingOf('windows-1252')! : named;
    if (right !== named) shown(right.name);
    return right;
  }
  return {
    name: (named ?? utf8).name,
    decode(bytes) {
      found ??= shownBy(bytes);
      return found.decode(bytes) ?? (found === utf8 ? utf8.decode(withoutCutLetter(bytes)) : null);
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
 * @throws Error with a sentence when the given encoding is unknown
 */
export function encodingFor(
  driver: number,
  cpg: string | null,
  given: string | undefined,
  remark: (sentence: string) => void,
  decided: (name: string) => void,
): Encoding {
  if (given !== undefined) {
    const encoding = encodingOf(given);
    if (encoding) return encoding;
    throw new Error(
      `"${given}" is not an encoding that can be read. Use a name such as UTF-8, windows-1252, ISO-8859-1 or CP437.`,
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

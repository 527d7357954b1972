import iconv from 'iconv-lite';

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

const NON_ASCII = /[\u0080-\uffff]/;
const MARKS = /\p{M}+/gu;
const SPACES = /\s{2,}|[^\S ]/g;
const DOTS_AND_APOSTROPHES = /[.'`’‘´]+/g;

const MAYBE_CARE_OF = /[%/]|ATTN/;
const CARE_OF = /(?<![A-Z0-9])(?:C *\/ *O|ATTN)(?![A-Z0-9])|(?<!\d)% *(?=[A-Z])/;
const MAYBE_BOX = /BO?X|DRA?W|POB/;
const PO_BOX =
  /\b(?:P[^A-Z0-9]*[O0]|POST[^A-Z0-9]*OFFICE)[^A-Z0-9]*(?:BOX|BX|DRAWER|DRWR)(?![A-Z])[ #:]*|^(?:POB|BOX)[ #]+(?=\d)/;
// In a care-of line the street starts at the first bare figure followed by a word: "ATTN STORE #29 12 ELM ST".
const HOUSE = /(?<![^ ,])\d[\dA-Z/-]*(?= +[A-Z0-9])/g;
const ORDINAL_FIGURE = /^\d+(?:ST|ND|RD|TH)$/;

/** Upper case without accents, dots and apostrophes; runs of spaces as one. */
export function foldStreet(text: string): string {
  const plain = NON_ASCII.test(text) ? text.normalize('NFKD').replace(MARKS, '') : text;
  return plain.toUpperCase().replace(DOTS_AND_APOSTROPHES, '').replace(SPACES, ' ').trim();
}

/** Where the house number begins, past ordinals ("ATTN 1ST BANK 12 ELM ST"); -1 without one. */
function houseNumberAt(text: string): number {
  for (const match of text.matchAll(HOUSE)) if (!ORDINAL_FIGURE.test(match[0])) return match.index;
  return -1;
}

/** A folded line without care-of names, and without a box after a street; a lone box stays. */
export function streetLine(folded: string): string {
  let text = folded;
  const mark = MAYBE_CARE_OF.test(text) ? CARE_OF.exec(text) : null;
  if (mark !== null) {
    const head = text.slice(0, mark.index);
    if (/^\d/.test(head) || PO_BOX.exec(head)?.index === 0) return streetLine(head.trim());
    text = text.slice(mark.index);
  }
  const box = MAYBE_BOX.test(text) ? PO_BOX.exec(text) : null;
  if (mark === null && box === null) return text;
  const line = box === null ? text : text.slice(0, box.index).trim();
  if (mark === null) return /^\d+[A-Z]? /.test(line) || box === null ? line : text.slice(box.index);
  const start = houseNumberAt(line);
  if (start >= 0) return streetLine(line.slice(start));
  return box === null ? '' : streetLine(text.slice(box.index));
}

/** The number of a post-office box or drawer ("12" of "PO BOX 12"); null when the line is not one. */
export function boxOf(line: string): string | null {
  const mark = MAYBE_BOX.test(line) ? PO_BOX.exec(line) : null;
  return mark?.index === 0 ? line.slice(mark[0].length) : null;
}

/** Whether the line is a post-office box or drawer and no street: "12 ELM ST PO BOX 9" is a street. */
export function isPoBox(street: string): boolean {
  return boxOf(streetLine(foldStreet(street))) !== null;
}

import { hash } from 'node:crypto';

/** The same pure function, but it remembers its last answer: several rules in turn ask about the same name. */
export function keepLast<T>(compute: (text: string) => T): (text: string) => T {
  let last: { text: string; answer: T } | null = null;
  return (text) => {
    if (last?.text !== text) last = { text, answer: compute(text) };
    return last!.answer;
  };
}

const NON_ASCII = /[\u0080-\uffff]/;
const MARKS = /\p{M}+/gu;

/** Letters that Unicode does not decompose, in upper case. */
const STROKED: Readonly<Record<string, string>> = {
  Ł: 'L',
  Ø: 'O',
  Đ: 'D',
  Ð: 'D',
  Ħ: 'H',
  Ŧ: 'T',
  Æ: 'AE',
  Œ: 'OE',
  Þ: 'TH',
};
const STROKED_LETTER = /[ŁØĐÐĦŦÆŒÞ]/g;

// Dots and everything that is typed for an apostrophe: quotes, primes, grave and acute accents, modifier letters.
const DOTS_AND_APOSTROPHES = /[.'`´‘’‛′ʹʻʼʽˊˋ‵]+/g;

// "100% REALTY" and "(50%)" are shares, not care-of: a letter must follow, a digit must not touch it from the left.
const CARE_OF = /(?<![A-Z0-9])(?:C\s*\/\s*O|ATTN)(?![A-Z0-9])|(?<!\d)%\s*(?=\p{L})/gu;
const MAYBE_CARE_OF = /[%/]|ATTN/;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;

const PUNCTUATION = /[^A-Z0-9]+/g;
const PUNCTUATION_UNICODE = /[^\p{L}\p{N}]+/gu;
const SPACED_LLC = /\b(?:L L ?C|LL C)\b/g;

function fold(text: string): string {
  if (!NON_ASCII.test(text)) return text.toUpperCase();
  // An acute accent alone would decompose into a space and a mark, so the apostrophes go first.
  const plain = text.replace(DOTS_AND_APOSTROPHES, '').normalize('NFKD').replace(MARKS, '').toUpperCase();
  return plain
    .normalize('NFKD')
    .replace(MARKS, '')
    .replace(STROKED_LETTER, (letter) => STROKED[letter] ?? letter);
}

/** "SMITH C/O JONES" becomes "SMITH"; without a name before it, only the mark goes. */
function cutCareOf(text: string): string {
  let start = 0;
  for (const mark of text.matchAll(CARE_OF)) {
    if (LETTER_OR_DIGIT.test(text.slice(start, mark.index))) return text.slice(start, mark.index);
    start = mark.index + mark[0].length;
  }
  return text.slice(start);
}

/**
 * The comparison form of an owner's name; "" when nothing is left.
 *
 * Unicode folded and in upper case; care-of tails (`C/O …`, `% …`, `ATTN …`) cut, of a leading care-of only the mark;
 * `&` as AND; dots and apostrophes removed; other punctuation and runs of spaces as one space; a spaced-out `L L C`
 * joined. Normalizing twice changes nothing.
 */
export const normalizeOwnerName = keepLast((name: string): string => {
  let text = fold(name).replace(DOTS_AND_APOSTROPHES, '');
  if (MAYBE_CARE_OF.test(text)) text = cutCareOf(text);
  if (text.includes('&')) text = text.replaceAll('&', ' AND ');
  text = text.replace(NON_ASCII.test(text) ? PUNCTUATION_UNICODE : PUNCTUATION, ' ').trim();
  return text.includes('L C') || text.includes('L L') ? text.replace(SPACED_LLC, 'LLC') : text;
});

/** The normalized name; null when there is no name or nothing is left of it. */
export const ownerWordsOf = (name: string | null): string | null =>
  (name === null ? '' : normalizeOwnerName(name)) || null;

/**
 * The owner's id: the first 20 hexadecimal digits (80 bits) of the SHA-256 of a normalized name. Among ten million
 * owners the odds that any two share one are below one in ten billion.
 */
export function ownerId(normalized: string): string {
  return hash('sha256', normalized, 'hex').slice(0, 20);
}

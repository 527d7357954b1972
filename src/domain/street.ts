import {
  CARDINALS,
  DIRECTIONS,
  FULL_SUFFIXES,
  ORDINAL_TENS,
  ORDINALS,
  PLAIN_SUFFIXES,
  PREFIX_TYPES,
  SUFFIXES,
} from './street-words.ts';

/** A street in its comparison form: each part "" where there is none. */
type Street = { number: string; before: string; body: string; after: string };

const NON_ASCII = /[\u0080-\uffff]/;
const MARKS = /\p{M}+/gu;
const SPACES = /\s{2,}|[^\S ]/g;
const DOTS_AND_APOSTROPHES = /[.'`’‘´]+/g;

const MAYBE_CARE_OF = /[%/]|ATTN/;
const CARE_OF = /(?<![A-Z0-9])(?:C *\/ *O|ATTN)(?![A-Z0-9])|(?<!\d)% *(?=[A-Z])/;
const MAYBE_BOX = /BO?X|DRA?W|POB/;
const PO_BOX =
  /\b(?:P[ ,/-]*[O0]|POST[ ,/-]*OFFICE)[ ,/-]*(?:BOX|BX|DRAWER|DRWR)(?![A-Z])[ #:]*|^(?:POB|BOX)[ #]+(?=\d)/;
// In a care-of line the street starts at the first bare figure with a word behind it: "ATTN STORE #29 12 ELM ST".
const HOUSE = /(?<![^ ,])\d[\dA-Z/-]*(?= +[A-Z0-9])/g;
const ORDINAL_FIGURE = /^(\d+)(?:ST|ND|RD|TH)$/;

// A designator and its value; a value that is a street's suffix ("UNIT RD", "SUITE ST") is none.
const NOT_A_SUFFIX = '(?!(?:ST|RD|DR|LN|CT|PL|AVE|WAY|CIR|BLVD|TER|TRL|PKWY)\\b)';
const UNIT = [
  `(?:APT|APARTMENT|UNIT|STE|SUITE|BLDG|BUILDING|PMB|TRLR|SPC|HNGR)[ .:#]+${NOT_A_SUFFIX}[A-Z0-9].*`,
  '(?:FL|FLOOR|RM|ROOM|LOT|SPACE|SLIP|STOP|TRAILER|DEPT|NO|APT|UNIT|STE)[ .:#]*\\d.*',
  '(?:FL|FLOOR|RM|ROOM|LOT|SPACE|SLIP)[ .:#]+(?![NSEW] *$)[A-Z](?![A-Z0-9]).*',
  '\\d+(?:ST|ND|RD|TH)? +(?:FL|FLOOR)(?![A-Z0-9]).*',
  '(?:BSMT|BASEMENT|PH|PENTHOUSE|REAR|UPPR|LOWR)',
].join('|');
const UNIT_TAIL = new RegExp(`(?: *#+ *[A-Z0-9].*|[ ,]+(?:${UNIT}))$`);
const UNIT_TAIL_ANY_CASE = new RegExp(UNIT_TAIL.source, 'i');

const LOOSE_HYPHEN = /(?<!\d)[-/]+|[-/]+(?!\d)/g;
const PUNCTUATION = /[^A-Z0-9#/-]+/g;
const EDGES = /^[ #/-]+|[ #/-]+$/g;
const HASHES = /(?: *#)+/g;

/** Upper case without accents, dots and apostrophes; spaces squeezed. */
export function foldStreet(text: string): string {
  const plain = NON_ASCII.test(text) ? text.normalize('NFKD').replace(MARKS, '') : text;
  return plain.toUpperCase().replace(DOTS_AND_APOSTROPHES, '').replace(SPACES, ' ').trim();
}

/** Where the house number of a street begins, ordinals passed over ("ATTN 1ST BANK 12 ELM ST"); -1 without one. */
function houseNumberAt(text: string): number {
  for (const match of text.matchAll(HOUSE)) if (!ORDINAL_FIGURE.test(match[0])) return match.index;
  return -1;
}

/** The line without care-of names and without a box behind a street; a box alone is left as it is. */
function streetLine(folded: string): string {
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

/** Ordinals to figures and suffixes to their short forms, word by word; TWENTY FIRST becomes one. */
export function shortenWords(words: readonly string[]): string[] {
  const short: string[] = [];
  for (let i = 0; i < words.length; i++) {
    const word = words[i] as string;
    const tens = ORDINAL_TENS.has(word) ? ORDINALS.get(word + (words[i + 1] ?? '')) : undefined;
    if (tens !== undefined) {
      short.push(tens);
      i++;
    } else {
      const figure = word.charCodeAt(0) <= 57 ? ORDINAL_FIGURE.exec(word)?.[1] : ORDINALS.get(word);
      short.push(figure ?? SUFFIXES.get(word) ?? word);
    }
  }
  return short;
}

/** Whether no name is left from `from` on: "N ST" and "N ST CT" leave none behind the N, "N TRAIL DR" does. */
function nameless(words: readonly string[], from: number, to: number): boolean {
  for (let i = from; i < to; i++) {
    const word = words[i]!;
    if (!PLAIN_SUFFIXES.has(word) && !DIRECTIONS.has(word)) return false;
  }
  return (
    to - from < 2 || !PLAIN_SUFFIXES.has(words[from + 1]!) || words[from] === 'ST' || words[from] === 'AVE'
  );
}

/** "N" and "W" apart are the direction NW. */
function joined(first: string | undefined, second: string | undefined): string | undefined {
  return (first === 'N' || first === 'S') && (second === 'E' || second === 'W') ? first + second : undefined;
}

/** A figure or letter behind a suffix, with no designator: "30 ELM RD 402", but not "COUNTY RD 402". */
function looseUnit(words: readonly string[], from: number, to: number): boolean {
  const last = words[to - 1] as string;
  const before = words[to - 2] as string;
  if (to - from < 3 || !(/\d/.test(last) || (last.length === 1 && !DIRECTIONS.has(last)))) return false;
  if (!PLAIN_SUFFIXES.has(before) && !(SUFFIXES.has(before) && /\d/.test(last))) return false;
  if (!PREFIX_TYPES.has(before)) return true;
  if (before === 'HWY' || before === 'RTE') return false;
  return !/^(?:COUNTY|CO|STATE|US|TOWNSHIP|TWP|FARM|RANCH|FOREST|FRST|RNCH|SERVICE|OLD)$/.test(
    words[to - 3] as string,
  );
}

const NO_STREET: Street = { number: '', before: '', body: '', after: '' };

function box(value: string): Street {
  return { ...NO_STREET, body: `PO BOX ${value.replace(/[^A-Z0-9]+/g, ' ').trim()}`.trim() };
}

function parseStreet(street: string): Street {
  const line = streetLine(foldStreet(street));
  const mark = MAYBE_BOX.test(line) ? PO_BOX.exec(line) : null;
  if (mark?.index === 0) return box(line.slice(mark[0].length));
  const spaced = line
    .replace(LOOSE_HYPHEN, ' ')
    .replace(PUNCTUATION, ' ')
    .replace(HASHES, ' #')
    .replace(EDGES, '');
  if (spaced === '') return NO_STREET;
  let words = shortenWords(spaced.split(' '));
  // Units are looked for in the short words, or "FIRST FLOOR" would not be "1ST FLOOR".
  let text = words.join(' ');
  const length = text.length;
  for (let unit = text.search(UNIT_TAIL); unit > 0; unit = text.search(UNIT_TAIL)) text = text.slice(0, unit);
  if (text.length < length || text.includes('#')) words = text.replace(HASHES, '').trim().split(' ');
  if ((words[0] === 'BOX' || words[0] === 'POB') && /^\d/.test(words[1] ?? ''))
    return box(words.slice(1).join(' '));
  if (words.length > 2) words[0] = CARDINALS.get(words[0]!) ?? words[0]!;
  let number = '';
  // "48TH ST" and "48 ST" are a street without a house number.
  if (
    words[0]!.charCodeAt(0) <= 57 &&
    words.length > 1 &&
    !(words.length === 2 && PLAIN_SUFFIXES.has(words[1]!))
  ) {
    number = words.shift()!.replace(/^0+(?=\d)/, '');
    if (words.length > 1 && /^\d\/\d$/.test(words[0]!)) number += ` ${words.shift()}`;
  }
  let from = 0;
  let to = words.length;
  let before = '';
  let after = '';
  if (looseUnit(words, from, to)) to--;
  const first = DIRECTIONS.get(words[0] as string);
  if (first !== undefined && to > 1 && !nameless(words, 1, to)) {
    const pair =
      to > 2 && !nameless(words, 2, to) ? joined(first, DIRECTIONS.get(words[1] as string)) : undefined;
    before = pair ?? first;
    from = pair === undefined ? 1 : 2;
  }
  const last = DIRECTIONS.get(words[to - 1] as string);
  if (last !== undefined && to - from > 1) {
    const pair = to - from > 2 ? joined(DIRECTIONS.get(words[to - 2]!), last) : undefined;
    const rest = to - (pair === undefined ? 1 : 2);
    // "AVENUE N" and "ROAD E" are whole names.
    if (rest - from > 1 || !PREFIX_TYPES.has(words[from]!)) {
      after = pair ?? last;
      to = rest;
    }
  }
  // "75TH STREET CT" is 75TH CT.
  if (
    to - from === 3 &&
    words[from + 1] === 'ST' &&
    /^\d/.test(words[from]!) &&
    PLAIN_SUFFIXES.has(words[to - 1]!)
  ) {
    words.splice(from + 1, 1);
    to--;
  }
  return { number, before, body: words.slice(from, to).join(' '), after };
}

function sameDirections(a: Street, b: Street): boolean {
  if (a.before !== '' && b.before !== '') return a.before === b.before && agree(a.after, b.after);
  if (a.after !== '' && b.after !== '') return a.after === b.after;
  // One before the name and one behind it are not on one side only: they must be the same.
  return agree(a.before || a.after, b.before || b.after);
}

function agree(a: string, b: string): boolean {
  return a === '' || b === '' || a === b;
}

/** Whether the longer body is the shorter one and a suffix, the shorter having none. */
function sameButSuffix(short: string, long: string): boolean {
  if (short === '' || !long.startsWith(short) || long[short.length] !== ' ') return false;
  if (!SUFFIXES.has(long.slice(short.length + 1))) return false;
  const space = short.lastIndexOf(' ');
  return space < 0 || !PLAIN_SUFFIXES.has(short.slice(space + 1));
}

/**
 * The comparison form of a street line; "" when it holds no street.
 *
 * Upper case without accents and punctuation; suffixes and directions in USPS short forms, ordinals in figures (48TH and
 * FORTY-EIGHTH are 48, FIRST is 1), units dropped, care-of names ("ATTN: …", "% …", "C/O …") dropped, a box behind a
 * street dropped. A box alone becomes "PO BOX 12". Normalising twice changes nothing.
 *
 * Source: the product's definition of "Absentee"; USPS Publication 28 for the short forms.
 */
export function normaliseStreet(street: string): string {
  const { number, before, body, after } = parseStreet(street);
  let key = number;
  for (const part of [before, body, after]) if (part !== '') key = key === '' ? part : `${key} ${part}`;
  return key;
}

/** A body without its spaces, in full words so that HILL TOP is HILLTOP; its last suffix apart. */
function glued(body: string): { name: string; suffix: string } {
  const words = body.split(' ');
  const suffix = words.length > 1 && PLAIN_SUFFIXES.has(words.at(-1)!) ? words.pop()! : '';
  return { name: words.map((word) => FULL_SUFFIXES.get(word) ?? word).join(''), suffix };
}

function sameButSpaces(a: string, b: string): boolean {
  // Figures run together could be any street.
  if (/\d/.test(a) || /\d/.test(b)) return false;
  const left = glued(a);
  const right = glued(b);
  return left.name === right.name && agree(left.suffix, right.suffix);
}

/**
 * Whether two street lines, raw or normalised, name one street address; null when one of them holds no street. A suffix
 * or a direction on one side only is ignored, and so are spaces within the name ("FERN BANK WAY", "FERNBANK WAY").
 */
export function compareStreets(a: string, b: string): boolean | null {
  const left = parseStreet(a);
  const right = a === b ? left : parseStreet(b);
  if (left.body === '' || right.body === '') return null;
  if (left.number !== right.number || !sameDirections(left, right)) return false;
  if (left.body === right.body) return true;
  if (sameButSuffix(left.body, right.body) || sameButSuffix(right.body, left.body)) return true;
  return sameButSpaces(left.body, right.body);
}

/** Whether two street lines name one street address, as `compareStreets`; a line without a street equals none. */
export function sameStreet(a: string, b: string): boolean {
  return compareStreets(a, b) === true;
}

/** Whether the line is a post-office box or drawer (P O BOX, PO DRAWER) and no street: "12 ELM ST PO BOX 9" is one. */
export function isPoBox(street: string): boolean {
  return PO_BOX.exec(streetLine(foldStreet(street)))?.index === 0;
}

/** Splits a trailing unit ("APT 4", "# 12", "STE 200", "UNIT B") from a street, both as written; null without one. */
export function splitUnit(street: string): { street: string; unit: string | null } {
  const tail = UNIT_TAIL_ANY_CASE.exec(street);
  if (tail === null || street.slice(0, tail.index).trim() === '')
    return { street: street.trim(), unit: null };
  return { street: street.slice(0, tail.index).trim(), unit: tail[0].replace(/^[ ,]+|[ ,]+$/g, '') };
}

const WHOLE_UNIT = new RegExp(`^(?:#+ *[A-Z0-9].*|${UNIT})$`, 'i');

/** Whether the text is a unit and nothing else: "APT 4", "# 12". */
export function isUnit(text: string): boolean {
  return WHOLE_UNIT.test(text);
}

import {
  CARDINALS,
  DIRECTIONS,
  ENDING_SUFFIXES,
  NUMBERED_ROADS,
  ORDINAL_TENS,
  ORDINALS,
  PLAIN_SUFFIXES,
  PREFIX_TYPES,
  ROAD_KEEPERS,
  ROLL_DIRECTIONS,
  ROLL_WORDS,
  SUFFIXES,
} from './street-words.ts';

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

// A street's suffix is not a unit value ("UNIT RD", "SUITE ST"). Designators: USPS Publication 28, appendix C2, and TH
// (town house), NO, TRAILER, PMB.
const NOT_A_SUFFIX = '(?!(?:ST|RD|DR|LN|CT|PL|AVE|WAY|CIR|BLVD|TER|TRL|PKWY)\\b)';
const UNIT = [
  `(?:APT|APARTMENT|UNIT|STE|SUITE|BLDG|BUILDING|PMB|SPC|HNGR)[ .:#]+${NOT_A_SUFFIX}[A-Z0-9].*`,
  '(?:FL|FLOOR|RM|ROOM|LOT|SPACE|SLIP|STOP|TRAILER|TRLR|DEPT|NO|APT|UNIT|STE|TH)[ .:#]*\\d.*',
  '(?:FL|FLOOR|RM|ROOM|LOT|SPACE|SLIP)[ .:#]+(?![NSEW] *$)[A-Z](?![A-Z0-9]).*',
  '\\d+(?:ST|ND|RD|TH)? +(?:FL|FLOOR)(?![A-Z0-9]).*',
  '(?:BSMT|BASEMENT|FRNT|LBBY|PH|PENTHOUSE|REAR|UPPR|LOWR)',
].join('|');
const UNIT_TAIL = new RegExp(`(?: *#+ *[A-Z0-9].*|[ ,-]+(?:${UNIT}))$`);
const UNIT_TAIL_ANY_CASE = new RegExp(UNIT_TAIL.source, 'i');
const WHOLE_UNIT = new RegExp(`^(?:#+ *[A-Z0-9].*|${UNIT})$`, 'i');

const UNIT_HEAD = /^(?:APT|UNIT|STE|SUITE|BLDG|RM|TH|NO) ?#* ?[A-Z0-9-]+ (?=\d+[A-Z]? [A-Z0-9])/;

/** A street in short words without the units at either end. */
export function cutUnits(street: string): string {
  let text = street.replace(UNIT_HEAD, '');
  for (let unit = text.search(UNIT_TAIL); unit > 0; unit = text.search(UNIT_TAIL)) text = text.slice(0, unit);
  return text;
}

/** Splits a trailing unit ("APT 4", "# 12", "STE 200", "TH5") from a street, both as written; null without one. */
export function splitUnit(street: string): { street: string; unit: string | null } {
  const tail = UNIT_TAIL_ANY_CASE.exec(street);
  if (tail === null || street.slice(0, tail.index).trim() === '')
    return { street: street.trim(), unit: null };
  return { street: street.slice(0, tail.index).trim(), unit: tail[0].replace(/^[ ,-]+|[ ,]+$/g, '') };
}

/** Whether the text is a unit and nothing else: "APT 4", "# 12". */
export function isUnit(text: string): boolean {
  return WHOLE_UNIT.test(text);
}

/** A street in its comparison form; a part is "" where there is none. `keeper` keeps a numbered road: "COUNTY". */
export type Street = { number: string; before: string; keeper: string; body: string; after: string };

const NO_STREET: Street = { number: '', before: '', keeper: '', body: '', after: '' };

const ORDINAL_FIGURE = /^(\d+)(?:ST|ND|RD|TH)$/;
const PLAIN = /^[A-Z0-9]+(?: [A-Z0-9]+)*$/;
const LOOSE_HYPHEN = /(?<!\d)[-/]+|[-/]+(?!\d)/g;
const PUNCTUATION = /[^A-Z0-9#/-]+/g;
const EDGES = /^[ #/-]+|[ #/-]+$/g;
const HASHES = /(?: *#)+/g;
const ROAD_NUMBER = /^(?:\d|[A-DF-MO-RT-VX-Z]$)/;
const JOINED_ROAD = /^(CR|TR)(\d+[A-Z]?)$/;
// Words before "ROAD 5" or "HIGHWAY 5" that leave the figure to the road: it is not a unit there.
const ROAD_WORDS = new Set(
  'FARM RANCH RNCH FOREST FRST SERVICE OLD BUSINESS BUS ALT FEDERAL TRUNK SPUR'.split(' '),
);

const isFigure = (word: string | undefined) => word !== undefined && word.charCodeAt(0) <= 57;

/**
 * Words in their short forms, ordinals in figures; TWENTY FIRST becomes one.
 * @param spellings word → short form.
 */
export function shortenWords(words: readonly string[], spellings = SUFFIXES): string[] {
  const short: string[] = [];
  for (let i = 0; i < words.length; i++) {
    const word = words[i] as string;
    const tens = ORDINAL_TENS.has(word) ? ORDINALS.get(word + (words[i + 1] ?? '')) : undefined;
    if (tens !== undefined) {
      short.push(tens);
      i++;
    } else {
      const figure = isFigure(word) ? ORDINAL_FIGURE.exec(word)?.[1] : ORDINALS.get(word);
      short.push(figure ?? spellings.get(word) ?? word);
    }
  }
  return short;
}

function streetWords(line: string): string[] {
  const spaced = PLAIN.test(line)
    ? line
    : line.replace(LOOSE_HYPHEN, ' ').replace(PUNCTUATION, ' ').replace(HASHES, ' #').replace(EDGES, '');
  if (spaced === '') return [];
  const words = shortenWords(spaced.split(' '), ROLL_WORDS);
  // Units are looked for in the short words, or "FIRST FLOOR" would not be "1ST FLOOR".
  const text = words.join(' ');
  const street = cutUnits(text);
  if (street.length === text.length && !text.includes('#')) return words;
  return street.replace(HASHES, '').trim().split(' ');
}

/** Takes the house number off the front; "" without one. "48TH ST" and "48 ST" have none. */
function takeNumber(words: string[]): string {
  if (words.length > 2) words[0] = CARDINALS.get(words[0]!) ?? words[0]!;
  if (!isFigure(words[0]) || words.length < 2) return '';
  if (words.length === 2 && PLAIN_SUFFIXES.has(words[1]!)) return '';
  const number = words.shift()!.replace(/^0+(?=\d)/, '');
  return words.length > 1 && /^\d\/\d$/.test(words[0]!) ? `${number} ${words.shift()}` : number;
}

/** Spells out NO and SO at either end, and CR and the like, whose meaning depends on what follows. */
function spellEnds(words: string[]): void {
  const last = words.length - 1;
  for (const end of last > 0 ? [0, last] : []) {
    words[end] = ROLL_DIRECTIONS.get(words[end]!) ?? words[end]!;
  }
  let at = 0;
  while (at + 1 < words.length && DIRECTIONS.has(words[at]!)) at++;
  const joined = isFigure(words[at]!.slice(2)) ? JOINED_ROAD.exec(words[at]!) : null;
  if (joined !== null) words.splice(at, 1, joined[1]!, joined[2]!);
  const road = at + 1 < words.length ? NUMBERED_ROADS.get(words[at]!) : undefined;
  if (road !== undefined && ROAD_NUMBER.test(words[at + 1]!)) words.splice(at, 1, ...road);
  let end = words.length - 1;
  while (end > 1 && (/\d/.test(words[end]!) || DIRECTIONS.has(words[end]!))) end--;
  const suffix = end > 0 ? ENDING_SUFFIXES.get(words[end]!) : undefined;
  if (suffix !== undefined) words[end] = suffix;
}

/** Whether no name is left from `from` on, as in "N ST" after the N; in "N TRAIL DR" one is. */
function nameless(words: readonly string[], from: number, to: number): boolean {
  for (let i = from; i < to; i++) {
    const word = words[i]!;
    if (!PLAIN_SUFFIXES.has(word) && !DIRECTIONS.has(word)) return false;
  }
  return (
    to - from < 2 || !PLAIN_SUFFIXES.has(words[from + 1]!) || words[from] === 'ST' || words[from] === 'AVE'
  );
}

function joined(first: string | undefined, second: string | undefined): string | undefined {
  return (first === 'N' || first === 'S') && (second === 'E' || second === 'W') ? first + second : undefined;
}

const isHighway = (word: string | undefined) => word === 'HWY' || word === 'RTE';

/** A bare figure or letter after a suffix or a road's number: "30 ELM RD 402", not "COUNTY RD 402". */
function looseUnit(words: readonly string[]): boolean {
  const last = words.at(-1)!;
  const figure = /\d/.test(last);
  if (words.length < 3 || !(figure || (last.length === 1 && !DIRECTIONS.has(last)))) return false;
  const at = words.length - (figure && words.length > 3 && DIRECTIONS.has(words.at(-2)!) ? 3 : 2);
  const suffix = words[at]!;
  if (figure && isFigure(suffix)) return isHighway(words[at - 1]);
  if (!PLAIN_SUFFIXES.has(suffix) && !(figure && SUFFIXES.has(suffix))) return false;
  if (!PREFIX_TYPES.has(suffix)) return true;
  const owner = words[at - 1]!;
  if (ROAD_KEEPERS.has(owner) || ROAD_WORDS.has(owner)) return false;
  return !isHighway(suffix) || !DIRECTIONS.has(owner);
}

function box(value: string): Street {
  return { ...NO_STREET, body: `PO BOX ${value.replace(/[^A-Z0-9]+/g, ' ').trim()}`.trim() };
}

/** The parts of a street line as they are compared; without a street, `body` is "". */
export function parseStreet(street: string): Street {
  const line = streetLine(foldStreet(street));
  const inBox = boxOf(line);
  if (inBox !== null) return box(inBox);
  const words = streetWords(line);
  if (words.length === 0) return NO_STREET;
  if ((words[0] === 'BOX' || words[0] === 'POB') && /^\d/.test(words[1] ?? ''))
    return box(words.slice(1).join(' '));
  const number = takeNumber(words);
  spellEnds(words);
  while (looseUnit(words)) words.pop();

  let from = 0;
  let to = words.length;
  let before = '';
  let after = '';
  const first = DIRECTIONS.get(words[0]!);
  if (first !== undefined && to > 1 && !nameless(words, 1, to)) {
    const pair = to > 2 && !nameless(words, 2, to) ? joined(first, DIRECTIONS.get(words[1]!)) : undefined;
    before = pair ?? first;
    from = pair === undefined ? 1 : 2;
  }
  const last = DIRECTIONS.get(words[to - 1]!);
  if (last !== undefined && to - from > 1) {
    const pair = to - from > 2 ? joined(DIRECTIONS.get(words[to - 2]!), last) : undefined;
    const rest = to - (pair === undefined ? 1 : 2);
    // "AVENUE N" and "ROAD E" are whole names.
    if (rest - from > 1 || !PREFIX_TYPES.has(words[from]!)) {
      after = pair ?? last;
      to = rest;
    }
  }
  const name = words.slice(from, to);
  const keeper = takeKeeper(name);
  return { number, before, keeper, body: nameOf(name), after };
}

/** Takes the keeper of a numbered or lettered road off the front of its name: COUNTY of "CO RD 6". */
function takeKeeper(name: string[]): string {
  const keeper = name.length > 2 ? ROAD_KEEPERS.get(name[0]!) : undefined;
  if (keeper === undefined || !(isHighway(name[1]) || name[1] === 'RD')) return '';
  if (!isFigure(name[2]) && !(keeper === 'COUNTY' && name[2]!.length < 3)) return '';
  name.shift();
  return keeper;
}

function nameOf(name: string[]): string {
  // "75TH STREET CT" is 75TH CT, "34 HIGHWAY" is HIGHWAY 34.
  if (isFigure(name[0])) {
    if (name.length === 3 && name[1] === 'ST' && PLAIN_SUFFIXES.has(name[2]!)) name.splice(1, 1);
    if (name.length === 2 && isHighway(name[1])) name.reverse();
  }
  return name.join(' ');
}

/**
 * The comparison form of a street line; "" when it has no street.
 *
 * - Upper case without accents and punctuation; care-of names ("ATTN: …", "% …", "C/O …") and a box after a street
 *   dropped. A box alone becomes "PO BOX 12".
 * - Suffixes and directions in USPS short forms, wherever they appear ("EAST ST" is "E ST"); ordinals in figures (48TH
 *   and FORTY-EIGHTH are 48, FIRST is 1).
 * - Units dropped, with a designator or as a bare figure after the suffix.
 * - CR and TR are a county's and a township's road before a figure, else circle and trail.
 *
 * Normalizing twice changes nothing.
 *
 * Source: docs/rules.md; USPS Publication 28, appendices C1 and C2, for the short forms.
 */
export function normalizeStreet(street: string): string {
  const { number, before, keeper, body, after } = parseStreet(street);
  let key = number;
  for (const part of [before, keeper, body, after])
    if (part !== '') key = key === '' ? part : `${key} ${part}`;
  return key;
}

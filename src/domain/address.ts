import { isStateAbbr } from './geography.ts';
import { isPoBox, isUnit, splitUnit } from './street.ts';
import { DIRECTIONS, ENDING_SUFFIXES, PLAIN_SUFFIXES, ROLL_WORDS } from './street-words.ts';

export { isPoBox, normalizeStreet, splitUnit } from './street.ts';
export { compareStreets, matchStreets, sameStreet } from './street-compare.ts';

/** The parts of a postal address; null where a part is unknown. `zip` is 5 digits or ZIP+4 ("27609-1234"). */
export type AddressParts = {
  street: string | null;
  unit: string | null;
  city: string | null;
  state: string | null;
  zip: string | null;
};

const COUNTRY = /[ ,]+(?:USA|U\.S\.A\.?|UNITED STATES(?: OF AMERICA)?)$/i;
const ZIP = /(?:^|[ ,]+)(\d{5})(?:[- ]?(\d{4}))?$/;
const BOX_AT_END = /(?:BOX|BX|DRAWER|DRWR|POB|#) *$/i;
const STATE = /(^|[ ,]+)([A-Z]{2})$/i;
const UNIT_WORDS =
  /^(?:(?:APT|APARTMENT|UNIT|STE|SUITE|BLDG|FL|FLOOR|RM|ROOM|LOT|SPC|TRLR|PMB)(?: #)? \S+|NO \d\S*|# ?\S+)(?=$| )/i;
const BOX_AND_CITY = /^(.*?(?:BOX|BX|DRAWER|DRWR|POB)[ #:]*[A-Z0-9-]+) (.*)$/i;

const SHORT_DIRECTION = /^(?:[NSEW]|[NS][EW])\.?$/i;

function upper(word: string | undefined): string {
  return word === undefined ? '' : word.toUpperCase().replaceAll('.', '');
}

// No city's name ends in one of these: without a number before it, "ELM ST" is a street and "GLEN COVE" is not.
const STREET_ENDINGS = new Set(['ST', 'AVE', 'RD', 'DR', 'LN', 'BLVD', 'HWY']);

/** A figure after such a road is its number: "12 COUNTY RD 5". */
const ROADS = new Set(['COUNTY', 'STATE', 'FARM', 'TOWNSHIP', 'RANCH']);

/** The short form of a suffix that ends a street's name; LA is left out, since city names begin with it. */
function plainSuffix(word: string | undefined): string | undefined {
  const key = upper(word);
  const short = ROLL_WORDS.get(key) ?? (key === 'LA' ? undefined : ENDING_SUFFIXES.get(key));
  return short !== undefined && PLAIN_SUFFIXES.has(short) ? short : undefined;
}

/** Whether a street ends in its suffix or a direction, so that a figure after it is a unit: "12 OAK RD W". */
export function endsInSuffix(street: string): boolean {
  const words = street.split(' ');
  while (words.length > 2 && DIRECTIONS.has(upper(words.at(-1)))) words.pop();
  return words.length > 2 && plainSuffix(words.at(-1)) !== undefined && !ROADS.has(upper(words.at(-2)));
}

const isFigure = (word: string | undefined) => word !== undefined && /^\d/.test(word);

/** The index of the last street suffix that a city could follow; -1 without one. `words[0]` is the house number. */
function suffixAt(words: readonly string[]): number {
  let last = words.length - 1;
  while (last > 1 && DIRECTIONS.has(upper(words[last]))) last--;
  for (let i = last; i >= 2; i--) {
    const suffix = plainSuffix(words[i]);
    if (suffix === undefined) continue;
    // "12 ELM ST GLEN COVE" ends in a city; "12 75TH STREET CT" and "12 PARK PLACE DR" in a street.
    if (i === last && !STREET_ENDINGS.has(suffix)) {
      const before = words.slice(2, i - 1).findLastIndex((word) => plainSuffix(word) !== undefined);
      if (before >= 0) return before + 2;
    }
    // In "12 ELM ST ST PAUL" and "12 ELM ST NORTH ST PAUL" the second ST belongs to the city's name.
    let before = i - 1;
    while (before > 2 && DIRECTIONS.has(upper(words[before]))) before--;
    return suffix === 'ST' && i < last && before > 1 && plainSuffix(words[before]) !== undefined ? before : i;
  }
  // "12 HIGHWAY 6", "12 CR 40".
  return words.length > 2 && plainSuffix(words[1]) !== undefined && isFigure(words[2]) ? 1 : -1;
}

/**
 * Splits a street and a city that no comma separates: the city begins after the last plain suffix with its
 * figure ("COUNTY RD 5"), its direction ("3RD ST S") and its unit.
 */
function streetAndCity(text: string): { street: string | null; city: string | null } {
  if (isPoBox(text)) {
    const box = BOX_AND_CITY.exec(text);
    return box === null ? { street: text, city: null } : { street: box[1]!, city: box[2]! };
  }
  const words = text.split(' ');
  if (!isFigure(text)) {
    const end = DIRECTIONS.has(upper(words.at(-1))) ? -2 : -1;
    const isStreet = words.length + end > 0 && STREET_ENDINGS.has(plainSuffix(words.at(end)) ?? '');
    return isStreet ? { street: text, city: null } : { street: null, city: text };
  }
  const suffix = suffixAt(words);
  if (suffix < 0) return { street: text, city: null };
  let end = suffix + 1;
  if (isFigure(words[end])) end++;
  // SOUTH before another word begins the city's name ("SOUTH PIKE").
  const direction = upper(words[end]);
  if (DIRECTIONS.has(direction) && (direction.length < 3 || end === words.length - 1)) end++;
  const unit = UNIT_WORDS.exec(words.slice(end).join(' '))?.[0] ?? '';
  if (unit !== '') end += unit.split(' ').length;
  if (end >= words.length) return { street: text, city: null };
  return { street: words.slice(0, end).join(' '), city: words.slice(end).join(' ') };
}

function cutZip(text: string): { rest: string; zip: string | null } {
  const match = ZIP.exec(text);
  if (match === null || BOX_AT_END.test(text.slice(0, match.index))) return { rest: text, zip: null };
  return {
    rest: text.slice(0, match.index),
    zip: match[2] === undefined ? match[1]! : `${match[1]}-${match[2]}`,
  };
}

/** Cuts the state off. Without a ZIP code after it, it counts only where no street suffix could be. */
function cutState(text: string, hasZip: boolean): { rest: string; state: string | null } {
  const match = STATE.exec(text);
  if (match === null || !isStateAbbr(match[2]!)) return { rest: text, state: null };
  if (!hasZip && !text.includes(',') && /^\d/.test(text)) return { rest: text, state: null };
  return { rest: text.slice(0, match.index), state: match[2]!.toUpperCase() };
}

/**
 * The parts of a US address on one line ("12 W ELM ST, QUILLTON, NE  68333"), or of its last line alone
 * ("QUILLTON NC 27609-1234").
 *
 * The part before the first comma is the street, the last one the city; units between them or after the street are the
 * unit. Without a comma, the city begins after the street's suffix; a direction ("233 3RD ST S, MN 56297"), a road's
 * number ("COUNTY RD 5") and a unit stay with the street. A state without a ZIP code counts only after a comma or a
 * city, never after a street ("12 ELM CT" names no state). Spelling is kept, the state in upper case.
 */
export function splitOneLine(address: string): AddressParts {
  const text = address
    .replace(/\s+/g, ' ')
    .replace(/(?: ?,)+ ?/g, ', ')
    .replace(/^[, ]+|[, ]+$/g, '')
    .replace(COUNTRY, '');
  const { rest: withoutZip, zip } = cutZip(text);
  const { rest, state } = cutState(withoutZip, zip !== null);
  const line = rest.replace(/[, ]+$/, '');
  if (line === '') return { street: null, unit: null, city: null, state, zip };
  const [first = '', ...parts] = line.split(', ');
  const units: string[] = [];
  const directed = parts.length > 0 && SHORT_DIRECTION.test(parts[0]!) ? `${first} ${parts.shift()}` : first;
  while (parts.length > 0 && isUnit(parts[0]!)) units.push(parts.shift()!);
  const oneOfTwo = parts.length === 0 && units.length === 0 && (state !== null || zip !== null);
  const { street, city } = oneOfTwo
    ? streetAndCity(directed)
    : { street: directed, city: parts.at(-1) ?? null };
  if (street === null) return { street, unit: null, city, state, zip };
  const split = splitUnit(street);
  if (split.unit !== null) units.unshift(split.unit);
  return { street: split.street, unit: units.length === 0 ? null : units.join(' '), city, state, zip };
}

/** One line "street unit, city, state ZIP" of the known parts; null when all are unknown or blank. */
export function formatOneLine(parts: AddressParts): string | null {
  const street = joinKnown(parts.street, parts.unit, ' ');
  const place = joinKnown(parts.state, parts.zip, ' ');
  return joinKnown(joinKnown(street, parts.city, ', '), place, ', ');
}

function joinKnown(a: string | null, b: string | null, separator: string): string | null {
  const left = a?.trim() || null;
  const right = b?.trim() || null;
  if (left === null || right === null) return left ?? right;
  return left + separator + right;
}

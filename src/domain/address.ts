import { isStateAbbr } from './geography.ts';
import { isPoBox, isUnit, splitUnit } from './street.ts';
import { DIRECTIONS, PLAIN_SUFFIXES, SUFFIXES } from './street-words.ts';

export { compareStreets, isPoBox, normaliseStreet, sameStreet, splitUnit } from './street.ts';

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
// "PO BOX 99817" ends in no ZIP code.
const BOX_AT_END = /(?:BOX|BX|DRAWER|DRWR|POB|#) *$/i;
const STATE = /(^|[ ,]+)([A-Z]{2})$/i;
const UNIT_WORDS =
  /^(?:(?:APT|APARTMENT|UNIT|STE|SUITE|BLDG|FL|FLOOR|RM|ROOM|LOT|SPC|TRLR|PMB)(?: #)? \S+|# ?\S+)(?=$| )/i;
const BOX_AND_CITY = /^(.*?(?:BOX|BX|DRAWER|DRWR|POB)[ #:]*[A-Z0-9-]+) (.*)$/i;

function upper(word: string | undefined): string {
  return word === undefined ? '' : word.toUpperCase().replaceAll('.', '');
}

function plainSuffix(word: string | undefined): string | undefined {
  const short = SUFFIXES.get(upper(word));
  return short !== undefined && PLAIN_SUFFIXES.has(short) ? short : undefined;
}

/** Where a street and a city stand without a comma between them: the city begins behind the last plain suffix. */
function streetAndCity(text: string): { street: string | null; city: string | null } {
  if (isPoBox(text)) {
    const box = BOX_AND_CITY.exec(text);
    return box === null ? { street: text, city: null } : { street: box[1]!, city: box[2]! };
  }
  if (!/^\d/.test(text)) return { street: null, city: text };
  const words = text.split(' ');
  for (let i = words.length - 2; i >= 2; i--) {
    const suffix = plainSuffix(words[i]);
    if (suffix === undefined) continue;
    // Of "12 ELM ST ST PAUL" the second ST opens the city's name.
    let end = suffix === 'ST' && plainSuffix(words[i - 1]) !== undefined ? i : i + 1;
    if (end < words.length - 1 && words[end]!.length < 3 && DIRECTIONS.has(upper(words[end]))) end++;
    const unit = UNIT_WORDS.exec(words.slice(end).join(' '))?.[0] ?? '';
    if (unit !== '') end += unit.split(' ').length;
    if (end >= words.length) return { street: text, city: null };
    return { street: words.slice(0, end).join(' '), city: words.slice(end).join(' ') };
  }
  return { street: text, city: null };
}

/** The text without its ZIP code, and the code. */
function cutZip(text: string): { rest: string; zip: string | null } {
  const match = ZIP.exec(text);
  if (match === null || BOX_AT_END.test(text.slice(0, match.index))) return { rest: text, zip: null };
  return {
    rest: text.slice(0, match.index),
    zip: match[2] === undefined ? match[1]! : `${match[1]}-${match[2]}`,
  };
}

/** The text without its state, and the state: without a ZIP code behind it only where no street's suffix can stand. */
function cutState(text: string, hasZip: boolean): { rest: string; state: string | null } {
  const match = STATE.exec(text);
  if (match === null || !isStateAbbr(match[2]!)) return { rest: text, state: null };
  if (!hasZip && !text.includes(',') && /^\d/.test(text)) return { rest: text, state: null };
  return { rest: text.slice(0, match.index), state: match[2]!.toUpperCase() };
}

/**
 * The parts of a US address on one line: "12 W ELM ST, QUILLTON, NE  68333", or of its last line alone:
 * "QUILLTON NC 27609-1234".
 *
 * The part before the first comma is the street, the last one the city; units between them or behind the street are the
 * unit. Without a comma the city begins behind the street's suffix. A state without a ZIP code is one only behind a
 * comma or a city, never behind a street ("12 ELM CT" is in no state). Spelling is kept, the state in upper case.
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
  while (parts.length > 0 && isUnit(parts[0]!)) units.push(parts.shift()!);
  const oneOfTwo = parts.length === 0 && units.length === 0 && (state !== null || zip !== null);
  const { street, city } = oneOfTwo ? streetAndCity(first) : { street: first, city: parts.at(-1) ?? null };
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

import { isPoBox, splitOneLine } from '../domain/address.ts';
import { classifyOwner } from '../domain/entity-class.ts';
import { COMMON_SURNAMES, GIVEN_NAMES } from '../domain/entity-words.ts';
import { isStateAbbr, stateByName } from '../domain/geography.ts';
import { PLAIN_SUFFIXES, ROLL_WORDS } from '../domain/street-words.ts';
import { isCareOf } from '../ingest/adapters/mailing.ts';
import { writtenArea } from '../sources/units.ts';
import { DATE_FORMS, type DateForm, readDate } from './dates.ts';

const NUMBER = /^[+-]?(?:\d{1,3}(?:,\d{3})+|\d+)?(?:\.\d*)?(?:e[+-]?\d+)?$/i;
const MONEY = /^\$? ?(\d{1,3}(?:,\d{3})+|\d+)(?:\.\d{1,2}|\.\d{2}0*)?$/;
const ZIP = /^\d{5}(?:\.0+)?$|^\d{5}[- ]?\d{4}$/;
const LETTERS = /[A-Z]/i;
const WORDS = /^[^\d]+$/;
const CITY = /^[A-Z][A-Z.'-]*(?: [A-Z.'-]+){0,4}$/i;
const CITY_LINE = /^([A-Z][A-Z .'-]*?)[ ,]+([A-Z]{2})[ ,]+\d{5}(?:[- ]?\d{4})?$/i;
const STATE_LAST = /^[A-Z][A-Z .'-]+,? [A-Z]{2}$/i;
const STATE_ZIP = /^[A-Z]{2} ?\d{5}(?:-?\d{4})?$/i;
const HOUSE = /^\d+[A-Z]?(?:-\d+)?(?: \d\/\d)? +(\S.*)$/i;
const CODE = /^[A-Z0-9][A-Z0-9./-]{0,9}$/i;
const PARCEL = /^(?=(?:.*\d){2})[A-Z0-9][A-Z0-9 ./_:*-]{2,39}$/i;
const UNIT = /^(?:#|(?:UNIT|APT|STE|SUITE|LOT|BLDG|FL|RM)\b)? ?#? ?[A-Z0-9-]{1,6}$/i;
const GUID = /^\{?[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\}?$/i;
const BOOK_PAGE = /^\d+ ?[/-] ?\d+$/;
const LAST_FIRST = /^[A-Z'-]+(?: (?:JR|SR|II|III|IV|[A-Z'-]+))?, ?[A-Z][A-Z' .-]*/i;
const INITIAL_LAST = /^[A-Z'-]{2,} [A-Z'-]{2,} [A-Z]$/i;
const COUPLE = /^[A-Z'-]{2,} [A-Z'. -]+ (?:&|AND) [A-Z'. -]+$/i;
const STREET_END = /[ ,]/;

const given = new Set([...GIVEN_NAMES, ...COMMON_SURNAMES]);
const firms = new Set(['LLC', 'CORP', 'TRUST', 'LP', 'LTD']);

/** A number as rolls write it, with commas, a dollar sign or an exponent; null for other text. */
export function numberOf(text: string): number | null {
  const plain = text.startsWith('$') ? text.slice(1).trim() : text;
  if (!NUMBER.test(plain) || !/\d/.test(plain)) return null;
  return Number(plain.replaceAll(',', ''));
}

const isWhole = (text: string) => Number.isSafeInteger(numberOf(text) ?? Number.NaN);
const decimals = (text: string) => /\.(\d+)/.exec(text)?.[1]?.length ?? 0;

function isYear(text: string): boolean {
  const year = numberOf(text);
  if (year === null || text.includes(',') || !Number.isInteger(year)) return false;
  return year >= 1600 && year <= new Date().getUTCFullYear() + 5;
}

/** A house number, a name, and a word that ends streets. */
function isStreet(text: string): boolean {
  const name = HOUSE.exec(text)?.[1];
  if (name === undefined || name.includes(',') || !LETTERS.test(name)) return false;
  return name
    .toUpperCase()
    .split(STREET_END)
    .some((word) => PLAIN_SUFFIXES.has(ROLL_WORDS.get(word) ?? word));
}

function isOneLine(text: string): boolean {
  if (!HOUSE.test(text)) return false;
  const { street, city, state, zip } = splitOneLine(text);
  return (
    street !== null && city !== null && LETTERS.test(city) && (text.includes(',') || (state ?? zip) !== null)
  );
}

function isCityLine(text: string): boolean {
  const match = CITY_LINE.exec(text);
  return match !== null && isStateAbbr(match[2]!);
}

function isPerson(text: string): boolean {
  if (/\d/.test(text) || !text.includes(' ')) return false;
  const upper = text.toUpperCase();
  const named = upper.split(/[^A-Z']+/).some((word) => given.has(word));
  if (!named && !LAST_FIRST.test(upper) && !INITIAL_LAST.test(upper) && !COUPLE.test(upper)) return false;
  return classifyOwner(upper).entity_type === 'individual';
}

function isFirm(text: string): boolean {
  if (!text.includes(' ') || HOUSE.test(text) || isCityLine(text)) return false;
  const { entity_type, entity_class } = classifyOwner(text);
  return entity_type === 'government' || (entity_class !== null && firms.has(entity_class));
}

function within(least: number, most: number) {
  return (text: string) => {
    const number = numberOf(text);
    return number !== null && number >= least && number <= most && decimals(text) >= 3;
  };
}

const west = within(-180, -64);
const east = within(144, 180);

/**
 * What one value looks like, told by itself alone: trimmed text that is neither blank nor a zero. A value has any number
 * of shapes: `68508` is an integer, money, a ZIP code, a code and perhaps a parcel number.
 */
export const SHAPES = {
  number: (text) => numberOf(text) !== null,
  /** An area with its unit behind it. */
  area: (text) => writtenArea(text) !== null,
  integer: isWhole,
  money: (text) => MONEY.test(text) && numberOf(text)! <= 1e10,
  year: isYear,
  zip: (text) => ZIP.test(text),
  state: (text) =>
    text.length === 2
      ? isStateAbbr(text)
      : text.length < 21 && WORDS.test(text) && stateByName(text) !== undefined,
  city: (text) => text.length <= 40 && CITY.test(text),
  street_address: isStreet,
  one_line_address: isOneLine,
  city_line: isCityLine,
  city_state: (text) => STATE_LAST.test(text) && isStateAbbr(text.slice(-2)),
  state_zip: (text) => STATE_ZIP.test(text) && isStateAbbr(text.slice(0, 2)),
  po_box: (text) => isPoBox(text) && !HOUSE.test(text),
  care_of: isCareOf,
  person: isPerson,
  firm: isFirm,
  parcel_number: (text) => PARCEL.test(text),
  unit: (text) => UNIT.test(text),
  latitude: within(13, 72),
  longitude: (text) => west(text) || east(text),
  code: (text) => CODE.test(text),
  words: (text) => WORDS.test(text) && LETTERS.test(text),
  guid: (text) => GUID.test(text),
  book_page: (text) => BOOK_PAGE.test(text),
} satisfies Record<string, (text: string) => boolean>;

export type Shape = keyof typeof SHAPES;

/** Every shape, and every form of a date as `date:FORM`. */
export type ShapeName = Shape | `date:${DateForm}`;

/** The names of all shapes that a value has. */
export function shapesOf(text: string): ShapeName[] {
  const found: ShapeName[] = [];
  for (const [name, has] of Object.entries(SHAPES)) if (has(text)) found.push(name as Shape);
  for (const form of DATE_FORMS) if (readDate(text, form) !== null) found.push(`date:${form}`);
  return found;
}

const NOTHING = /^(?:<?null>?|n\/?a|none|unknown|-+|\.+|\?+)$/i;

/** The text of a cell without blanks at its ends; `null` for what says nothing: blank, NULL, N/A. */
export function spoken(cell: unknown): string | null {
  if (cell === null || cell === undefined) return null;
  const text = String(cell).trim();
  return text === '' || NOTHING.test(text) ? null : text;
}

/** Whether the text is a zero, in which rolls say "not stated". */
export const isZero = (text: string): boolean => /^0*(?:\.0*)?$/.test(text) && text !== '';

/** How a value is built: figures as 9, letters as A, runs as one; `41-01-06-100-009` is 9-9-9-9-9. */
export const patternOf = (text: string): string => text.replace(/\d+/g, '9').replace(/[A-Z]+/gi, 'A');

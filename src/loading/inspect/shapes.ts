import { isPoBox, splitOneLine } from '../../domain/address.ts';
import { classifyOwner } from '../../domain/entity-class.ts';
import { COMMON_SURNAMES, GIVEN_NAMES } from '../../domain/entity-words.ts';
import { isStateAbbr, stateByName } from '../../domain/geography.ts';
import { PLAIN_SUFFIXES, ROLL_WORDS } from '../../domain/street-words.ts';
import { DATE_FORMS, type DateForm, dateFault, dateReader, readIsoDate } from '../../domain/written-date.ts';
import { isAmbiguousNumber, readNumber, saysNothing } from '../../domain/written-number.ts';
import { readFlag } from '../../domain/written-text.ts';
import { MOST_MONEY } from '../ingest/fields.ts';
import { isCareOf } from '../sources/mailing.ts';
import { writtenArea } from '../sources/units.ts';

/** Money has cents at most, and neither an exponent nor a percent sign. */
const NO_MONEY = /[e%]|\.\d{2}0*[1-9]/i;
const YEAR = /^\d{4}(?:\.0*)?$/;
const YEAR_WITH_COMMA = /^\d,\d{3}$/;
/** A point before three digits separates thousands in some countries. */
const THREE_DECIMALS = /^\$? ?\d{1,3}\.\d{3}$/;
const ZIP = /^\d{5}(?:\.0+)?$|^\d{5}[- ]?\d{4}$/;
/** Without the zero that it begins with; years and codes are written like this too. */
const SHORT_ZIP = /^[1-9]\d{3}(?:\.0+|[- ]?\d{4})?$/;
const LETTERS = /[A-Z]/i;
const WORDS = /^[^\d]+$/;
const CITY = /^[A-Z][A-Z.'-]*(?: [A-Z.'-]+){0,4}$/i;
const CITY_LINE = /^([A-Z][A-Z .'-]*?)[ ,]+([A-Z]{2})[ ,]+\d{5}(?:[- ]?\d{4})?$/i;
const STATE_LAST = /^[A-Z][A-Z .'-]+,? [A-Z]{2}$/i;
const STATE_ZIP = /^[A-Z]{2} ?\d{5}(?:-?\d{4})?$/i;
/** House numbers, also of a grid: `N5780`, `W204N11509`. */
const HOUSE = /^(?:[NSEW]\d{2,6}){0,2}(?:(?<=[NSEW]\d+)|\d+)[A-Z]?(?:-\d+)?(?: \d\/\d)? +(\S.*)$/i;
const NUMBERED = /^\d+[A-Z]? +[A-Z][A-Z .'-]{3,}$/i;
const CODE = /^[A-Z0-9][A-Z0-9./-]{0,9}$/i;
const PARCEL = /^(?=(?:.*\d){2})[A-Z0-9][A-Z0-9 ./_:*-]{2,39}$/i;
/** With any signs: `(3) 6-8-016-007`, `#12-34`, `45A--((2))-1`. */
const ANY_NUMBER = /^(?=(?:.*\d){2}).{3,40}$/u;
const UNIT = /^(?:#|(?:UNIT|APT|STE|SUITE|LOT|BLDG|FL|RM)\b)? ?#? ?[A-Z0-9-]{1,6}$/i;
const GUID = /^\{?[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\}?$/i;
const LAST_FIRST = /^[A-Z'-]+(?: (?:JR|SR|II|III|IV|[A-Z'-]+))?, ?[A-Z][A-Z' .-]*/i;
const INITIAL_LAST = /^[A-Z'-]{2,} [A-Z'-]{2,} [A-Z]$/i;
const COUPLE = /^[A-Z'-]{2,} [A-Z'. -]+ (?:&|AND) [A-Z'. -]+$/i;
const STREET_END = /[ ,]/;

const givenNames = new Set([...GIVEN_NAMES, ...COMMON_SURNAMES]);
const firms = new Set(['LLC', 'CORP', 'TRUST', 'LP', 'LTD']);

const isWhole = (text: string) => Number.isSafeInteger(readNumber(text) ?? Number.NaN);
const decimals = (text: string) => /\.(\d+)/.exec(text)?.[1]?.length ?? 0;

function isMoney(text: string): boolean {
  const amount = NO_MONEY.test(text) ? null : readNumber(text);
  return amount !== null && amount >= 0 && amount <= MOST_MONEY;
}

function isYear(text: string): boolean {
  const year = readNumber(text) ?? 0;
  return year >= 1600 && year <= new Date().getUTCFullYear() + 5;
}

/** Whether a text has a house number, a name and a street suffix. */
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
  if (/\d/.test(text) || !/[ ,]/.test(text)) return false;
  const upper = text.toUpperCase();
  const named = upper.split(/[^A-Z']+/).some((word) => givenNames.has(word));
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
    const number = readNumber(text);
    return number !== null && number >= least && number <= most && decimals(text) >= 3;
  };
}

const west = within(-180, -64);
const east = within(144, 180);

/**
 * What one value looks like by itself: trimmed text that is neither blank nor zero. A value can have any number of shapes:
 * `68508` is an integer, money, a ZIP code, a code and perhaps a parcel number.
 */
const SHAPES = {
  number: (text) => readNumber(text) !== null,
  /** A number only if the comma is the decimal separator. */
  comma_decimal: isAmbiguousNumber,
  three_decimals: (text) => THREE_DECIMALS.test(text),
  /** An area followed by its unit. */
  area: (text) => writtenArea(text) !== null,
  integer: isWhole,
  padded: (text) => /^0\d+$/.test(text),
  money: isMoney,
  year: (text) => YEAR.test(text) && isYear(text),
  /** Amounts are written like this too. */
  year_with_comma: (text) => YEAR_WITH_COMMA.test(text) && isYear(text),
  iso_date: (text) => readIsoDate(text) !== null,
  flag: (text) => readFlag(text) !== null,
  zip: (text) => ZIP.test(text),
  short_zip: (text) => SHORT_ZIP.test(text),
  state: (text) =>
    text.length === 2
      ? isStateAbbr(text)
      : text.length < 21 && WORDS.test(text) && stateByName(text) !== undefined,
  city: (text) => text.length <= 40 && CITY.test(text),
  street_address: isStreet,
  /** Perhaps a street without its suffix: `224 TWELFTH`. */
  numbered: (text) => NUMBERED.test(text),
  street_kind: (text) => PLAIN_SUFFIXES.has(ROLL_WORDS.get(text.toUpperCase()) ?? text.toUpperCase()),
  one_line_address: isOneLine,
  city_line: isCityLine,
  city_state: (text) => STATE_LAST.test(text) && isStateAbbr(text.slice(-2)),
  state_zip: (text) => STATE_ZIP.test(text) && isStateAbbr(text.slice(0, 2)),
  po_box: (text) => isPoBox(text) && !HOUSE.test(text),
  care_of: isCareOf,
  person: isPerson,
  firm: isFirm,
  parcel_number: (text) => PARCEL.test(text),
  any_number: (text) => ANY_NUMBER.test(text),
  unit: (text) => UNIT.test(text),
  latitude: within(13, 72),
  longitude: (text) => west(text) || east(text),
  code: (text) => CODE.test(text),
  words: (text) => WORDS.test(text) && LETTERS.test(text),
  guid: (text) => GUID.test(text),
} satisfies Record<string, (text: string) => boolean>;

type Shape = keyof typeof SHAPES;

/** Every shape, and every form of a date as `date:FORM`. */
export type ShapeName = Shape | `date:${DateForm}`;

/** Numbers that are likely dates; others are money, areas and codes. */
const COUNTED: Partial<Record<DateForm, (number: number) => boolean>> = {
  epoch_ms: (number) => Math.abs(number) >= 1e9,
  // Eight digits are a date that is written without separators.
  epoch_s: (number) => Math.abs(number) >= 1e8,
  excel: (number) => number >= 10_000 && number < 80_000,
};
/** How a date begins: with a digit, or with a month and a day. */
const DATE_BEGIN = /^-?\d|^[A-Z]{3,9}[.]? +\d/i;
const FIRST_COUNTED = '1900-01-02';
const LAST = '2099-12-31';

const DATES = DATE_FORMS.map((form) => {
  const read = dateReader(form)!;
  const isLikely = COUNTED[form];
  const first = isLikely ? FIRST_COUNTED : '';
  return {
    form,
    has(text: string): boolean {
      if (isLikely && !isLikely(readNumber(text) ?? 0)) return false;
      const day = read(text);
      if (day === null || day < first || day > LAST) return false;
      const fault = dateFault(day);
      return fault === null || fault === 'placeholder_date';
    },
  };
});

/** The names of all shapes that a value has. */
export function shapesOf(text: string): ShapeName[] {
  const shapes: ShapeName[] = [];
  for (const [name, has] of Object.entries(SHAPES)) if (has(text)) shapes.push(name as Shape);
  if (!DATE_BEGIN.test(text)) return shapes;
  for (const { form, has } of DATES) if (has(text)) shapes.push(`date:${form}`);
  return shapes;
}

/** Texts that mean "no value", besides those of `saysNothing`. */
const NOTHING = /^(?:<null|null>|na|unknown|-+|\.+|\?+)$/i;

/** The trimmed text of a cell; null for what means "no value": blank, NULL, N/A. */
export function spoken(cell: unknown): string | null {
  if (cell === null || cell === undefined) return null;
  const text = String(cell).trim();
  return saysNothing(text) || NOTHING.test(text) ? null : text;
}

/** Whether the text is a zero, with which tax rolls say "not stated". */
export const isZero = (text: string): boolean => readNumber(text) === 0;

/** The form of a value, with each run of digits as 9 and each run of letters as A: `41-01-06-100-009` is 9-9-9-9-9. */
export const patternOf = (text: string): string => text.replace(/\d+/g, '9').replace(/[A-Z]+/gi, 'A');

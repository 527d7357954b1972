import { isCounty, isPlaceholderCounty, nearUnitedStates } from '../../domain/geography.ts';
import { typedNumber } from '../../domain/parcel-id.ts';
import { dateFault, readIsoDate } from '../../domain/written-date.ts';
import { isAmbiguousNumber, readNumber, saysNothing, standsForNone } from '../../domain/written-number.ts';
import { isWithheld, readFlag, withoutEntities } from '../../domain/written-text.ts';
import { LOST } from '../readers/cells.ts';
import type { Fault } from '../readers/rows.ts';

export interface Reading {
  /** Day of the load, `YYYY-MM-DD` (UTC); no past date is later. */
  today: string;
  /** Collects `field:reason` of each value that was nulled or cut. */
  notes: string[];
  /** Whether the file is canonical, with texts in UTF-8: `LOST` in them is a letter like any other. */
  isCanonical?: boolean;
}

export type Parser<T> = (value: unknown, field: string, reading: Reading) => T | null;

const SPACES = /\s+/g;
/** What tables write for a missing text; Nan is a name. */
const NOT_A_NUMBER = new Set(['nan', 'NaN']);
const LONGEST_TEXT = 1_000;
const LONGEST_DESCRIPTION = 10_000;
/** In dollars. */
export const MOST_MONEY = 10_000_000_000;

function refuse(field: string, reason: string, reading: Reading): null {
  reading.notes.push(`${field}:${reason}`);
  return null;
}

/** Refuses a text that is not what its column holds, or says that there is none. */
const refuseText = (text: string, field: string, reason: string, reading: Reading): null =>
  refuse(field, standsForNone(text) ? 'no_value' : reason, reading);

/** Numbers are taken as they would be printed. A text with lost letters is refused. */
function asText(value: unknown, field: string, reading: Reading): string | null {
  if (typeof value === 'string')
    return !reading.isCanonical && value.includes(LOST)
      ? refuse(field, 'unreadable_letters', reading)
      : value.trim() || null;
  if (value === null || value === undefined) return null;
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  return refuse(field, 'wrong_type', reading);
}

/** A text that says something, without HTML entities. */
function asWord(value: unknown, field: string, reading: Reading): string | null {
  const written = asText(value, field, reading);
  if (written === null) return null;
  const plain = withoutEntities(written).trim();
  return saysNothing(plain) ? null : plain;
}

/** Cuts at code points, so that no character is halved. */
function cut(value: string, longest: number, field: string, reading: Reading): string {
  if (value.length <= longest) return value;
  const points = Array.from(value);
  if (points.length <= longest) return value;
  reading.notes.push(`${field}:cut`);
  return points.slice(0, longest).join('').trimEnd();
}

/** One line of text that says something, at most 1,000 characters; runs of white space become one space. */
export const text: Parser<string> = (value, field, reading) => {
  const word = asWord(value, field, reading);
  if (word === null || NOT_A_NUMBER.has(word)) return null;
  return cut(word.replace(SPACES, ' '), LONGEST_TEXT, field, reading);
};

/** A name or an address, as `text`; words in its place that say that it is withheld are none. */
export const disclosed: Parser<string> = (value, field, reading) => {
  const word = text(value, field, reading);
  return word !== null && isWithheld(word) ? refuse(field, 'withheld', reading) : word;
};

/** Free text of up to 10,000 characters, line breaks kept. */
export const description: Parser<string> = (value, field, reading) => {
  const word = asWord(value, field, reading);
  return word === null ? null : cut(word, LONGEST_DESCRIPTION, field, reading);
};

function asNumber(value: unknown, field: string, reading: Reading): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : refuse(field, 'wrong_type', reading);
  if (value === null || value === undefined) return null;
  if (typeof value !== 'string') return refuse(field, 'wrong_type', reading);
  const number = readNumber(value);
  if (number !== null || saysNothing(value)) return number;
  return refuseText(value, field, isAmbiguousNumber(value) ? 'ambiguous_number' : 'wrong_type', reading);
}

/** A number within `[least, most]`. */
export function numberBetween(least: number, most: number): Parser<number> {
  return (value, field, reading) => {
    const number = asNumber(value, field, reading);
    if (number === null) return null;
    return number >= least && number <= most ? number : refuse(field, 'out_of_range', reading);
  };
}

/** A whole number within `[least, most]`; `1963.0` counts as whole. */
export function integerBetween(least: number, most: number): Parser<number> {
  const inRange = numberBetween(least, most);
  return (value, field, reading) => {
    const number = inRange(value, field, reading);
    return number === null || Number.isInteger(number) ? number : refuse(field, 'wrong_type', reading);
  };
}

/** As many nines as a column has room for stand for "none". */
const ALL_NINES = /^9{8,}$/;

/** US dollars, neither negative nor over ten billion. */
export const money: Parser<number> = (value, field, reading) => {
  const amount = asNumber(value, field, reading);
  if (amount === null) return null;
  if (amount < 0) return refuse(field, 'negative', reading);
  if (ALL_NINES.test(String(amount))) return refuse(field, 'no_value', reading);
  return amount > MOST_MONEY ? refuse(field, 'too_large', reading) : amount;
};

/** A year from 1600 to five years after the load. */
export const year: Parser<number> = (value, field, reading) =>
  integerBetween(1600, Number(reading.today.slice(0, 4)) + 5)(value, field, reading);

function calendarDate(value: unknown, field: string, reading: Reading): string | null {
  const word = asWord(value, field, reading);
  if (word === null) return null;
  const day = readIsoDate(word);
  if (day === null) return refuseText(word, field, 'not_a_date', reading);
  const fault = dateFault(day);
  return fault === null ? day : refuse(field, fault, reading);
}

/** `YYYY-MM-DD`, also with a time after it; not after the day of the load. */
export const pastDate: Parser<string> = (value, field, reading) => {
  const date = calendarDate(value, field, reading);
  return date !== null && date > reading.today ? refuse(field, 'in_the_future', reading) : date;
};

/** `YYYY-MM-DD`, which may lie ahead. */
export const anyDate: Parser<string> = calendarDate;

/** A flag: true and false, or the usual words and figures for them. */
export const flag: Parser<boolean> = (value, field, reading) => {
  if (typeof value === 'boolean') return value;
  const word = asWord(value, field, reading);
  return word === null ? null : (readFlag(word) ?? refuseText(word, field, 'wrong_type', reading));
};

/** One of a closed list of words, in any case. */
export function wordOf(words: readonly string[]): Parser<string> {
  const known = new Set(words);
  return (value, field, reading) => {
    const word = asWord(value, field, reading)?.toLowerCase();
    if (word === undefined) return null;
    return known.has(word) ? word : refuse(field, 'unknown_word', reading);
  };
}

export interface Point {
  lat: number;
  lon: number;
}

/** A point from `location` `{lat, lon}`, or from the keys `lat` and `lon` of the record itself. */
export function point(record: Record<string, unknown>, reading: Reading): Point | null {
  const location = record.location;
  const isObject = typeof location === 'object' && !Array.isArray(location);
  if (location !== undefined && location !== '' && !isObject)
    return refuse('location', 'wrong_type', reading);
  const holder = (location || record) as Record<string, unknown>;
  const noted = reading.notes.length;
  const lat = asNumber(holder.lat, 'location', reading);
  if (reading.notes.length > noted) return null;
  const lon = asNumber(holder.lon, 'location', reading);
  if (reading.notes.length > noted) return null;
  if (lat === null || lon === null) return lat === lon ? null : refuse('location', 'incomplete', reading);
  if (lat < -90 || lat > 90 || lon < -180 || lon > 180) return refuse('location', 'out_of_range', reading);
  if (lat === 0 && lon === 0) return refuse('location', 'zero', reading);
  return nearUnitedStates(lat, lon) ? { lat, lon } : refuse('location', 'not_in_the_us', reading);
}

/**
 * Reads every field of a table from a record. A broken value becomes null and is noted with its reason; empty text, null
 * and an absent key are unknown, which is not a fault.
 */
export function readFields<T extends Record<string, Parser<unknown>>>(
  table: T,
  record: Record<string, unknown>,
  reading: Reading,
): { [K in keyof T]: ReturnType<T[K]> } {
  const values: Record<string, unknown> = {};
  for (const field in table) {
    const value = record[field];
    values[field] = value === undefined ? null : table[field]!(value, field, reading);
  }
  return values as { [K in keyof T]: ReturnType<T[K]> };
}

const LONGEST_NUMBER = 64;
const FIVE_DIGITS = /^\d{5}$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const CONTROL = /[\u0000-\u001f\u007f]/;

/** null: there is none; undefined: the value cannot be a code. */
function asCode(value: unknown): string | null | undefined {
  if (typeof value === 'string') {
    const text = typedNumber(value);
    return saysNothing(text) ? null : text.trim();
  }
  if (value === null || value === undefined) return null;
  return typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : undefined;
}

/**
 * Reads `county_fips` and `parcel_id`, without which a record is rejected. It is also rejected if letters are lost in its
 * parcel number or one of `identifiers`: it could be another record.
 * A deed may give `state_fips` with a placeholder county (`000`), or the two in one as `31000`.
 */
export function readPlace(
  record: Record<string, unknown>,
  rules: { parcelRequired: boolean; placeholderAllowed: boolean; identifiers?: readonly string[] },
  { isCanonical }: Pick<Reading, 'isCanonical'>,
): { county_fips: string; parcel_id: string | null } | Fault {
  let county = asCode(record.county_fips);
  const state = asCode(record.state_fips);
  if (county?.length === 3 && state) county = state + county;
  if (county === null) return { reason: 'county_fips_missing', field: 'county_fips' };
  if (county === undefined || !FIVE_DIGITS.test(county))
    return { reason: 'county_fips_malformed', field: 'county_fips' };
  const known = isCounty(county) || (rules.placeholderAllowed && isPlaceholderCounty(county));
  if (!known) return { reason: 'county_fips_unknown', field: 'county_fips' };

  const identifiers = isCanonical ? [] : ['parcel_id', ...(rules.identifiers ?? [])];
  const damaged = identifiers.find((key) => String(record[key]).includes(LOST));
  if (damaged !== undefined) return { reason: 'unreadable_letters', field: damaged };
  const parcel = asCode(record.parcel_id);
  if (parcel === undefined) return { reason: 'parcel_id_malformed', field: 'parcel_id' };
  if (parcel === null && rules.parcelRequired) return { reason: 'parcel_id_missing', field: 'parcel_id' };
  if (parcel !== null && parcel.length > LONGEST_NUMBER && Array.from(parcel).length > LONGEST_NUMBER) {
    return { reason: 'parcel_id_too_long', field: 'parcel_id' };
  }
  if (parcel !== null && CONTROL.test(parcel)) return { reason: 'parcel_id_malformed', field: 'parcel_id' };
  return { county_fips: county, parcel_id: parcel };
}

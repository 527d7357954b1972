import { isPoBox, splitUnit } from './address.ts';
import { partsBesidePlace } from './before-place.ts';
import { sameCity } from './city.ts';
import { parseStreet, type Street } from './street.ts';
import { matchParsed } from './street-compare.ts';
import { saysNothing } from './written-number.ts';
import { readState, readZip } from './written-place.ts';

export const MATCHES = ['exact', 'number_and_street', 'unit_missing', 'near', 'several', 'none'] as const;
export type Match = (typeof MATCHES)[number];

/** What is given of an address: `address` is its street, or all of it on one line. */
export interface GivenAddress {
  address: string;
  city?: string | null;
  state?: string | null;
  zip?: string | null;
  county_fips?: string | null;
}

/** An address to find, or that of a parcel; null where a part is unknown. */
export interface Place {
  street: Street;
  /** Without its designator: `5` of `UNIT 5`. */
  unit: string;
  city: string | null;
  state: string | null;
  /** 5 digits. */
  zip: string | null;
  county: string | null;
}

export interface Wanted extends Place {
  line: string;
}

const UNIT_WORDS =
  /\b(?:APARTMENT|APT|UNIT|SUITE|STE|BUILDING|BLDG|FLOOR|FL|ROOM|RM|LOT|SPACE|SPC|TRAILER|TRLR|NO|TH)\b/g;
const LETTER = /\p{L}/u;
const NO_DIGITS = /\D/g;
const unitKey = (unit: string | null | undefined): string =>
  (unit ?? '')
    .toUpperCase()
    .replace(UNIT_WORDS, '')
    .replace(/[^A-Z0-9]/g, '')
    .replace(/^0+(?=.)/, '');

const known = (text: string | null | undefined): string | null =>
  text === null || text === undefined || saysNothing(text) ? null : text.trim();

/** The five digits of a ZIP code; text that begins otherwise, such as another country's postal code, is one that no parcel has. */
function fiveDigits(text: string, state: string | null): string | null {
  const figures = () => (LETTER.test(text) ? text : text.replace(NO_DIGITS, '').padStart(5, '0'));
  return (readZip(text, state) ?? figures()).slice(0, 5) || null;
}

/**
 * Reads an address as loads do. Null where it has no house number with a street, or no place: neither city, ZIP nor county; or
 * if its state is none.
 */
export function readWanted(given: GivenAddress): Wanted | null {
  const city = known(given.city);
  const written = known(given.state);
  const state = written === null ? null : readState(written);
  if (written !== null && state === null) return null;
  const zip = known(given.zip);
  const parts = partsBesidePlace(given.address, {
    city,
    state,
    zip: zip === null ? null : readZip(zip, state),
  });
  const whole = splitUnit(parts.street ?? '');
  const line = whole.street;
  if (isPoBox(line)) return null;
  const street = parseStreet(line);
  const inState = state ?? parts.state ?? null;
  const wanted = {
    line,
    street,
    unit: unitKey(whole.unit ?? parts.unit),
    city: city ?? parts.city ?? null,
    state: inState,
    zip: zip === null ? (parts.zip?.slice(0, 5) ?? null) : fiveDigits(zip, inState),
    county: known(given.county_fips),
  };
  if (street.number === '' || street.body === '') return null;
  return wanted.city === null && wanted.zip === null && wanted.county === null ? null : wanted;
}

/** A parcel's address as stored. */
export interface StoredAddress {
  street: string | null;
  unit: string | null;
  city: string | null;
  state: string;
  zip: string | null;
  county_fips: string;
}

export const placeOf = ({ street, unit, city, state, zip, county_fips }: StoredAddress): Place => ({
  street: parseStreet(street ?? ''),
  unit: unitKey(unit),
  city,
  state,
  zip: zip?.slice(0, 5) ?? null,
  county: county_fips,
});

const swapped = (a: string, b: string): boolean => {
  if (a.length !== b.length) return false;
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  return (
    a[at] === b[at + 1] && a[at + 1] === b[at] && a[at] !== a[at + 1] && a.slice(at + 2) === b.slice(at + 2)
  );
};

/** Letters of a word that may be misspelled: most shorter words are one letter from another. */
const LEAST_LETTERS = 4;
const longest = (body: string): number => Math.max(...body.split(' ').map((word) => word.length));

const PARTS = ['number', 'before', 'keeper', 'body', 'after'] as const;

/** How alike two streets with house numbers are, from 0 to 1; below 0.9 the name is misspelled. */
function streetScore(a: Street, b: Street): number {
  if (a.number !== b.number) return 0;
  if (PARTS.every((part) => a[part] === b[part])) return 1;
  const compared = matchParsed(a, b);
  if (compared === 'same') return 0.95;
  if (a.before !== b.before || a.after !== b.after || a.keeper !== b.keeper) return 0;
  if (Math.min(longest(a.body), longest(b.body)) < LEAST_LETTERS || /\d/.test(a.body)) return 0;
  return compared === 'near' || swapped(a.body, b.body) ? 0.8 : 0;
}

/** How alike two places are, from 0 to 1; below 0.9 they differ in a part that a slip may explain. */
function placeScore(wanted: Place, stored: Place): number {
  if (wanted.county !== null && wanted.county !== stored.county) return 0;
  if (wanted.state !== null && wanted.state !== stored.state) return 0;
  const sameZip = wanted.zip === null || stored.zip === null ? null : wanted.zip === stored.zip;
  const city = sameCity(wanted.city, stored.city, sameZip);
  if (sameZip) return city === false ? 0.95 : 1;
  if (city) return sameZip === false ? 0.85 : 1;
  return city === null && sameZip === null && wanted.county !== null ? 1 : 0;
}

export interface Graded {
  match: Exclude<Match, 'several' | 'none'>;
  /** From 0 to 1. */
  score: number;
}

/** How well a stored address fits; null where it is another one. */
export function grade(wanted: Place, stored: Place): Graded | null {
  const street = streetScore(wanted.street, stored.street);
  const place = street === 0 ? 0 : placeScore(wanted, stored);
  if (place === 0) return null;
  const lacksUnit = wanted.unit !== stored.unit;
  if (lacksUnit && wanted.unit !== '' && stored.unit !== '') return null;
  const score = Math.round(street * place * (lacksUnit ? 0.9 : 1) * 100) / 100;
  if (street < 0.9 || place < 0.9) return { match: 'near', score };
  if (lacksUnit) return { match: 'unit_missing', score };
  return { match: street === 1 && place === 1 ? 'exact' : 'number_and_street', score };
}

/** Whether both are units of one address, and different ones. */
export const isOtherUnit = (wanted: Place, stored: Place): boolean =>
  stored.unit !== '' &&
  stored.unit !== wanted.unit &&
  grade({ ...wanted, unit: '' }, { ...stored, unit: '' }) !== null;

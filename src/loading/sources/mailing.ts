import { isOwnCountry } from '../../domain/country.ts';
import { type Report, whatIs, within } from './checks.ts';

import { type CityLine, cityColumns, cityLine } from './city-line.ts';
import { type Columns, type Read, wordsOf } from './columns.ts';
import { isStreetLine, mailingStreet } from './mailing-lines.ts';

/** Keys of `conform` that make several fields at once, each from a list of columns. */
export const MAILING_KEYS = ['mailing_place', 'mailing_lines'] as const;
type MailingKey = (typeof MAILING_KEYS)[number];

/** The columns of a mailing address that is split into fields. */
export interface Mailing {
  key: MailingKey;
  place: string;
  columns: readonly string[];
}

export interface MailingFields {
  mailing_address?: string;
  mailing_city: string;
  mailing_state: string;
  mailing_zip: string;
  mailing_country: string;
}

/** A state and a ZIP code, or the ZIP code alone. */
const REST = /^(?:[A-Z]{2}[ ,]+)?\d{5}(?:[- ]?\d{4})?$/i;
const UNIT_LINE = /^(?:#|(?:UNIT|APT|STE|SUITE|LOT|BLDG|FL|RM)\b)/i;

export const isMailingKey = (key: string): key is MailingKey =>
  (MAILING_KEYS as readonly string[]).includes(key);

/** The columns that a source file names; null after reporting what is wrong. */
export function parseMailing(key: MailingKey, given: unknown, place: string, report: Report): Mailing | null {
  const isList = Array.isArray(given) && given.every((name) => typeof name === 'string' && name !== '');
  if (!isList) report(place, `must be a list of columns, and is ${whatIs(given)}`);
  else if (key === 'mailing_place' && given.length !== 3)
    report(place, 'must be three columns: city, state and ZIP code');
  else if (given.length === 0) report(place, 'names no column');
  else return { key, place, columns: given };
  return null;
}

/** The street among the other lines: the last one that looks like a street, or else the last. A unit next to it is added. */
function streetOf(lines: readonly string[]): string {
  const told = lines.filter((line) => mailingStreet(line) !== '');
  const units = told.map((line) => UNIT_LINE.test(line));
  const isStreet = (line: string, at: number) => !units[at] && isStreetLine(line);
  let at = told.findLastIndex(isStreet);
  if (at < 0) at = told.findLastIndex((_, index) => !units[index]);
  if (at < 0) return told.join(' ');
  const unit = [at + 1, at - 1].find((beside) => units[beside]);
  const street = mailingStreet(told[at]!);
  return unit === undefined ? street : `${street} ${told[unit]}`;
}

/** Joins a city, a state and a ZIP code that are on two lines. */
function joined(lines: readonly string[]): string[] {
  const [before, last] = lines.slice(-2);
  if (before === undefined || last === undefined || !REST.test(last) || /\d/.test(before)) return [...lines];
  const { mailing_city, mailing_zip } = cityLine(`${before} ${last}`);
  return mailing_city !== '' && mailing_zip !== ''
    ? [...lines.slice(0, -2), `${before} ${last}`]
    : [...lines];
}

/** Whether a line has both a state and a ZIP code, or a Canadian province and postal code. */
const isPlace = ({ mailing_state, mailing_zip }: CityLine) => mailing_state !== '' && mailing_zip !== '';

/**
 * The place is the last line with a state and a ZIP code, or else the last line. If only one of several columns is filled,
 * it is a city only if it has a state or a country.
 */
function linesApart(published: readonly string[], columns: number): MailingFields {
  const end = published.at(-1) ?? '';
  const isCountry = !/\d/.test(end) && isOwnCountry(end);
  const lines = joined(isCountry ? published.slice(0, -1) : published);
  let at = lines.length - 1;
  let place = cityLine(lines[at] ?? '');
  for (let other = at - 1; other >= 0 && !isPlace(place); other--) {
    const found = cityLine(lines[other]!);
    if (!isPlace(found)) continue;
    at = other;
    place = found;
  }
  const isCity =
    lines.length > 1 || columns === 1 || place.mailing_state !== '' || place.mailing_country !== '';
  return isCity
    ? { mailing_address: streetOf(lines.toSpliced(at, 1)), ...place }
    : { mailing_address: streetOf(lines), ...cityLine('') };
}

/**
 * `mailing_place`: city, state and ZIP from a column each; a state outside of the US is the country. `mailing_lines`: one of
 * the filled columns is the place, with city, state and ZIP in any order, and another the street; recipients are left out.
 */
export function bindMailing({ key, place, columns: names }: Mailing, columns: Columns): Read<MailingFields> {
  const reads = names.map((name, at) => columns(name, within(place, at)));
  if (key === 'mailing_place') {
    const [city, state, zip] = reads;
    return (cells) => cityColumns(wordsOf(city!(cells)), wordsOf(state!(cells)), wordsOf(zip!(cells)));
  }
  return (cells) => {
    const lines = reads.map((read) => wordsOf(read(cells))).filter((line) => line !== '');
    return linesApart(lines, names.length);
  };
}

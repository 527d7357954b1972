import { type Report, whatIs, within } from './checks.ts';
import { type Columns, type Read, textOf } from './columns.ts';
import { cityColumns, cityLine } from './mailing-lines.ts';

/** Keys of `conform` that make several fields at once, each of a list of columns. */
export const MAILING_KEYS = ['mailing_place', 'mailing_lines'] as const;
type MailingKey = (typeof MAILING_KEYS)[number];

/** The columns of a mailing address that is taken apart. */
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

/** Of lines, the street is the last one before the city; a line of a unit belongs to the one before it. */
function streetOf(lines: readonly string[]): string {
  const street = lines.at(-1) ?? '';
  const before = lines.at(-2);
  return before !== undefined && UNIT_LINE.test(street) ? `${before} ${street}` : street;
}

/** A lone line of several columns is a city only if it has a state or a country. */
function linesApart(lines: readonly string[], columns: number): MailingFields {
  const last = cityLine(lines.at(-1) ?? '');
  const isCity =
    lines.length > 1 || columns === 1 || last.mailing_state !== '' || last.mailing_country !== '';
  return isCity
    ? { mailing_address: streetOf(lines.slice(0, -1)), ...last }
    : { mailing_address: streetOf(lines), ...cityLine('') };
}

/**
 * `mailing_place`: city, state and ZIP from a column each; a state outside of the US is the country. `mailing_lines`: of
 * the filled columns, the last is `CITY ST ZIP` or a foreign city, and the one before it the street.
 */
export function bindMailing({ key, place, columns: names }: Mailing, columns: Columns): Read<MailingFields> {
  const reads = names.map((name, at) => columns(name, within(place, at)));
  if (key === 'mailing_place') {
    const [city, state, zip] = reads;
    return (cells) => cityColumns(textOf(city!(cells)), textOf(state!(cells)), textOf(zip!(cells)));
  }
  return (cells) => {
    const lines = reads.map((read) => textOf(read(cells)).trim()).filter((line) => line !== '');
    return linesApart(lines, names.length);
  };
}

import { isStateAbbr } from '../../domain/geography.ts';
import { isOwnCountry, isZipOfState, readState, readZip } from '../../domain/written-place.ts';
import { type Report, whatIs, within } from './checks.ts';
import { type Columns, type Read, wordsOf } from './columns.ts';

interface CityLine {
  mailing_city: string;
  mailing_state: string;
  mailing_zip: string;
  mailing_country: string;
}

const BLANKS = /\s+/g;
const BETWEEN = /[ ,]+/;
const EDGES = /^[ ,]+|[ ,]+$/g;
const OWN_LAST = /[ ,]+(?:USA|U\.S\.A\.?|UNITED STATES(?: OF AMERICA)?)$/i;
const STATE_AND_ZIP = /\b([A-Z]{2})(\d{5}(?:-?\d{4})?)\b/gi;
/** The usual order, by far the most frequent. */
const USUAL = /^([^\d]*[^\d ,])[ ,]+([A-Z]{2})[ ,]+(\d{5}(?:-\d{4})?)$/;
const ZIP = /^\d{5}(?:-?\d{4})?-?$/;
const SHORT_ZIP = /^\d{3,4}$/;
const PLUS_FOUR = /^\d{4}$/;
const CANADIAN_CODE = /^[A-Z]\d[A-Z][ -]?\d[A-Z]\d$/i;
const CANADIAN_LINE = /^(.*?)[ ,]+([A-Z]{2})[ ,]+([A-Z]\d[A-Z][ -]?\d[A-Z]\d)$/;
const NAME_LAST = /^(.*\S), *([A-Z][A-Z .]{3,})$/i;
const COUNTRY = /^[A-Z .]+$/;
const STATE_LAST = /^([^\d]*[^\d\s,])(,? +)([A-Z]{2})$/;
/** The most words of a state, such as DISTRICT OF COLUMBIA. */
const LONGEST_STATE = 3;
/** These states are also street suffixes: PARK CT. */
const ALSO_SUFFIXES = new Set(['CT', 'LA']);

function parts(city: string, state: string, zip: string, country: string): CityLine {
  return { mailing_city: city, mailing_state: state, mailing_zip: zip, mailing_country: country };
}

/** The state at the end of a line, or else at its beginning, and the other words; null without a state. */
function besideState(words: readonly string[]): { state: string; city: string; isAlone: boolean } | null {
  for (const isLast of [true, false]) {
    for (let count = Math.min(LONGEST_STATE, words.length); count > 0; count--) {
      const named = isLast ? words.slice(-count) : words.slice(0, count);
      const state = /\d/.test(named.join('')) ? null : readState(named.join(' '));
      if (state === null) continue;
      const rest = isLast ? words.slice(0, -count) : words.slice(count);
      return { state, city: rest.join(' '), isAlone: count === words.length && named.join('').length > 2 };
    }
  }
  return null;
}

/** The ZIP code at a word of a line, with the four digits after it, and the other words; null if it is none. */
function zipAt(words: readonly string[], at: number): { zip: string; rest: string[] } | null {
  const zip = words[at] ?? '';
  if (!ZIP.test(zip)) return null;
  const after = zip.length === 5 && PLUS_FOUR.test(words[at + 1] ?? '') ? 1 : 0;
  const rest = [...words.slice(0, at), ...words.slice(at + 1 + after)];
  return { zip: after ? `${zip}-${words[at + 1]}` : zip.replace(/-$/, ''), rest };
}

/** City, state and ZIP code in any order; a ZIP code that is not last must be one of the state. */
function inAnyOrder(line: string): CityLine | null {
  const words = line.replace(STATE_AND_ZIP, '$1 $2').split(BETWEEN);
  for (let at = words.length - 1; at >= 0; at--) {
    const code = zipAt(words, at);
    if (code === null) continue;
    const place = besideState(code.rest);
    if (place === null) continue;
    const isLast = at + 1 >= words.length - (words.length - 1 - code.rest.length);
    if (!isLast && !isZipOfState(code.zip, place.state)) continue;
    // NEW YORK 10001 names the city, not the state.
    if (place.isAlone) return parts(code.rest.join(' '), '', code.zip, '');
    return parts(place.city, place.state, code.zip, '');
  }
  const place = SHORT_ZIP.test(words.at(-1)!) ? besideState(words.slice(0, -1)) : null;
  const zip = place && readZip(words.at(-1)!, place.state);
  return place && zip ? parts(place.city, place.state, zip, '') : null;
}

/**
 * Splits the line of a mailing address that has the place: `OMAHA NE 68101-0001`, `68101 Omaha, Nebraska`, `HILLTOP QC
 * J1A 2B3`, `OSAKA, JAPAN`. The country is blank for the United States; a line that has no such form is the city, unchanged.
 */
export function cityLine(text: string): CityLine {
  const line = text.replace(BLANKS, ' ').replace(EDGES, '').replace(OWN_LAST, '');
  const usual = USUAL.exec(line);
  if (usual && isStateAbbr(usual[2]!)) return parts(usual[1]!, usual[2]!, usual[3]!, '');
  const place = /\d/.test(line) ? inAnyOrder(line) : null;
  if (place !== null) return place;
  const canadian = CANADIAN_LINE.exec(line);
  if (canadian) return parts(canadian[1]!, canadian[2]!, canadian[3]!, 'CANADA');
  const [, city, between = '', letters = ''] = STATE_LAST.exec(line) ?? [];
  const state = between.startsWith(',') || !ALSO_SUFFIXES.has(letters) ? readState(letters) : null;
  if (city !== undefined && state !== null) return parts(city, state, '', '');
  const [, before, last] = NAME_LAST.exec(line) ?? [];
  if (before === undefined || last === undefined) return parts(line, '', '', '');
  const named = readState(last);
  if (named !== null) return parts(before, named, '', '');
  return COUNTRY.test(last) ? parts(before, '', '', last) : parts(line, '', '', '');
}

/** City, state and postal code from their own columns; a state outside the US is returned as the country. */
export function cityColumns(city: string, state: string, zip: string): CityLine {
  const published = state.trim();
  const postalCode = zip.trim();
  if (published === '') {
    const line = cityLine(city);
    return { ...line, mailing_zip: postalCode || line.mailing_zip };
  }
  const code = readState(published);
  if (code !== null) return parts(city.trim(), code, postalCode, '');
  return CANADIAN_CODE.test(postalCode)
    ? parts(city.trim(), published, postalCode, 'CANADA')
    : parts(city.trim(), '', postalCode, published);
}

const NO_ADDRESS = /^x+$|\bunknown\b|\bno (?:mailing )?address\b/i;
const CARE_OF = /^(?:c\/ ?o\b|attn?\b|%)/i;
const INNER_CARE_OF = /\b(?:c\/o|attn:)/i;
const PO_BOX = /\bp\.? ?o\.? ?(?:box|drawer)\b/i;
// "3000 S 31ST ST", "23450 777 RD"; not a store's "#17", and not a number before a PO box.
const HOUSE_NUMBER = /(?<![#\w-])\d+[a-z]?(?:-\d+)? +(?!p\.? ?o\.? ?(?:box|drawer)\b)(?=\w)/i;
const RURAL_BOX = /\b(?:rr|rfd|route|hc|psc|cmr|box)[ -]?#?\d/i;
const NUMBER_WORD =
  /\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve) (?=[a-z])(?!llc\b|inc\b)/i;

/** Whether the line begins with a care-of mark: `C/O`, `ATTN`, `%`. */
export function isCareOf(line: string): boolean {
  return CARE_OF.test(line);
}

/**
 * The street of a mailing line that may begin with a recipient (`Attn: JO DOE 12 ELM ST`, `ACME TRUST PO BOX 7`): the
 * text from the first house number, PO box or rural box on. A line without a care-of mark is cut only before a PO box.
 * Blank when the line has no street or says that there is no address.
 */
export function mailingStreet(line: string): string {
  const trimmed = line.trim();
  const first = trimmed.charCodeAt(0);
  if (first >= 48 && first <= 57) return trimmed;
  if (trimmed === '' || NO_ADDRESS.test(trimmed)) return '';
  const box = trimmed.search(PO_BOX);
  const careOf = CARE_OF.test(trimmed) || INNER_CARE_OF.test(trimmed);
  if (!careOf) return box > 0 ? trimmed.slice(box) : trimmed;
  let start = trimmed.length;
  for (const at of [box, trimmed.search(HOUSE_NUMBER), trimmed.search(RURAL_BOX)]) {
    if (at >= 0 && at < start) start = at;
  }
  if (start === trimmed.length) {
    const word = trimmed.search(NUMBER_WORD);
    if (word >= 0) start = word;
  }
  return trimmed.slice(start);
}

/** Whether a line names a street, a box or a rural route, with or without a recipient before it. */
function isStreetLine(line: string): boolean {
  const street = mailingStreet(line);
  return (
    /^\d/.test(street) || PO_BOX.test(street) || RURAL_BOX.test(street) || street.search(NUMBER_WORD) === 0
  );
}

/** Keys of `conform` that make several fields at once, each from a list of columns. */
export const MAILING_KEYS = ['mailing_place', 'mailing_lines'] as const;
type MailingKey = (typeof MAILING_KEYS)[number];

/** The columns of a mailing address that is split into fields. */
export interface Mailing {
  key: MailingKey;
  place: string;
  columns: readonly string[];
}

interface MailingFields extends CityLine {
  mailing_address?: string;
}

/** A state and a ZIP code, or the ZIP code alone. */
const REST = /^(?:[A-Z]{2}[ ,]+)?\d{5}(?:[- ]?\d{4})?$/i;
const UNIT_LINE = /^(?:#|(?:UNIT|APT|STE|SUITE|LOT|BLDG|FL|RM)\b)/i;

export const isMailingKey = (key: string): key is MailingKey =>
  (MAILING_KEYS as readonly string[]).includes(key);

/** The columns that a source file names; null after reporting what is wrong. */
export function parseMailing(key: MailingKey, json: unknown, place: string, report: Report): Mailing | null {
  const isList = Array.isArray(json) && json.every((name) => typeof name === 'string' && name !== '');
  if (!isList) report(place, `must be a list of columns, and is ${whatIs(json)}`);
  else if (key === 'mailing_place' && json.length !== 3)
    report(place, 'must be three columns: city, state and ZIP code');
  else if (json.length === 0) report(place, 'names no column');
  else return { key, place, columns: json };
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
    const line = cityLine(lines[other]!);
    if (!isPlace(line)) continue;
    at = other;
    place = line;
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

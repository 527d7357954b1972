import { isStateAbbr } from '../../domain/geography.ts';
import { readState } from '../../domain/written-state.ts';
import { readZip } from '../../domain/written-zip.ts';
import { isZipOfState } from '../../domain/zip-state.ts';

export interface CityLine {
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
    const found = zipAt(words, at);
    if (found === null) continue;
    const place = besideState(found.rest);
    if (place === null) continue;
    const isLast = at + 1 >= words.length - (words.length - 1 - found.rest.length);
    if (!isLast && !isZipOfState(found.zip, place.state)) continue;
    // NEW YORK 10001 names the city, not the state.
    if (place.isAlone) return parts(found.rest.join(' '), '', found.zip, '');
    return parts(place.city, place.state, found.zip, '');
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
  const found = /\d/.test(line) ? inAnyOrder(line) : null;
  if (found !== null) return found;
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

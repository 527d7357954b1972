import { readFlag } from '../../domain/written-text.ts';
import {
  countOf,
  date,
  dateFormOf,
  day,
  type Evidence,
  evidence,
  figure,
  figuresOf,
  isYears,
  LEAST_READ,
  type Look,
  looks,
  percent,
  shareOf,
  spreadDate,
  vetoed,
  year,
} from './look.ts';
import type { ColumnProfile } from './profile.ts';
import type { ShapeName } from './shapes.ts';

/** Names of owners; a column with few different values holds kinds of owners instead. */
const names =
  (usual: number, least: number): Look =>
  (profile, rows) => {
    if (profile.values !== null && profile.distinct.count < 10 && rows > 100 && profile.judged > 20)
      return vetoed(`it has only ${countOf(profile)}`);
    const share = shareOf(profile, 'person', 'firm');
    const words = `${percent(share)} of its values read as names of people or firms`;
    if (shareOf(profile, 'street_address', 'number', 'city_line') > 0.5)
      return { ...vetoed(words), isUnread: true };
    return evidence(share, usual, least, words);
  };

/** Whether there are at most so many different values for each row, as of cities. */
const repeats = ({ distinct }: ColumnProfile, rows: number, most = 0.35): boolean =>
  distinct.count <= Math.max(20, rows * most);

/** Names of cities, of which there are at most this many for each row. */
const cityName =
  (most: number): Look =>
  (profile, rows) => {
    const share = shareOf(profile, 'city');
    if (!repeats(profile, rows, most)) return vetoed('nearly every row has another value');
    if ((profile.lengths?.longest ?? 0) <= 2) return vetoed('its values are codes');
    if (shareOf(profile, 'city_state') > 0.8) return vetoed('its values are a city and a state');
    return evidence(share, 0.9, 0.5, `${percent(share)} of its values read as cities`);
  };

/** Addresses: where hardly any have a known street suffix, less surely what only begins with a number. */
const addresses =
  (what: string, ...names: ShapeName[]): Look =>
  (profile) => {
    const share = Math.max(shareOf(profile, ...names), shareOf(profile, 'numbered') / 2);
    return evidence(share, 0.85, 0.25, `${percent(share)} of its values read as ${what}`);
  };

const LEAST_ZIPS = 0.4;
/** ZIP codes without the zero that they begin with: only a name can say so. */
const SHORT_ZIPS = 0.55;

const zipCode: Look = (profile, rows) => {
  const share = shareOf(profile, 'zip');
  const stateZip = shareOf(profile, 'state_zip');
  const withShort = share + shareOf(profile, 'short_zip');
  // The last four digits of ZIP codes hardly repeat, and some begin with a zero.
  if (share < LEAST_ZIPS && withShort > 0.97 && repeats(profile, rows))
    return {
      fit: SHORT_ZIPS,
      isVetoed: false,
      words: `${percent(withShort)} of its values are ZIP codes, without a zero before them`,
    };
  return stateZip > share
    ? { fit: 0.8, isVetoed: false, words: `${percent(stateZip)} of its values are a state and a ZIP code` }
    : evidence(share, 0.9, LEAST_ZIPS, `${percent(share)} of its values are ZIP codes`);
};

/** Whether most amounts have three digits after a point, which may separate thousands: money has no third decimal. */
export const partsThousands = (profile: ColumnProfile): boolean => shareOf(profile, 'three_decimals') >= 0.5;

const money =
  (usual: number): Look =>
  (profile) => {
    if (isYears(profile) && profile.distinct.count > 1) return vetoed('its values are years');
    if (profile.distinct.count === 1 && profile.judged > 20) return vetoed('all its amounts are the same');
    const share = figuresOf(profile, 'money', 'comma_decimal');
    const median = profile.numbers?.median ?? 0;
    const words = `${percent(share)} of its values are amounts, with a median of ${figure(Math.round(median))}`;
    const look = evidence(share, 1, LEAST_READ, words);
    return { ...look, fit: look.fit * (median >= usual ? 1 : median >= usual / 10 ? 0.5 : 0.1) };
  };

interface Range {
  least: number;
  most: number;
  more?: readonly ShapeName[];
  whole?: boolean;
}

/** Others may have a letter, such as `2A` stories. */
const LEAST_FIGURES = 0.3;

/** Numbers whose median is in a range. */
const numbers =
  (what: string, { least, most, more = [], whole = false }: Range): Look =>
  (profile) => {
    const share = figuresOf(profile, 'number', 'comma_decimal', ...more);
    const range = profile.numbers;
    const words = `${percent(share)} of its values are numbers${range ? `, ${range.least} to ${range.most}` : ''}`;
    if (share < LEAST_FIGURES || range === null) return { ...vetoed(words), isUnread: true };
    if (range.median < least || range.median > most) return vetoed(`${words}: not ${what}`);
    if (isYears(profile) && range.median > 1_800 && profile.distinct.count > 1 && what !== 'areas')
      return vetoed('its values are years');
    const look = evidence(share, 1, LEAST_FIGURES, words);
    return whole && shareOf(profile, 'integer') < 0.9 ? { ...look, fit: look.fit * 0.3 } : look;
  };

/** Whether a column has few different values for its number of rows, as kinds have. */
const isFew = ({ distinct, judged }: ColumnProfile, rows: number): boolean =>
  !(judged >= 10 && distinct.count >= judged) && distinct.count <= Math.max(50, Math.min(1_000, rows / 4));

const isFlag = ({ values }: ColumnProfile): boolean =>
  values?.every(([value]) => readFlag(value) !== null) ?? false;

/** Whether values are words rather than codes. */
const isSpelled = (profile: ColumnProfile): boolean =>
  (profile.lengths?.longest ?? 0) >= 6 && shareOf(profile, 'number') < 0.1;

const codes: Look = (profile, rows) => {
  const share = shareOf(profile, 'code');
  const words = `it has ${countOf(profile)}, ${percent(share)} of them codes`;
  if (!isFew(profile, rows) || isFlag(profile)) return vetoed(words);
  const look = evidence(share, 0.9, 0, words);
  return isSpelled(profile) && shareOf(profile, 'words') > 0.9 ? { ...look, fit: look.fit * 0.4 } : look;
};

const kinds: Look = (profile, rows) => {
  const spelled = isSpelled(profile);
  const words = `it has ${countOf(profile)}${spelled ? ' in words' : ''}`;
  const isOther = isFlag(profile) || shareOf(profile, 'number') > 0.5 || dateFormOf(profile)?.share === 1;
  if (!isFew(profile, rows) || isOther) return vetoed(words);
  return { fit: spelled ? 1 : (profile.lengths?.longest ?? 0) >= 4 ? 0.6 : 0.4, isVetoed: false, words };
};

/** Document numbers, which hardly repeat. */
const text: Look = (profile, rows) => {
  const { distinct, judged, filled } = profile;
  if (judged > 20 && distinct.count < Math.min(rows * filled, judged) * 0.1)
    return vetoed(`it has only ${countOf(profile)}`);
  return {
    fit: distinct.count > judged * 0.5 ? 1 : 0.4,
    isVetoed: false,
    words: `${percent(filled)} of rows have a value`,
  };
};

const free: Look = (profile) => {
  const share = 1 - shareOf(profile, 'number');
  const isLong = (profile.lengths?.longest ?? 0) > 12;
  return { ...evidence(share * (isLong ? 1 : 0.4), 1, 0.2, `${percent(share)} of its values are text`) };
};

/** Contractors and applicants: firms may have any name. */
const party: Look = (profile, rows) => {
  const share = 1 - shareOf(profile, 'number', 'street_address', 'city_line');
  const spelled = (profile.lengths?.longest ?? 0) > 8 && !(profile.distinct.count < 6 && rows > 100);
  return evidence(spelled ? share : share * 0.4, 1, 0.5, `${percent(share)} of its values are text`);
};

const flags: Look = (profile) => {
  if (profile.distinct.count > 3 || (profile.lengths?.longest ?? 0) > 5)
    return vetoed(`it has ${countOf(profile)}`);
  const share = shareOf(profile, 'flag');
  return evidence(share, 1, LEAST_READ, `${percent(share)} of its values are yes or no`);
};

/** Words that say that a sale was at arm's length. */
export const TERMS_OF_SALE = /arm'?s?[ -]?length|\bvalid|\bqualified|\bmarket sale/i;

/** Yes or no, or the terms of a sale in words. */
const terms: Look = (profile, rows) => {
  const isFlags = flags(profile, rows);
  if (!isFlags.isVetoed) return isFlags;
  const told = profile.values?.some(([value]) => TERMS_OF_SALE.test(value)) ?? false;
  return told
    ? { fit: 1, isVetoed: false, words: 'its values are terms of sales in words' }
    : { ...kinds(profile, rows), fit: 0.3 };
};

/** Directions and kinds of streets. */
const short: Look = (profile) => {
  const longest = profile.lengths?.longest ?? 0;
  const figures = shareOf(profile, 'number');
  const fits = longest <= 12 && figures < 0.2;
  const words = fits
    ? 'its values are short words'
    : longest > 12
      ? `some values have ${longest} letters`
      : 'its values are numbers';
  return fits ? { fit: 1, isVetoed: false, words } : vetoed(words);
};

const part: Look = (profile) => {
  const share = shareOf(profile, 'unit', 'code');
  return evidence(share, 0.9, 0.5, `${percent(share)} of its values are short numbers or codes`);
};

const FEWEST_OF_BOOKS = 100;
/** Books of records hold many deeds: a number of its own in each of many rows numbers something else. */
const book: Look = (profile, rows) =>
  profile.distinct.repeated === 0 && profile.judged >= FEWEST_OF_BOOKS
    ? vetoed('every row has another value')
    : part(profile, rows);

const words: Look = (profile) => {
  const share = 1 - shareOf(profile, 'number');
  return evidence(share, 0.95, 0.5, `${percent(share)} of its values are words`);
};

const streetName: Look = (profile, rows) => {
  const houses = shareOf(profile, 'street_address');
  return houses > 0.5 ? vetoed(`${percent(houses)} of its values have a house number`) : words(profile, rows);
};

const country: Look = (profile, rows) => {
  const look = free(profile, rows);
  const fits = profile.distinct.count <= Math.max(20, rows / 10) && (profile.lengths?.longest ?? 0) <= 30;
  return fits
    ? { ...look, fit: shareOf(profile, 'number') < 0.1 ? 1 : 0 }
    : vetoed(`it has ${countOf(profile)}`);
};

const areas = (profile: ColumnProfile): Evidence => {
  const share = figuresOf(profile, 'number', 'area', 'comma_decimal');
  const look = evidence(share, 1, LEAST_READ, `${percent(share)} of its values are numbers`);
  if (isYears(profile)) return vetoed('its values are years');
  return shareOf(profile, 'padded') > 0.5 ? vetoed('its values are codes with zeros before them') : look;
};

const any: Look = (profile) => ({
  fit: 0.5,
  isVetoed: false,
  words: `${percent(profile.filled)} of rows have a value`,
});

/** How values look, by the names that `data/fields.txt` uses. */
export const LOOKS: Readonly<Record<string, Look>> = {
  any,
  text,
  /** `numberEvidence` looks at them. */
  number: any,
  free,
  party,
  owner: names(0.7, 0.2),
  situs: addresses('street addresses', 'street_address', 'one_line_address'),
  mail: addresses('street addresses or post-office boxes', 'street_address', 'one_line_address', 'po_box'),
  unit: looks('units', 0.9, 0.3, 'unit'),
  city: cityName(0.35),
  mailcity: cityName(0.7),
  state: looks('states', 0.97, 0.7, 'state'),
  zip: zipCode,
  country,
  cityline: looks('city, state and ZIP code', 0.9, 0.3, 'city_line', 'city_state'),
  value: money(500),
  price: money(500),
  money: money(500),
  tax: money(20),
  taxyear: year(true),
  year: year(false),
  anyyear: looks('years', 1, LEAST_READ, 'year', 'year_with_comma'),
  code: codes,
  kind: kinds,
  acres: areas,
  area: areas,
  sqft: numbers('square feet of a building', { least: 80, most: 5e4, more: ['area'] }),
  rooms: numbers('rooms', { least: 0.5, most: 40 }),
  stories: numbers('stories', { least: 0.5, most: 150 }),
  month: numbers('months', { least: 1, most: 12, whole: true }),
  monthday: numbers('months and days', { least: 101, most: 1_231, whole: true }),
  units: numbers('units', { least: 1, most: 5_000, whole: true }),
  pastdate: spreadDate,
  date,
  day,
  lat: looks('a latitude in the United States', 1, LEAST_READ, 'latitude'),
  lon: looks('a longitude in the United States', 1, LEAST_READ, 'longitude'),
  terms,
  part,
  book,
  housenumber: looks('house numbers', 0.9, 0.5, 'integer', 'unit'),
  streetname: streetName,
  streetkind: looks('kinds of streets', 0.9, 0.5, 'street_kind'),
  short,
  words,
};

const FEWEST = 3;

/** What the values of a column show for a key of `LOOKS`; null where there are too few to tell. */
export function evidenceOf(values: string, profile: ColumnProfile, rows: number): Evidence | null {
  if (profile.judged < Math.min(FEWEST, Math.max(1, rows))) return null;
  return LOOKS[values]!(profile, rows);
}

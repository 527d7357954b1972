import { DATE_FORMS, type DateForm, otherOrder } from '../../domain/written-date.ts';
import { readFlag } from '../../domain/written-flag.ts';
import type { ColumnProfile } from './profile.ts';
import type { ShapeName } from './shapes.ts';

/** What the values of a column show for one way to look. */
export interface Evidence {
  /** How well they suit, 0–1. */
  fit: number;
  /** Whether they rule it out, whatever the name says. */
  isVetoed: boolean;
  /** The end of a sentence: `97 % of its values read as names of people or firms`. */
  words: string;
}

type Look = (profile: ColumnProfile, rows: number) => Evidence;

export const percent = (share: number): string =>
  share > 0 && share < 0.005
    ? 'under 1 %'
    : share < 1 && share > 0.995
      ? 'over 99 %'
      : `${Math.round(share * 100)} %`;

export const shareOf = ({ shapes }: ColumnProfile, ...names: ShapeName[]): number =>
  Math.min(
    1,
    names.reduce((sum, name) => sum + (shapes[name] ?? 0), 0),
  );

/** Evidence of a share that is `usual` where the column is what it is taken for; less than `least` rules it out. */
const evidence = (share: number, usual: number, least: number, words: string): Evidence => ({
  fit: Math.min(1, share / usual),
  isVetoed: share < least,
  words,
});
const vetoed = (words: string): Evidence => ({ fit: 0, isVetoed: true, words });

const looks =
  (what: string, usual: number, least: number, ...names: ShapeName[]): Look =>
  (profile) => {
    const share = shareOf(profile, ...names);
    return evidence(share, usual, least, `${percent(share)} of its values read as ${what}`);
  };

const countOf = ({ distinct: { count } }: ColumnProfile) =>
  count === 1 ? 'one value' : `${count.toLocaleString('en-US')} different values`;

/** Names; a column of few different values is a kind of owner, not an owner. */
const names =
  (usual: number, least: number): Look =>
  (profile, rows) => {
    if (profile.values !== null && profile.distinct.count < 10 && rows > 100 && profile.judged > 20)
      return vetoed(`it has only ${countOf(profile)}`);
    const share = shareOf(profile, 'person', 'firm');
    if (shareOf(profile, 'street_address', 'number', 'city_line') > 0.5)
      return vetoed(`${percent(share)} of its values read as names of people or firms`);
    return evidence(share, usual, least, `${percent(share)} of its values read as names of people or firms`);
  };

const cityName: Look = (profile, rows) => {
  const share = Math.max(shareOf(profile, 'city'), shareOf(profile, 'city_state'));
  const isFew = profile.distinct.count <= Math.max(20, rows * 0.35);
  if (!isFew) return vetoed('nearly every row has another value');
  if ((profile.lengths?.longest ?? 0) <= 2) return vetoed('its values are codes');
  return evidence(share, 0.9, 0.5, `${percent(share)} of its values read as cities`);
};

const zipCode: Look = (profile) => {
  const share = shareOf(profile, 'zip');
  const stateZip = shareOf(profile, 'state_zip');
  return stateZip > share
    ? { fit: 0.8, isVetoed: false, words: `${percent(stateZip)} of its values are a state and a ZIP code` }
    : evidence(share, 0.9, 0.4, `${percent(share)} of its values are ZIP codes`);
};

/** Whether most amounts have three figures after a point, which may part thousands: money has no three decimals. */
export const partsThousands = (profile: ColumnProfile): boolean => shareOf(profile, 'three_decimals') >= 0.5;

/** Figures that a comma before the decimals would make numbers; null when they are few. */
function twoWays(profile: ColumnProfile, ...names: ShapeName[]): Evidence | null {
  const share = shareOf(profile, ...names);
  if (share < 0.02 || shareOf(profile, 'number', 'area', ...names) < 0.8) return null;
  const words = `${percent(share)} of its values can be read in two ways, with a point or a comma before the decimals`;
  return { fit: 0.5, isVetoed: false, words };
}

const isYears = (profile: ColumnProfile) =>
  shareOf(profile, 'year') >= 0.95 &&
  profile.numbers !== null &&
  profile.numbers.most - profile.numbers.least < 400;

const money =
  (usual: number): Look =>
  (profile) => {
    const unsure = twoWays(
      profile,
      'comma_decimal',
      ...(partsThousands(profile) ? (['three_decimals'] as const) : []),
    );
    if (unsure !== null) return unsure;
    if (isYears(profile) && profile.distinct.count > 1) return vetoed('its values are years');
    const share = shareOf(profile, 'money');
    const median = profile.numbers?.median ?? 0;
    const words = `${percent(share)} of its values are amounts, ${Math.round(median).toLocaleString('en-US')} in the middle`;
    const found = evidence(share, 1, 0.8, words);
    return { ...found, fit: found.fit * (median >= usual ? 1 : median >= usual / 10 ? 0.5 : 0.1) };
  };

const year =
  (isRecent: boolean): Look =>
  (profile, rows) => {
    const share = shareOf(profile, 'year', 'year_with_comma');
    const words = `${percent(share)} of its values are years`;
    const newest = profile.numbers?.most ?? 0;
    const few = newest >= new Date().getUTCFullYear() - 15 && profile.distinct.count <= 5;
    if (isRecent && share >= 0.8 && !few) return vetoed('its values are years of many decades');
    const found = evidence(share, 1, 0.8, words);
    return !isRecent && rows > 50 && profile.distinct.count <= 2 ? { ...found, fit: 0.1 } : found;
  };

export interface DatesFound {
  form: DateForm;
  share: number;
  /** The form with month and day the other way around, when no value tells which it is. */
  rival: DateForm | null;
}

/** The form in which most values are dates; null when hardly any are. Few values can tell the order of month and day. */
export function dateFormOf({ shapes }: Pick<ColumnProfile, 'shapes'>): DatesFound | null {
  let best: DatesFound | null = null;
  for (const form of DATE_FORMS) {
    const share = shapes[`date:${form}`] ?? 0;
    const isTwin: boolean = best !== null && form === otherOrder(best.form);
    if (isTwin && share === best!.share) best = { ...best!, rival: form };
    // The forms before are the ones that other things look like least.
    else if (share > (best?.share ?? 0) + (isTwin ? 0 : 0.02)) best = { form, share, rival: null };
  }
  return best;
}

const date: Look = (profile) => {
  const found = dateFormOf(profile);
  const share = found?.share ?? 0;
  return evidence(
    share,
    0.95,
    0.5,
    `${percent(share)} of its values are dates${found ? ` (${found.form})` : ''}`,
  );
};

/** A day on which a file was made or loaded stands in most rows; sales are spread over the years. */
const spreadDate: Look = (profile, rows) => {
  const found = date(profile, rows);
  const most = profile.values?.[0]?.[1] ?? 0;
  const sameDay = rows > 30 && (profile.distinct.count <= 3 || most > rows * profile.filled * 0.6);
  return !found.isVetoed && sameDay && profile.judged > 20
    ? vetoed('most rows have the same day, as when a file is loaded')
    : found;
};

/** The days of an extract may be few, and not a single one. */
const day: Look = (profile, rows) => {
  const found = date(profile, rows);
  return rows > 30 && profile.distinct.count === 1
    ? vetoed('all rows have the same day, as when a file is loaded')
    : found;
};

interface Range {
  least: number;
  most: number;
  more?: readonly ShapeName[];
  whole?: boolean;
}

/** Numbers whose middle lies in a range. */
const numbers =
  (what: string, { least, most, more = [], whole = false }: Range): Look =>
  (profile) => {
    const unsure = twoWays(profile, 'comma_decimal');
    if (unsure !== null) return unsure;
    const share = shareOf(profile, 'number', ...more);
    const range = profile.numbers;
    const words = `${percent(share)} of its values are numbers${range ? `, ${range.least} to ${range.most}` : ''}`;
    if (share < 0.3 || range === null) return vetoed(words);
    if (range.median < least || range.median > most) return vetoed(`${words}: not ${what}`);
    if (isYears(profile) && range.median > 1_800 && profile.distinct.count > 1 && what !== 'areas')
      return vetoed('its values are years');
    const found = evidence(share, 1, 0.3, words);
    return whole && shareOf(profile, 'integer') < 0.9 ? { ...found, fit: found.fit * 0.3 } : found;
  };

/** Few values for the rows there are, as kinds have. */
const isFew = ({ distinct, judged }: ColumnProfile, rows: number): boolean =>
  !(judged >= 10 && distinct.count >= judged) && distinct.count <= Math.max(50, Math.min(1_000, rows / 4));

const isFlag = ({ values }: ColumnProfile): boolean =>
  values?.every(([value]) => readFlag(value) !== null) ?? false;

const codes: Look = (profile, rows) => {
  const share = shareOf(profile, 'code');
  const words = `it has ${countOf(profile)}, ${percent(share)} of them codes`;
  if (!isFew(profile, rows) || isFlag(profile)) return vetoed(words);
  return evidence(share, 0.9, 0, words);
};

const kinds: Look = (profile, rows) => {
  const isSpelled = (profile.lengths?.longest ?? 0) >= 6 && shareOf(profile, 'number') < 0.1;
  const words = `it has ${countOf(profile)}${isSpelled ? ' in words' : ''}`;
  if (!isFew(profile, rows) || shareOf(profile, 'number') > 0.5 || dateFormOf(profile)?.share === 1)
    return vetoed(words);
  return { fit: isSpelled ? 1 : (profile.lengths?.longest ?? 0) >= 4 ? 0.6 : 0.4, isVetoed: false, words };
};

/** Numbers of documents, which hardly repeat. */
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

/** Contractors and applicants, firms of any name. */
const party: Look = (profile, rows) => {
  const share = 1 - shareOf(profile, 'number', 'street_address', 'city_line');
  const spelled = (profile.lengths?.longest ?? 0) > 8 && !(profile.distinct.count < 6 && rows > 100);
  return evidence(spelled ? share : share * 0.4, 1, 0.5, `${percent(share)} of its values are text`);
};

const flags: Look = (profile) => {
  if (profile.distinct.count > 3 || (profile.lengths?.longest ?? 0) > 5)
    return vetoed(`it has ${countOf(profile)}`);
  const share = shareOf(profile, 'flag');
  return evidence(share, 1, 0, `${percent(share)} of its values are yes or no`);
};

/** Words that say that a sale was at arm's length. */
export const TERMS_OF_SALE = /arm'?s?[ -]?length|\bvalid|\bqualified/i;

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

const streetName: Look = (profile) => {
  const houses = shareOf(profile, 'street_address');
  if (houses > 0.5) return vetoed(`${percent(houses)} of its values have a house number`);
  const share = 1 - shareOf(profile, 'number');
  return evidence(share, 0.95, 0.5, `${percent(share)} of its values are words`);
};

const words: Look = (profile) => {
  const share = 1 - shareOf(profile, 'number');
  return evidence(share, 0.95, 0.5, `${percent(share)} of its values are words`);
};

const country: Look = (profile, rows) => {
  const found = free(profile, rows);
  const fits = profile.distinct.count <= Math.max(20, rows / 10) && (profile.lengths?.longest ?? 0) <= 30;
  return fits
    ? { ...found, fit: shareOf(profile, 'number') < 0.1 ? 1 : 0 }
    : vetoed(`it has ${countOf(profile)}`);
};

const areas = (profile: ColumnProfile): Evidence => {
  const unsure = twoWays(profile, 'comma_decimal');
  if (unsure !== null) return unsure;
  const share = shareOf(profile, 'number', 'area');
  const found = evidence(share, 1, 0.8, `${percent(share)} of its values are numbers`);
  return isYears(profile) ? vetoed('its values are years') : found;
};

/** Parcel numbers: their evidence is of the whole table, and counted elsewhere. */
const number: Look = (profile) => {
  const share = shareOf(profile, 'parcel_number');
  return evidence(share, 0.95, 0.5, `${percent(share)} of its values look like parcel numbers`);
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
  number,
  free,
  party,
  owner: names(0.7, 0.2),
  situs: looks('street addresses', 0.85, 0.25, 'street_address', 'one_line_address'),
  mail: looks(
    'street addresses or post-office boxes',
    0.85,
    0.25,
    'street_address',
    'one_line_address',
    'po_box',
  ),
  unit: looks('units', 0.9, 0.3, 'unit'),
  city: cityName,
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
  code: codes,
  kind: kinds,
  acres: areas,
  area: areas,
  sqft: numbers('square feet of a building', { least: 80, most: 1e6, more: ['area'] }),
  rooms: numbers('rooms', { least: 0.5, most: 40 }),
  stories: numbers('stories', { least: 0.5, most: 150 }),
  month: numbers('months', { least: 1, most: 12, whole: true }),
  units: numbers('units', { least: 1, most: 5_000, whole: true }),
  pastdate: spreadDate,
  date,
  day,
  lat: looks('a latitude in the United States', 1, 0.8, 'latitude'),
  lon: looks('a longitude in the United States', 1, 0.8, 'longitude'),
  terms,
  part,
  housenumber: looks('house numbers', 0.9, 0.5, 'integer', 'unit'),
  streetname: streetName,
  short,
  words,
};

const FEWEST = 3;

/** What the values of a column show for a way to look; null where there are too few to tell. */
export function evidenceOf(values: string, profile: ColumnProfile, rows: number): Evidence | null {
  if (profile.judged < Math.min(FEWEST, Math.max(1, rows))) return null;
  return LOOKS[values]!(profile, rows);
}

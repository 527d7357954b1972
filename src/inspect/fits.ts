import { DATE_FORMS, type DateForm, otherOrder } from '../domain/written-date.ts';
import { readFlag } from '../domain/written-flag.ts';
import type { Meaning } from './meanings.ts';
import type { ColumnProfile } from './profile.ts';
import type { ShapeName } from './shapes.ts';

/** How well a column's values suit a meaning: `against` rules the meaning out, `weak` neither supports nor rules it out. */
export type Fit = 'strong' | 'weak' | 'against' | 'empty';

export interface Verdict {
  fit: Fit;
  /** What the values show, as the end of a sentence: `97 % of its values read as names of owners`. */
  words: string;
}

export type Judge = (profile: ColumnProfile, rows: number) => Verdict;

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

const fit = (share: number, strong: number, least: number): Fit =>
  share >= strong ? 'strong' : share >= least ? 'weak' : 'against';

const looksLike =
  (what: string, strong: number, least: number, ...names: ShapeName[]): Judge =>
  (profile) => {
    const share = shareOf(profile, ...names);
    return { fit: fit(share, strong, least), words: `${percent(share)} of its values read as ${what}` };
  };

/** Names of owners; a column of few different values is a kind of owner, not an owner. */
const names: Judge = (profile, rows) => {
  const share = shareOf(profile, 'person', 'firm');
  const words = `${percent(share)} of its values read as names of people or firms`;
  const kinds = profile.values !== null && profile.distinct.count < 10 && rows > 100;
  if (kinds) return { fit: 'against', words: `it has only ${countOf(profile)}` };
  return { fit: fit(share, 0.55, 0.25), words };
};

const street: Judge = (profile) => {
  const share = shareOf(profile, 'street_address', 'one_line_address');
  return { fit: fit(share, 0.6, 0.25), words: `${percent(share)} of its values read as street addresses` };
};

const mailing: Judge = (profile) => {
  const share = shareOf(profile, 'street_address', 'one_line_address', 'po_box');
  return {
    fit: fit(share, 0.6, 0.25),
    words: `${percent(share)} of its values read as street addresses or post-office boxes`,
  };
};

const cityName: Judge = (profile, rows) => {
  const share = Math.max(shareOf(profile, 'city'), shareOf(profile, 'city_state'));
  const few = profile.distinct.count <= Math.max(20, rows * 0.3);
  return {
    fit: few ? fit(share, 0.85, 0.5) : 'against',
    words: few ? `${percent(share)} of its values read as cities` : 'nearly every row has another value',
  };
};

/** ZIP codes, which numbers lose the leading zero of. */
const zipCode: Judge = (profile) => {
  const share = shareOf(profile, 'zip');
  const stateZip = shareOf(profile, 'state_zip');
  if (stateZip > share)
    return { fit: 'weak', words: `${percent(stateZip)} of its values are a state and a ZIP code` };
  return { fit: fit(share, 0.85, 0.4), words: `${percent(share)} of its values are ZIP codes` };
};

const isYears = (profile: ColumnProfile) =>
  shareOf(profile, 'year') >= 0.95 &&
  profile.numbers !== null &&
  profile.numbers.most - profile.numbers.least < 400;

/** Figures that a comma before the decimals would make numbers, as the end of a sentence; null when they are few. */
function twoWays(profile: ColumnProfile, ...names: ShapeName[]): Verdict | null {
  const share = shareOf(profile, ...names);
  if (share < 0.02 || shareOf(profile, 'number', 'area', ...names) < 0.8) return null;
  return {
    fit: 'weak',
    words: `${percent(share)} of its values can be read in two ways, with a point or a comma before the decimals`,
  };
}

/** Whether most amounts have three figures after a point, which may part thousands: money has no three decimals. */
export const partsThousands = (profile: ColumnProfile): boolean => shareOf(profile, 'three_decimals') >= 0.5;

const money =
  (usual: number): Judge =>
  (profile) => {
    const unsure = twoWays(
      profile,
      'comma_decimal',
      ...(partsThousands(profile) ? (['three_decimals'] as const) : []),
    );
    if (unsure !== null) return unsure;
    const share = shareOf(profile, 'money');
    if (isYears(profile) && profile.distinct.count > 1)
      return { fit: 'against', words: 'its values are years' };
    const median = profile.numbers?.median ?? 0;
    const words = `${percent(share)} of its values are amounts, ${Math.round(median).toLocaleString('en-US')} in the middle`;
    if (share < 0.8) return { fit: 'against', words };
    return { fit: share >= 0.95 && median >= usual ? 'strong' : 'weak', words };
  };

const year =
  (few: boolean): Judge =>
  (profile, rows) => {
    const share = shareOf(profile, 'year', 'year_with_comma');
    const words = `${percent(share)} of its values are years`;
    if (share < 0.8) return { fit: 'against', words };
    const newest = profile.numbers?.most ?? 0;
    const recent = newest >= new Date().getUTCFullYear() - 15 && profile.distinct.count <= 5;
    if (few && !recent) return { fit: 'against', words: 'its values are years of many decades' };
    if (!few && rows > 50 && profile.distinct.count <= 2)
      return { fit: 'weak', words: `nearly all rows have the same year` };
    return { fit: share >= 0.9 ? 'strong' : 'weak', words };
  };

interface DatesFound {
  form: DateForm;
  share: number;
  /** The other order of month and day, where no date tells them apart. */
  rival: DateForm | null;
}

/** The form of most dates in a column, and their share; null without any. */
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

const date: Judge = (profile) => {
  const found = dateFormOf(profile);
  const share = found?.share ?? 0;
  const words = `${percent(share)} of its values are dates${found ? ` (${found.form})` : ''}`;
  return { fit: fit(share, 0.9, 0.5), words };
};

/** A day on which a file was made or loaded stands in most rows; sales are spread over the years. */
const spreadDate: Judge = (profile, rows) => {
  const found = date(profile, rows);
  const most = profile.values?.[0]?.[1] ?? 0;
  const sameDay = rows > 30 && (profile.distinct.count <= 3 || most > rows * profile.filled * 0.6);
  return found.fit !== 'against' && sameDay
    ? { fit: 'against', words: 'most rows have the same day, as when a file is loaded' }
    : found;
};

const numbers =
  (what: string, least: number, most: number, more: readonly ShapeName[] = []): Judge =>
  (profile) => {
    const unsure = twoWays(profile, 'comma_decimal');
    if (unsure !== null) return unsure;
    const share = shareOf(profile, 'number', ...more);
    const range = profile.numbers;
    const words = `${percent(share)} of its values are numbers${range ? `, ${range.least} to ${range.most}` : ''}`;
    if (share < 0.3 || range === null) return { fit: 'against', words };
    if (range.median < least || range.median > most)
      return { fit: 'against', words: `${words}: not ${what}` };
    return { fit: share >= 0.9 ? 'strong' : 'weak', words };
  };

/** Few values for the rows there are, as kinds have. */
function isFew({ distinct, judged }: ColumnProfile, rows: number): boolean {
  if (judged >= 10 && distinct.count >= judged) return false;
  return distinct.count <= Math.max(50, Math.min(1_000, rows / 4));
}

const countOf = ({ distinct: { count } }: ColumnProfile) =>
  count === 1 ? 'one value' : `${count.toLocaleString('en-US')} different values`;

/** Whether all values are yes or no. */
const isFlag = ({ values }: ColumnProfile): boolean | undefined =>
  values?.every(([value]) => readFlag(value) !== null);

const codes: Judge = (profile, rows) => {
  const few = isFew(profile, rows);
  const share = shareOf(profile, 'code');
  const words = `it has ${countOf(profile)}, ${percent(share)} of them codes`;
  if (!few || isFlag(profile)) return { fit: 'against', words };
  return { fit: share >= 0.8 ? 'strong' : 'weak', words };
};

const descriptions: Judge = (profile, rows) => {
  const few = isFew(profile, rows);
  const spelled = (profile.lengths?.longest ?? 0) >= 6 && shareOf(profile, 'number') < 0.1;
  const words = `it has ${countOf(profile)}${spelled ? ' in words' : ''}`;
  if (!few || shareOf(profile, 'number') > 0.5) return { fit: 'against', words };
  return { fit: spelled ? 'strong' : 'weak', words };
};

const anyText: Judge = (profile) => ({
  fit: 'strong',
  words: `${percent(profile.filled)} of rows have a value`,
});

const free: Judge = (profile) => {
  const share = shareOf(profile, 'number');
  return { fit: share > 0.5 ? 'against' : 'strong', words: `${percent(1 - share)} of its values are text` };
};

const flags: Judge = (profile) => {
  const few = profile.distinct.count <= 3 && (profile.lengths?.longest ?? 0) <= 5;
  if (!few) return { fit: 'against', words: `it has ${countOf(profile)}` };
  const share = shareOf(profile, 'flag');
  return { fit: share >= 0.95 ? 'strong' : 'weak', words: `${percent(share)} of its values are yes or no` };
};

const degrees = (what: 'latitude' | 'longitude'): Judge =>
  looksLike(`a ${what} in the United States`, 0.95, 0.8, what);

/** Directions and kinds of streets. */
const short: Judge = (profile) => {
  const longest = profile.lengths?.longest ?? 0;
  const numbers = shareOf(profile, 'number');
  const fits = longest <= 12 && numbers < 0.2;
  const words = fits
    ? 'its values are short words'
    : longest > 12
      ? `some values have ${longest} letters`
      : 'its values are numbers';
  return { fit: fits ? 'strong' : 'against', words };
};

const part: Judge = (profile) => {
  const share = shareOf(profile, 'unit', 'code');
  return { fit: fit(share, 0.8, 0.5), words: `${percent(share)} of its values are short numbers or codes` };
};

const houseNumber: Judge = (profile) => {
  const share = shareOf(profile, 'integer', 'unit');
  return { fit: fit(share, 0.8, 0.5), words: `${percent(share)} of its values are house numbers` };
};

const streetName: Judge = (profile) => {
  const share = 1 - shareOf(profile, 'number');
  const houses = shareOf(profile, 'street_address');
  if (houses > 0.5) return { fit: 'against', words: `${percent(houses)} of its values have a house number` };
  return { fit: fit(share, 0.8, 0.5), words: `${percent(share)} of its values are words` };
};

const PARTIES = [
  'owner_name',
  'owner_name_2',
  'grantor',
  'grantee',
  'contractor_name',
  'applicant_name',
] as const;
const CITIES = ['city', 'mailing_city'] as const;
const MONEY = [
  'total_assessed_value',
  'land_value',
  'improvement_value',
  'market_value',
  'sale_price',
  'estimated_cost',
] as const;
const PAST = ['sale_date', 'recorded_date', 'filed_date', 'issued_date', 'completed_date'] as const;

const each = <K extends Meaning>(meanings: readonly K[], judge: Judge) =>
  // Object.fromEntries forgets the type of the keys.
  Object.fromEntries(meanings.map((meaning) => [meaning, judge])) as Record<K, Judge>;

/** How the values of a column are judged for each meaning that has such a rule; the parcel number has its own file. */
export const JUDGES: Partial<Record<Meaning, Judge>> = {
  ...each(PARTIES, names),
  ...each(CITIES, cityName),
  ...each(MONEY, money(500)),
  ...each(PAST, spreadDate),
  contractor_name: free,
  applicant_name: free,
  address: street,
  mailing_address: mailing,
  unit: looksLike('units', 0.7, 0.3, 'unit'),
  state: looksLike('states', 0.95, 0.8, 'state'),
  mailing_state: looksLike('states', 0.9, 0.7, 'state'),
  zip: zipCode,
  mailing_zip: zipCode,
  mailing_country: free,
  city_line: looksLike('city, state and ZIP code', 0.8, 0.4, 'city_line', 'city_state'),
  mailing_city_line: looksLike('city, state and ZIP code', 0.8, 0.4, 'city_line', 'city_state'),
  tax_amount: money(20),
  tax_year: year(true),
  year_built: year(false),
  land_use_code: codes,
  land_use: descriptions,
  zoning: codes,
  building_sqft: numbers('square feet of a building', 80, 1e6, ['area']),
  bedrooms: numbers('bedrooms', 1, 40),
  bathrooms: numbers('bathrooms', 0.5, 40),
  stories: numbers('stories', 0.5, 150),
  units: numbers('units', 1, 5_000),
  lat: degrees('latitude'),
  lon: degrees('longitude'),
  document_number: anyText,
  document_type: descriptions,
  is_arm_length: flags,
  book: part,
  page: part,
  permit_number: anyText,
  permit_type: descriptions,
  permit_status: descriptions,
  work_class: descriptions,
  expires_date: date,
  description: free,
  contractor_license: anyText,
  jurisdiction_id: anyText,
  deed: looksLike('book and page', 0.8, 0.5, 'book_page'),
  house_number: houseNumber,
  street_prefix: short,
  street_name: streetName,
  street_suffix: short,
  street_postfix: short,
};

const FEWEST = 3;

/** The verdict on a column's values, `empty` where it has too few to tell. */
export function judge(meaning: Meaning, profile: ColumnProfile, rows: number): Verdict {
  if (profile.judged === 0) {
    return { fit: 'empty', words: profile.filled > 0 ? 'its values are all zero' : 'it is empty' };
  }
  if (profile.judged < Math.min(FEWEST, rows)) return { fit: 'empty', words: 'it is nearly empty' };
  return JUDGES[meaning]?.(profile, rows) ?? { fit: 'weak', words: 'its values were not judged' };
}

import { int, pick, type Random, wheel } from './random.ts';
import type { County, Town } from './types.ts';
import {
  brandFirst,
  brandSecond,
  firstNames,
  lastNames,
  mailAbroad,
  mailTowns,
  streetNames,
} from './words.ts';

export interface Mail {
  street: string | null;
  city: string | null;
  state: string | null;
  zip: string | null;
  country: string | null;
}

/** One side of a deed. `mail` is null for owners whose mail goes to the parcel, or who have no address of their own. */
export interface Party {
  name: string;
  name2: string | null;
  surname: string | null;
  kind: 'person' | 'trust' | 'company' | 'public' | 'bank';
  mail: Mail | null;
}

type NameStyle = County['names'];

const initials = 'ABCDEFGHJKLMNPRSTW';

function writeName(style: NameStyle, last: string, first: string, middle: string): string {
  const given = middle === '' ? first : `${first} ${middle}`;
  if (style === 'first') return `${given} ${last}`;
  return style === 'last' ? `${last} ${given}` : `${last}, ${given}`;
}

/** An invented person, or a couple, written the county's way. */
export function person(r: Random, style: NameStyle, surname?: string): Party {
  const last = surname ?? pick(r, lastNames);
  const first = pick(r, firstNames);
  const middle = r() < 0.6 ? (initials[int(r, 0, initials.length - 1)] as string) : '';
  let name = writeName(style, last, first, middle);
  let name2: string | null = null;
  const u = r();
  if (u < 0.38) {
    const spouse = pick(r, firstNames);
    if (style === 'two_lines') name2 = writeName(style, last, spouse, '');
    else if (style === 'first') name = `${name} & ${spouse} ${last}`;
    else name = `${name} & ${spouse}`;
  } else if (u < 0.4) name += ' JR';
  else if (u < 0.41) name += ' III';
  return { name, name2, surname: last, kind: 'person', mail: null };
}

/** A family's or a person's trust; with a surname, that family's. */
export function trust(r: Random, style: NameStyle, surname?: string): Party {
  const last = surname ?? pick(r, lastNames);
  const first = pick(r, firstNames);
  const u = r();
  let name: string;
  if (u < 0.3) name = `${last} FAMILY TRUST`;
  else if (u < 0.55) name = `${writeName(style, last, first, '')} TRUSTEE`;
  else if (u < 0.75) name = `${first} ${last} REVOCABLE LIVING TRUST`;
  else if (u < 0.9)
    name = `THE ${last} LIVING TRUST DTD ${int(r, 1, 12)}/${int(r, 1, 28)}/${int(r, 1996, 2022)}`;
  else name = `${writeName(style, last, first, '')} TR`;
  return { name, name2: null, surname: null, kind: 'trust', mail: null };
}

const legalSuffix = wheel([
  [52, ' LLC'],
  [8, ', LLC'],
  [3, ' L L C'],
  [3, ' L.L.C.'],
  [11, ' INC'],
  [4, ', INC.'],
  [5, ' CORP'],
  [6, ' LP'],
  [3, ' LTD'],
  [3, ' LTD PARTNERSHIP'],
  [2, ' COMPANY'],
]);

/** An invented company with an office in the state's mail towns or anywhere. */
export function company(r: Random, county: Pick<County, 'state' | 'country'>, near?: Town): Party {
  const brand = pick(r, brandFirst);
  const series = r() < 0.12 ? ` ${int(r, 2, 9)}` : '';
  const u = r();
  let name: string;
  if (u < 0.22) name = `${int(r, 101, 4999)} ${pick(r, streetNames)}${legalSuffix(r)}`;
  else if (u < 0.3) name = `${pick(r, lastNames)} ${pick(r, brandSecond)}${legalSuffix(r)}`;
  else name = `${brand} ${pick(r, brandSecond)}${series}${legalSuffix(r)}`;
  const mail = near !== undefined && r() < 0.6 ? mailIn(r, county, near) : mailAway(r, county, 0.55);
  return { name, name2: null, surname: null, kind: 'company', mail };
}

/** An owner that pays no tax: a government, school, church or association. */
export function publicOwner(r: Random, county: County, town: Town): Party {
  const name = pick(r, publicNames)(r, county, town);
  return { name, name2: null, surname: null, kind: 'public', mail: mailIn(r, county, town) };
}

const saints = ['MARKS', 'PAULS', 'ANNES', 'OLAFS', 'BRIGIDS'];
const creeds = ['LUTHERAN', 'METHODIST', 'BAPTIST', 'PRESBYTERIAN', 'EPISCOPAL'];

const publicNames: readonly ((r: Random, county: County, town: Town) => string)[] = [
  (_, county, town) => (county.names === 'last' ? `${town.city} CITY OF` : `CITY OF ${town.city}`),
  (_, county, town) => (county.names === 'comma' ? `${town.city}, CITY OF` : `CITY OF ${town.city}`),
  (_, county) => (county.names === 'first' ? `COUNTY OF ${county.name}` : `${county.name} COUNTY`),
  (_, county) => `STATE OF ${county.stateName}`,
  (_, __, town) => `${town.city} SCHOOL DISTRICT`,
  (_, __, town) => `${town.city} HOUSING AUTHORITY`,
  () => 'UNITED STATES OF AMERICA',
  (r) => `ST ${pick(r, saints)} ${pick(r, creeds)} CHURCH`,
  (r, _, town) => `FIRST ${pick(r, creeds)} CHURCH OF ${town.city}`,
  (r) => `TRUSTEES OF ${pick(r, brandFirst)} COLLEGE`,
  (r) => `${pick(r, brandFirst)} HOMEOWNERS ASSOCIATION INC`,
  (r) => `${pick(r, brandFirst)} CONDOMINIUM ASSN`,
  (r) => `${pick(r, brandFirst)} COMMUNITY FOUNDATION`,
];

const bankForms = ['NATIONAL BANK', 'SAVINGS BANK FSB', 'BANK NA', 'CREDIT UNION', 'MORTGAGE COMPANY'];

/** A lender that takes houses back. */
export function bank(r: Random, county: County): Party {
  const name =
    r() < 0.12
      ? 'FANNIE MAE AKA FEDERAL NATIONAL MORTGAGE ASSN'
      : `${pick(r, brandFirst)} ${pick(r, bankForms)}`;
  return { name, name2: null, surname: null, kind: 'bank', mail: mailAway(r, county, 0.7) };
}

function streetLine(r: Random): string {
  const line = `${int(r, 100, 9899)} ${pick(r, streetNames)} ${pick(r, ['ST', 'AVE', 'DR', 'RD', 'LN', 'BLVD'])}`;
  return r() < 0.18 ? `${line} ${pick(r, ['STE', 'APT', '#'])} ${int(r, 1, 900)}` : line;
}

function postBox(r: Random): string {
  return `${pick(r, ['PO BOX', 'P O BOX', 'P.O. BOX'])} ${int(r, 10, 98_999)}`;
}

/** An address in the given town. */
export function mailIn(r: Random, county: Pick<County, 'state' | 'country'>, town: Town): Mail {
  const street = r() < 0.22 ? postBox(r) : streetLine(r);
  return { street, city: town.city, state: county.state, zip: town.zip, country: county.country };
}

/** An address elsewhere: with the given chance in another state, now and then abroad. */
export function mailAway(r: Random, county: Pick<County, 'state' | 'country'>, outOfState: number): Mail {
  if (r() < 0.02) {
    const [street, city, state, zip, country] = pick(r, mailAbroad);
    return { street, city, state, zip, country };
  }
  const same = !(r() < outOfState);
  let town = pick(r, mailTowns);
  for (let i = 0; i < 12 && (town[1] === county.state) !== same; i++) town = pick(r, mailTowns);
  const [city, state, zip] = town;
  const street = r() < 0.15 ? postBox(r) : streetLine(r);
  return {
    street,
    city,
    state,
    zip: r() < 0.2 ? `${zip}-${int(r, 1000, 9999)}` : zip,
    country: county.country,
  };
}

import { int, pick, type Random, random, rankedPicker } from './random.ts';
import type { County, Town } from './types.ts';
import { brands, firstNames, lastNames, mailAbroad, mailTowns, streetNames, trades } from './words.ts';

export type Mail = Record<'street' | 'city' | 'state' | 'zip' | 'country', string | null>;

/** One side of a deed. `mail` is null for owners whose mail goes to the parcel, or who have no address of their own. */
export interface Party {
  name: string;
  name2: string | null;
  surname: string | null;
  mail: Mail | null;
}

type NameStyle = County['style']['names'];
type HomeState = Pick<County, 'state'>;

const initials = [...'ABCDEFGHJKLMNPRSTW'];

function writeName(style: NameStyle, last: string, first: string, middle = ''): string {
  const name = middle === '' ? first : `${first} ${middle}`;
  if (style === 'first') return `${name} ${last}`;
  return style === 'last' ? `${last} ${name}` : `${last}, ${name}`;
}

/** An invented person or couple, written the way the county does. */
export function person(r: Random, style: NameStyle, surname = pick(r, lastNames)): Party {
  const name = writeName(style, surname, pick(r, firstNames), r() < 0.6 ? pick(r, initials) : '');
  const party = (name: string, name2: string | null = null) => ({ name, name2, surname, mail: null });
  const u = r();
  if (u > 0.41) return party(name);
  if (u > 0.38) return party(`${name} ${u < 0.4 ? 'JR' : 'III'}`);
  const spouse = pick(r, firstNames);
  if (style === 'two_lines') return party(name, writeName(style, surname, spouse));
  return party(`${name} & ${spouse}${style === 'first' ? ` ${surname}` : ''}`);
}

/** A family's or a person's trust. */
export function trust(r: Random, style: NameStyle, last = pick(r, lastNames)): Party {
  const first = pick(r, firstNames);
  const signed = `${int(r, 1, 12)}/${int(r, 1, 28)}/${int(r, 1996, 2022)}`;
  const name = pick(r, [
    `${last} FAMILY TRUST`,
    `${writeName(style, last, first)} TRUSTEE`,
    `${first} ${last} REVOCABLE LIVING TRUST`,
    `THE ${last} LIVING TRUST DTD ${signed}`,
  ]);
  return { name, name2: null, surname: null, mail: null };
}

const legalForms = [' LLC', ' LLC', ' LLC', ', LLC', ' L L C', ' INC', ', INC.', ' CORP', ' LP', ' LTD'];

/** An invented company with an office near a town, in the state's mail towns or anywhere. */
export function company(r: Random, place: HomeState, near?: Town): Party {
  const u = r();
  const series = r() < 0.12 ? ` ${int(r, 2, 9)}` : '';
  const after = u < 0.08 ? pick(r, lastNames) : pick(r, brands);
  const name =
    u > 0.78 ? `${int(r, 101, 4999)} ${pick(r, streetNames)}` : `${after} ${pick(r, trades)}${series}`;
  const mail = near !== undefined && r() < 0.6 ? mailIn(r, place, near) : mailAway(r, place, 0.55);
  return { name: name + pick(r, legalForms), name2: null, surname: null, mail };
}

const creeds = ['LUTHERAN', 'METHODIST', 'BAPTIST', 'PRESBYTERIAN', 'EPISCOPAL'];

/** An owner that pays no tax: a government, school, church or association. */
export function publicOwner(r: Random, county: County, town: Town): Party {
  const { city } = town;
  const name = pick(r, [
    county.style.names === 'first' ? `CITY OF ${city}` : `${city}, CITY OF`,
    `CITY OF ${city}`,
    county.style.names === 'first' ? `COUNTY OF ${county.name}` : `${county.name} COUNTY`,
    `STATE OF ${county.stateName}`,
    `${city} SCHOOL DISTRICT`,
    `${city} HOUSING AUTHORITY`,
    'UNITED STATES OF AMERICA',
    `ST ${pick(r, ['MARKS', 'PAULS', 'ANNES', 'OLAFS', 'BRIGIDS'])} ${pick(r, creeds)} CHURCH`,
    `FIRST ${pick(r, creeds)} CHURCH OF ${city}`,
    `TRUSTEES OF ${pick(r, brands)} COLLEGE`,
    `${pick(r, brands)} HOMEOWNERS ASSOCIATION INC`,
  ]);
  return { name, name2: null, surname: null, mail: mailIn(r, county, town) };
}

/** A lender that forecloses on houses. */
export function bank(r: Random, place: HomeState): Party {
  const form = pick(r, ['NATIONAL BANK', 'SAVINGS BANK FSB', 'BANK NA', 'CREDIT UNION', 'MORTGAGE COMPANY']);
  return { name: `${pick(r, brands)} ${form}`, name2: null, surname: null, mail: mailAway(r, place, 0.7) };
}

function streetLine(r: Random): string {
  if (r() < 0.18) return `${pick(r, ['PO BOX', 'P O BOX', 'P.O. BOX'])} ${int(r, 10, 98_999)}`;
  const line = `${int(r, 100, 9899)} ${pick(r, streetNames)} ${pick(r, ['ST', 'AVE', 'DR', 'RD', 'LN', 'BLVD'])}`;
  return r() < 0.18 ? `${line} ${pick(r, ['STE', 'APT', '#'])} ${int(r, 1, 900)}` : line;
}

const plusFour = (r: Random, zip: string) => (r() < 0.2 ? `${zip}-${int(r, 1000, 9999)}` : zip);

/** An address in a town, on the given street or on any. */
export function mailIn(r: Random, { state }: HomeState, { city, zip }: Town, street = streetLine(r)): Mail {
  return { street, city, state, zip: plusFour(r, zip), country: null };
}

/** An address elsewhere: with the given chance in another state, now and then abroad. */
export function mailAway(r: Random, place: HomeState, outOfState: number): Mail {
  if (r() < 0.02) return pick(r, mailAbroad);
  const isOut = r() < outOfState;
  const towns = mailTowns.filter(({ state }) => (state !== place.state) === isOut);
  const { city, state, zip } = pick(r, towns.length > 0 ? towns : mailTowns);
  return { street: streetLine(r), city, state, zip: plusFour(r, zip), country: null };
}

/** Investors active in many states, the largest first. */
const investors = [
  'HARROWGATE RESIDENTIAL LLC',
  'BLUEGATE HOMES 4 LP',
  'NORTHBRIDGE APARTMENT HOLDINGS INC',
  'TALLGRASS CAPITAL PARTNERS LP',
  'SFR OSPREY BORROWER 2021 LLC',
  'PIONEERA LAND TRUST',
  'MERIDIAN RENTAL FUND II LLC',
  'CLEARBROOK HOUSING COMPANY',
  'WESTWARD SINGLE FAMILY HOMES, LLC',
  'THE LODESTAR FAMILY TRUST',
  'ANVIL INDUSTRIAL REIT INC',
];
const flippers = ['REDSTART HOME BUYERS LLC', 'CAPSTONE CASH OFFERS INC', 'BADGER REHAB GROUP LLC'];

/** The largest investor as counties spell it. */
const spelled: Readonly<Record<string, string>> = {
  NE: 'HARROWGATE RESIDENTIAL, LLC',
  NH: 'Harrowgate Residential L.L.C.',
  TX: 'HARROWGATE RESIDENTIAL L L C',
};

/** Companies in a county. Each has the same address in every county. */
const known = (names: readonly string[], { state }: County): Party[] =>
  names.map((name, n) => ({
    name: n === 0 && names === investors ? (spelled[state] ?? name) : name,
    name2: null,
    surname: null,
    mail: mailAway(random(n, name.length, 8), { state: 'DE' }, 1),
  }));

export type Investors = Record<'national' | 'local' | 'flipper' | 'builder', (r: Random) => Party>;

/** Makes the investors, flippers and builders of a county. */
export function investorsOf(county: County): Investors {
  const r = random(Number(county.fips), 0, 8);
  const companies = (length: number) => Array.from({ length }, () => company(r, county, county.towns[0]));
  const landlords = ['BRIGHTWATER', 'LINDENMUTH'].map((surname) => ({
    ...person(r, county.style.names, surname),
    mail: mailAway(r, county, 0),
  }));
  return {
    national: rankedPicker(known(investors, county), 0.8),
    local: rankedPicker([...companies(14), ...landlords], 0.7),
    flipper: rankedPicker([...known(flippers, county), ...companies(3)], 0.6),
    builder: rankedPicker(companies(5), 0.4),
  };
}

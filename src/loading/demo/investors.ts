import { company, mailAway, type Party, person } from './owners.ts';
import { type Random, random, rankedPicker } from './random.ts';
import type { County } from './types.ts';

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

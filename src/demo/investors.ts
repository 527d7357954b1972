import { company, mailAway, type Party, person } from './owners.ts';
import { type Random, random, rankedPicker } from './random.ts';
import type { County } from './types.ts';

type InvestorRow = readonly [
  name: string,
  street: string,
  city: string,
  state: string,
  zip: string,
  states?: string,
];

/** The largest first; without `states`, they own in all. The first is spelled differently in every county. */
const rows: readonly InvestorRow[] = [
  ['HARROWGATE RESIDENTIAL LLC', '1717 LANTERN WAY STE 2000', 'SCOTTSDALE', 'AZ', '85251'],
  ['BLUEGATE HOMES 4 LP', '23975 PALISADE AVE STE 300', 'DENVER', 'CO', '80202'],
  ['NORTHBRIDGE APARTMENT HOLDINGS INC', '4300 WINDROSE PLZ', 'CHICAGO', 'IL', '60602'],
  ['TALLGRASS CAPITAL PARTNERS LP', 'PO BOX 4090', 'OMAHA', 'NE', '68102', 'NE TX NC'],
  ['SFR OSPREY BORROWER 2021 LLC', '5001 PEREGRINE PKWY STE 102', 'ATLANTA', 'GA', '30303', 'NC TX'],
  ['PIONEERA LAND TRUST', '88 MILLRACE RD', 'WILMINGTON', 'DE', '19801'],
  ['MERIDIAN RENTAL FUND II LLC', '600 COBALT ST FL 9', 'NEW YORK', 'NY', '10016'],
  ['CLEARBROOK HOUSING COMPANY', '2150 SUMMERFIELD DR', 'MINNEAPOLIS', 'MN', '55401', 'NE NH NC'],
  ['KEYSTILE REALTY LTD', '901 RIVERMARK BLVD', 'HOUSTON', 'TX', '77002', 'TX CA'],
  ['WESTWARD SINGLE FAMILY HOMES, LLC', '15 TIDEWAY CT', 'IRVINE', 'CA', '92618', 'CA TX'],
  ['STONEBRIDGE OPERATING PARTNERSHIP LP', '700 FAIRHOLD AVE', 'BOSTON', 'MA', '02108'],
  ['AMBERLINE INVESTMENTS INC', '33 EVENTIDE LN', 'LAS VEGAS', 'NV', '89101'],
  ['GRANARY FARMLAND CORP', '1200 WHEATLAND RD', 'KANSAS CITY', 'MO', '64105', 'NE NC TX'],
  ['THE LODESTAR FAMILY TRUST', 'PO BOX 118', 'NAPLES', 'FL', '34102'],
  ['QUILL & PLOVER PROPERTIES LLC', '412 MOCKINGBIRD ST', 'RICHMOND', 'VA', '23219', 'NC NH'],
  ['RAMPART STORAGE TRUST', '5 IRONBARK PLZ', 'SALT LAKE CITY', 'UT', '84101'],
  ['EASTMARCH SENIOR LIVING LP', '2020 BRINDLE CIR', 'CHARLOTTE', 'NC', '28202'],
  ['HALCYON VACATION RENTALS LLC', '77 OVERLOOK DR', 'CONCORD', 'NH', '03301', 'NH CA'],
  ['ANVIL INDUSTRIAL REIT INC', '9400 REDSTART WAY', 'PHOENIX', 'AZ', '85004'],
  ['FOXTAIL HOLDINGS L L C', '18 SABLE RD', 'SEATTLE', 'WA', '98101'],
  ['LANTERN ASSET MANAGEMENT CORP', '340 CANDLEWICK AVE', 'MIAMI', 'FL', '33131'],
  ['WILLOWRUN CHARITABLE FOUNDATION', '1 WILLOWRUN PL', 'PORTLAND', 'OR', '97204'],
];

const harrowgate: Readonly<Record<string, string>> = {
  NE: 'HARROWGATE RESIDENTIAL, LLC',
  NC: 'HARROWGATE RESIDENTIAL LLC',
  NH: 'Harrowgate Residential L.L.C.',
  TX: 'HARROWGATE RESIDENTIAL L L C',
  CA: 'HARROWGATE RESIDENTIAL LLC',
};

const flipperRows: readonly InvestorRow[] = [
  ['REDSTART HOME BUYERS LLC', '640 CINDER RD STE 8', 'PHOENIX', 'AZ', '85004'],
  ['CAPSTONE CASH OFFERS INC', '2211 LONGSPUR AVE', 'CHARLOTTE', 'NC', '28202'],
  ['BADGER REHAB GROUP LLC', '75 BRASSWOOD ST', 'MINNEAPOLIS', 'MN', '55401', 'NE NH'],
  ['COPPERFIELD RENOVATIONS LLC', '1090 HOLLOWAY BLVD', 'SAN ANTONIO', 'TX', '78205', 'TX CA'],
];

function toParty([name, street, city, state, zip]: InvestorRow, county: County): Party {
  const shown = name === rows[0]?.[0] ? (harrowgate[county.state] ?? name) : name;
  const mail = { street, city, state, zip, country: county.country };
  return { name: shown, name2: null, surname: null, kind: 'company', mail };
}

function active(list: readonly InvestorRow[], county: County): Party[] {
  return list
    .filter((row) => row[5] === undefined || row[5].includes(county.state))
    .map((row) => toParty(row, county));
}

export interface Investors {
  national: (r: Random) => Party;
  local: (r: Random) => Party;
  flipper: (r: Random) => Party;
  builder: (r: Random) => Party;
}

/** Makes the investors, flippers and builders of a county. */
export function investorsOf(county: County): Investors {
  const r = random(county.seed, 0, 8);
  const locals: Party[] = [];
  for (let i = 0; i < 14; i++) locals.push(company(r, county, county.towns[0]));
  for (const surname of ['BRIGHTWATER', 'LINDENMUTH']) {
    locals.push({ ...person(r, county.names, surname), mail: mailAway(r, county, 0) });
  }
  const flippers = active(flipperRows, county);
  for (let i = 0; i < 3; i++) flippers.push(company(r, county, county.towns[0]));
  const builders: Party[] = [];
  for (let i = 0; i < 5; i++) builders.push(company(r, county, county.towns[0]));
  return {
    national: rankedPicker(active(rows, county), 0.8),
    local: rankedPicker(locals, 0.7),
    flipper: rankedPicker(flippers, 0.6),
    builder: rankedPicker(builders, 0.4),
  };
}

import { COUNTIES, USUAL_SUFFIX } from './counties.ts';

/** The area of figures that are not limited to a state or county. */
export const EVERYWHERE = 'US';

/** A state, the District of Columbia or a territory: 2-digit FIPS code, USPS abbreviation, name. */
export type State = { readonly fips: string; readonly abbr: string; readonly name: string };

/** A county or county equivalent: 5-digit FIPS code and Census name ("Lancaster County", "Orleans Parish"). */
export type County = { readonly fips: string; readonly name: string };

// FIPS 5-2 codes and USPS abbreviations (USPS Publication 28, appendix B).
const STATE_LIST = `01 AL Alabama;02 AK Alaska;04 AZ Arizona;05 AR Arkansas;06 CA California;08 CO Colorado;
09 CT Connecticut;10 DE Delaware;11 DC District of Columbia;12 FL Florida;13 GA Georgia;15 HI Hawaii;16 ID Idaho;
17 IL Illinois;18 IN Indiana;19 IA Iowa;20 KS Kansas;21 KY Kentucky;22 LA Louisiana;23 ME Maine;24 MD Maryland;
25 MA Massachusetts;26 MI Michigan;27 MN Minnesota;28 MS Mississippi;29 MO Missouri;30 MT Montana;31 NE Nebraska;
32 NV Nevada;33 NH New Hampshire;34 NJ New Jersey;35 NM New Mexico;36 NY New York;37 NC North Carolina;
38 ND North Dakota;39 OH Ohio;40 OK Oklahoma;41 OR Oregon;42 PA Pennsylvania;44 RI Rhode Island;
45 SC South Carolina;46 SD South Dakota;47 TN Tennessee;48 TX Texas;49 UT Utah;50 VT Vermont;51 VA Virginia;
53 WA Washington;54 WV West Virginia;55 WI Wisconsin;56 WY Wyoming;60 AS American Samoa;66 GU Guam;
69 MP Northern Mariana Islands;72 PR Puerto Rico;78 VI U.S. Virgin Islands`;

// Mail goes to these as to a state, but no parcels are there: the armed forces and the freely associated states.
const MAIL_ONLY = ['AA', 'AE', 'AP', 'FM', 'MH', 'PW'];

export const STATES: readonly State[] = STATE_LIST.split(';').map((entry) => {
  const text = entry.trim();
  return { fips: text.slice(0, 2), abbr: text.slice(3, 5), name: text.slice(6) };
});

// Some other letters become plain ones in upper case: "ıl" is not Illinois.
const TWO_LETTERS = /^[A-Za-z]{2}$/;

const byFips = new Map(STATES.map((state) => [state.fips, state]));
const byAbbr = new Map(STATES.map((state) => [state.abbr, state]));
const byName = new Map(STATES.map((state) => [nameKey(state.name), state]));
byName.set(nameKey('Virgin Islands'), byAbbr.get('VI') as State);
const mailAbbrs = new Set([...byAbbr.keys(), ...MAIL_ONLY]);

const countiesByState = new Map(STATES.map((state) => [state.fips, readCounties(state.fips)]));
const namesByCounty = new Map(
  [...countiesByState.values()].flat().map((county) => [county.fips, county.name]),
);
const placeholders = new Set(STATES.flatMap((state) => [`${state.fips}000`, `${state.fips}999`]));

/** The state of a 2-digit FIPS code ("31"), or undefined. */
export function stateByFips(fips: string): State | undefined {
  return byFips.get(fips);
}

/** The state of a USPS abbreviation in any case ("NE", "ne"), or undefined. */
export function stateByAbbr(abbr: string): State | undefined {
  return byAbbr.get(abbr) ?? (TWO_LETTERS.test(abbr) ? byAbbr.get(abbr.toUpperCase()) : undefined);
}

/** The state of a name in any case ("District Of Columbia", "Virgin Islands"), or undefined. */
export function stateByName(name: string): State | undefined {
  return byName.get(nameKey(name));
}

/** The state of a 2-digit FIPS code or of an abbreviation in any case, or undefined. */
export function findState(codeOrAbbr: string): State | undefined {
  return byFips.get(codeOrAbbr) ?? stateByAbbr(codeOrAbbr);
}

/**
 * Whether the text, in any case, is a "state" of a US postal address: the states, DC, the territories, the armed
 * forces (AA, AE, AP) and the freely associated states (FM, MH, PW). The last two groups have no parcels:
 * `stateByAbbr` finds only states that have some.
 */
export function isStateAbbr(abbr: string): boolean {
  return mailAbbrs.has(abbr) || (TWO_LETTERS.test(abbr) && mailAbbrs.has(abbr.toUpperCase()));
}

/** The Census name of a 5-digit county FIPS code ("31109" → "Lancaster County"), or undefined. */
export function countyName(fips5: string): string | undefined {
  return namesByCounty.get(fips5);
}

/** Whether the text is the 5-digit FIPS code of a known county or county equivalent. */
export function isCounty(fips5: string): boolean {
  return namesByCounty.has(fips5);
}

/** Whether the text is a known state's code and then 000 or 999, which stand for no county. */
export function isPlaceholderCounty(fips5: string): boolean {
  return placeholders.has(fips5);
}

/** The counties of a state (2-digit FIPS code) in the order of their codes; none for an unknown state. */
export function countiesOfState(stateFips: string): readonly County[] {
  return countiesByState.get(stateFips) ?? [];
}

/**
 * The 5-digit FIPS code of a county named in words, within one state (2-digit FIPS code), or undefined.
 *
 * Case, accents, punctuation and spaces are ignored, "Saint" is "St.", and the suffix is optional. Where a
 * county and an independent city share a name, the bare name is the county; "St. Louis City", "Baltimore (City)" and
 * "City of Baltimore" are the cities. A name with a county's suffix never finds an independent city.
 */
export function findCountyByName(stateFips: string, name: string): string | undefined {
  let names = countyKeys.get(stateFips);
  if (names === undefined) {
    names = readCountyKeys(countiesOfState(stateFips));
    countyKeys.set(stateFips, names);
  }
  const turned = name.trim().replace(/^(county|parish|borough|municipality|city) of (.+)$/i, '$2 $1');
  const key = nameKey(turned);
  const found = names.any.get(key);
  if (found !== undefined) return found;
  const stem = nameKey(turned.replace(SUFFIX, ''));
  return stem === key ? undefined : names.counties.get(stem);
}

/** A county with its state, as people read it ("31109" → "Lancaster County, Nebraska"), or undefined. */
export function countyAndState(fips5: string): string | undefined {
  const name = countyName(fips5);
  return name && `${name}, ${stateByFips(fips5.slice(0, 2))?.name}`;
}

/**
 * The 5-digit FIPS codes of all counties that a name fits as `findCountyByName` reads it, in the order of the codes. A
 * state may follow a comma, by its abbreviation or name: "Lancaster, NE".
 */
export function findCounties(name: string): string[] {
  const [, county = name, place] = /^(.*),([^,]*)$/.exec(name) ?? [];
  const state = place === undefined ? undefined : (stateByAbbr(place.trim()) ?? stateByName(place));
  if (place !== undefined && state === undefined) return [];
  const states = state === undefined ? STATES : [state];
  return states.flatMap(({ fips }) => findCountyByName(fips, county) ?? []);
}

// Kinds of county equivalents; an independent city's is lower case in Census names.
const SUFFIX =
  / +(County|Parish|City and Borough|Borough|Census Area|Municipality|Municipio|District|Planning Region|Island)$/i;
const CITY_SUFFIX = / city$/;

// The boroughs of New York City and the capital also go by other names.
const ALIASES: Readonly<Record<string, readonly string[]>> = {
  '11001': ['Washington'],
  '36047': ['Brooklyn'],
  '36061': ['Manhattan'],
  '36085': ['Staten Island'],
};

type CountyKeys = { any: Map<string, string>; counties: Map<string, string> };
const countyKeys = new Map<string, CountyKeys>();

function readCounties(stateFips: string): County[] {
  const suffix = USUAL_SUFFIX[stateFips] ?? 'County';
  return (COUNTIES[stateFips] ?? '').split(';').map((entry) => {
    const name = entry.slice(4);
    return {
      fips: stateFips + entry.slice(0, 3),
      name: name.startsWith('=') ? name.slice(1) : `${name} ${suffix}`,
    };
  });
}

function readCountyKeys(counties: readonly County[]): CountyKeys {
  const any = new Map<string, string>();
  const bare = new Map<string, string>();
  for (const { fips, name } of counties) any.set(nameKey(name), fips);
  for (const { fips, name } of counties) {
    bare.set(nameKey(name.replace(SUFFIX, '')), fips);
    for (const alias of ALIASES[fips] ?? []) bare.set(nameKey(alias), fips);
  }
  for (const [key, fips] of bare) addKey(any, key, fips);
  for (const { fips, name } of counties) addKey(any, nameKey(name.replace(CITY_SUFFIX, '')), fips);
  // "Charles City County" and "James City County" (Virginia) appear as "Charles" and "James".
  for (const { fips, name } of counties) addKey(any, nameKey(name.replace(/ City County$/, '')), fips);
  return { any, counties: bare };
}

function addKey(keys: Map<string, string>, key: string, fips: string): void {
  if (!keys.has(key)) keys.set(key, fips);
}

function nameKey(name: string): string {
  return name
    .normalize('NFD')
    .toLowerCase()
    .replace(/\bsaint(e?)\b/g, 'st$1')
    .replace(/[^a-z]+/g, '');
}

/** Whether degrees lie near the United States or a territory: 15° S to 72° N, 144° E across the date line to 64° W. */
export function nearUnitedStates(lat: number, lon: number): boolean {
  return lat >= -15 && lat <= 72 && (lon <= -64 || lon >= 144) && Math.abs(lon) <= 180;
}

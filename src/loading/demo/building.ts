import type { Lot } from './layout.ts';
import { int, near, pick, type Random, words } from './random.ts';
import { type County, LAST_DAY, type Town, yearOf } from './types.ts';

/** An assessor's code, its text, zoning districts, and the service's zoning category. */
const uses = {
  single: ['101', 'Single Family', 'R-1 R-2 R-3 R-3 R-4', 'residential'],
  condo: ['102', 'Condominium', 'R-5 R-7 B-4', 'residential'],
  duplex: ['104', 'Two Family', 'R-2 R-4', 'residential'],
  apartment: ['111', 'Apartment', 'R-5 R-6 R-7', 'residential'],
  retail: ['325', 'Commercial - Retail', 'B-1 B-2 B-3 H-3', 'commercial'],
  office: ['340', 'Commercial - Office', 'O-2 O-3 B-4', 'commercial'],
  mixed: ['331', 'Mixed Use', 'B-4 B-3', 'mixed'],
  industrial: ['400', 'Light Industrial', 'I-1 I-2', 'industrial'],
  vacant: ['130', 'Vacant Lot', 'R-3 B-2 AGR', 'vacant'],
  farm: ['601', 'Agricultural - Farm', 'AG AGR', 'agricultural'],
  exempt: ['903', 'Exempt, Public Use', 'P R-4', 'exempt'],
  utility: ['423', 'Utility', 'I-1 P', 'other'],
} as const;

export type UseKind = keyof typeof uses;

/** How a county's assessor writes the use of a parcel. */
export function useOf(r: Random, kind: UseKind, { state, style }: Pick<County, 'state' | 'style'>) {
  const [number, words, zones, category] = uses[kind];
  return {
    code: `${state.slice(0, 1)}${number}`,
    text: style.capitals ? words.toUpperCase() : words,
    zone: pick(r, zones.split(' ')),
    category,
  };
}

export type Building = ReturnType<typeof build>;

const kinds: Readonly<Record<Town['setting'], (r: Random) => UseKind>> = {
  core: words(
    'single 44, duplex 9, apartment 9, retail 11, office 9, mixed 5, industrial 3, vacant 5, exempt 5, utility 0.5',
  ),
  suburb: words(
    'single 80, duplex 4, apartment 2, retail 3, office 1.2, mixed 0.6, industrial 2, vacant 5, exempt 2, utility 0.4',
  ),
  rural: words('single 42, farm 44, vacant 10, exempt 2, utility 2'),
};

/** Floor area (low, high), and value per square foot relative to a dwelling's. */
const shapes: Readonly<Record<UseKind, readonly [low: number, high: number, rate: number]>> = {
  single: [880, 3100, 1],
  condo: [520, 1650, 1.15],
  duplex: [1500, 2900, 0.85],
  apartment: [5200, 34_000, 0.62],
  retail: [2200, 16_000, 0.9],
  office: [2600, 26_000, 0.95],
  mixed: [3000, 14_000, 0.88],
  industrial: [6000, 48_000, 0.45],
  vacant: [0, 0, 0.3],
  farm: [0, 0, 0.05],
  exempt: [3000, 42_000, 0.8],
  utility: [400, 2400, 0.3],
};

/** January price levels of 1990–2027 relative to January 2026. */
const curve = [
  0.29, 0.29, 0.3, 0.3, 0.31, 0.32, 0.33, 0.34, 0.36, 0.38, 0.41, 0.44, 0.47, 0.5, 0.55, 0.62, 0.68, 0.69,
  0.64, 0.57, 0.54, 0.51, 0.5, 0.53, 0.57, 0.6, 0.63, 0.66, 0.7, 0.73, 0.76, 0.83, 0.96, 0.97, 0.98, 1, 1,
  1.03,
] as const;

/** The county's price level on a day, relative to January 2026. */
export function priceLevel(county: County, day: number): number {
  const at = Math.min(Math.max(day / 365.25 - 20, 0), curve.length - 1.001);
  const from = curve[Math.floor(at)] as number;
  const to = curve[Math.floor(at) + 1] as number;
  return (from + (to - from) * (at % 1)) ** county.prices.swing;
}

/** The value of an ordinary house in this town on the last day, for deeds over several parcels. */
export function typicalValue(county: County, lot: Lot): number {
  return county.prices.perSqft * lot.town.level * 1850;
}

/** Whether a property is neither taxed nor sold. */
export const isPublic = (kind: UseKind): boolean => kind === 'exempt' || kind === 'utility';

function yearBuilt(r: Random, lot: Lot): number {
  const year = near(r, lot.town.era + (lot.outward - 0.5) * 40, 11);
  const last = yearOf(LAST_DAY);
  // Years after the last day are spread over the 16 before it.
  return Math.round(year > last ? last - ((year - last) % 16) : Math.max(year, 1870));
}

function lotArea(r: Random, lot: Lot, kind: UseKind): number {
  if (lot.condo) return int(r, 0, 1) * 800;
  if (lot.town.setting === 'rural')
    return kind === 'farm' ? int(r, 20, 160) * 43_560 : int(r, 2, 12) * 43_560;
  const low = lot.town.setting === 'core' ? 3200 : 6200;
  return int(r, low, low + 4600 + Math.floor(lot.outward * 5200)) * (kind === 'industrial' ? 6 : 1);
}

/** Puts a building on a lot: areas in square feet, money in USD. */
export function build(r: Random, county: County, lot: Lot) {
  const kind = lot.condo ? 'condo' : kinds[lot.town.setting](r);
  const [low, high, rate] = shapes[kind];
  const lotSqft = lotArea(r, lot, kind);
  const empty = high === 0;
  const sqft = empty ? 0 : Math.round(low + (high - low) * r() ** 1.7);
  const year = yearBuilt(r, lot);
  const dwelling = kind === 'single' || kind === 'condo' || kind === 'duplex';
  const worn = 1 - Math.min(2026 - year, 120) * 0.0022;
  const level = county.prices.perSqft * lot.town.level * rate * near(r, 1, 0.14);
  const land =
    kind === 'farm'
      ? (lotSqft / 43_560) * 9500
      : level * county.prices.landShare * (empty ? 6400 : Math.sqrt(sqft) * 38);
  const improvement = empty ? 0 : level * (1 - county.prices.landShare) * sqft * worn;
  const rooms = dwelling ? Math.min(6, Math.max(1, Math.round(sqft / 640))) : null;
  const tall = sqft > 1900 || kind === 'apartment';
  const flats = kind === 'apartment' ? Math.max(4, Math.round(sqft / 950)) : kind === 'duplex' ? 2 : 1;
  return {
    kind,
    lotSqft,
    buildingSqft: empty ? null : sqft,
    yearBuilt: empty ? null : year,
    bedrooms: rooms,
    bathrooms: rooms === null ? null : Math.max(1, Math.round(rooms * (0.5 + r() * 0.4) * 2) / 2),
    stories: empty ? null : kind === 'office' ? int(r, 1, 9) : tall ? int(r, 2, 3) : 1,
    units: dwelling || kind === 'apartment' ? flats : null,
    value: Math.round(land + improvement),
    landValue: Math.round(land),
  };
}

/** Made-up counties that are searched from memory, and questions about them. */
import { metersBetween } from '../../../../src/domain/geometry/distance.ts';
import { random } from '../../../../src/loading/demo/random.ts';
import { each } from '../../../listed.ts';
import { seedOf } from '../../../seed.ts';
import { squareRing } from '../../../squares.ts';

export const SEED = seedOf(20261126);
export const next = random(SEED);
export const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)]!;
export const whole = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
const maybe = <T>(value: T): T | null => (next() < 0.2 ? null : value);

/** Two neighbors, and one county on both sides of the antimeridian. */
export const COUNTIES = [
  { county_fips: '31109', lat: [40.6, 0.01], lon: [-96.8, 0.01] },
  { county_fips: '31055', lat: [40.7, 0.01], lon: [-96.65, 0.01] },
  { county_fips: '02016', lat: [51.5, 0.25], lon: [179.5, 0.25] },
] as const;
export const ROWS = 300;
export const STEPS = 15;

const DAYS = ['1898-12-31', '1970-01-01', '2016-02-29', '2019-12-31', '2020-01-01'];
const VALUES = [0, 0.01, 100_000, 250_000.5, 16_777_216, 16_777_217, 9_999_999_999.99];
const ZONINGS = ['residential', 'commercial', 'industrial'];
const OWNERS = ['MARLOWE EDITH J', 'PRAIRIE WREN LLC', 'HARROW TOOL INC', 'CITY OF LINCOLN'];
const MAIL = [
  { mailing_address: '9 Pier Rd', mailing_city: 'Reno', mailing_state: 'NV' },
  { mailing_address: '77 Quarry Rd', mailing_city: 'Wilber', mailing_state: 'NE' },
  {},
];

export const along = ([from, step]: readonly [number, number], at: number) =>
  Number((from + at * step).toFixed(4));
/** Longitudes past the antimeridian, as they are written. */
export const written = (lon: number) => (lon > 180 ? lon - 360 : lon);

function place({ lat, lon }: (typeof COUNTIES)[number]) {
  const at = { lat: along(lat, whole(0, STEPS)), lon: written(along(lon, whole(0, STEPS))) };
  // Some are about 0.1 m off their grid point.
  if (next() < 0.2) at.lat += pick([1e-6, -1e-6]);
  return at;
}

export function parcel(n: number) {
  const county = COUNTIES[n % COUNTIES.length]!;
  return {
    county_fips: county.county_fips,
    parcel_id: `M-${n}`,
    street: `${n} Elder Ln`,
    city: 'Wilber',
    zip: pick(['68001', '68001-1234', '68333']),
    ...(next() < 0.9 && { location: place(county) }),
    owner_name: maybe(pick(OWNERS)),
    ...pick(MAIL),
    zoning_category: maybe(pick(ZONINGS)),
    total_assessed_value: maybe(next() < 0.5 ? pick(VALUES) : whole(0, 90_000_000) / 100),
    sale_price: maybe(pick([1, 500, 200_000, 450_000.5])),
    sale_date: maybe(pick(DAYS)),
    acreage: maybe(pick([0, 0.1, 0.1 + 0.2, 640])),
    year_built: maybe(whole(1970, 1980)),
    building_sqft: maybe(pick([0, 850, 1_840.5, 16_777_217])),
    bedrooms: maybe(pick([0, 1, 1.5, 12])),
    bathrooms: maybe(pick([0, 1, 1.75, 3])),
    lot_sqft: maybe(pick([0, 4_356, 9_148.5])),
    units: maybe(pick([0, 1, 4, 100_000])),
    tax_year: maybe(pick([1999, 2024, 2025])),
  };
}
export const permit = (n: number) => ({
  county_fips: COUNTIES[n % COUNTIES.length]!.county_fips,
  parcel_id: `M-${n}`,
  permit_number: `N-${whole(0, 1_000_000)}`,
  filed_date: pick(DAYS),
});

const ends = <V>(values: readonly V[]) => {
  const [min, max] = [pick(values), pick(values)];
  const ordered = min <= max ? { min, max } : { min: max, max: min };
  return pick([ordered, { min }, { max }]);
};
const FILTERS: Record<string, () => unknown> = {
  zoningCategories: () => [pick(ZONINGS), pick([...ZONINGS, 'MIXED'])],
  ownerTypes: () => [pick(['individual', 'llc', 'government']), 'trust'],
  absenteeOnly: () => next() < 0.8,
  outOfStateOnly: () => true,
  valueRange: () => ends([...VALUES, 99_999.99]),
  yearBuiltRange: () => ends([1969, 1972, 1975, 1980, 3_000_000_000]),
  acreageRange: () => ends([0, 0.1, 0.3, 0.1 + 0.2, 5e-324]),
  lotSqftRange: () => ends([0, 4_356, 9_148.5, 1e300]),
  buildingSqftRange: () => ends([0, 850, 1_840.5, 16_777_216]),
  bedroomsRange: () => ends([0, 1, 1.5, 12]),
  bathroomsRange: () => ends([0, 1.75, 3, -1e300]),
  unitsRange: () => ends([0, 1, 100_000]),
  salePriceRange: () => ends([1, 500, 450_000.5]),
  saleDateRange: () => ends([...DAYS, '0000-02-29', '9999-12-31']),
  taxYearRange: () => ends([1999, 2024, 2025]),
  countyFips: () => pick(COUNTIES).county_fips,
  stateFips: () => pick(['31', '02']),
  zip: () => pick(['68001', '68333']),
  city: () => 'wilber',
  address: () => 'eld',
  ownerName: () => 'wren',
  ids: () => ['31109:M-0', '31109:M-3'],
  permitSince: () => pick(DAYS),
  located: () => next() < 0.5,
  updatedSince: () => pick(['1970-01-01T00:00:00Z', new Date(Date.now() - whole(0, 30_000)).toISOString()]),
};
const SORTS = each('assessed_value sale_price acreage year_built deal_score sale_date updated_at');

function bounds(county = pick(COUNTIES)) {
  if (next() < 0.05) return { north: 90, south: -90, east: 180, west: -180 };
  // Edges through points, a step beside them, and anywhere.
  const off = () => pick([0, 0, 1e-6, -1e-6, next() * 0.01]);
  const side = (axis: readonly [number, number]) =>
    [whole(-2, STEPS + 2), whole(-2, STEPS + 2)].sort((a, b) => a - b).map((at) => along(axis, at) + off());
  const [south, north] = side(county.lat).sort((a, b) => a - b);
  const [west, east] = side(county.lon).sort((a, b) => a - b);
  return { south, north, west: written(west!), east: written(east!) };
}

/** A circle around one point of the grid, mostly with another on its border or beside it. */
function near(county = pick(COUNTIES)) {
  const point = () => ({
    lat: along(county.lat, whole(0, STEPS)),
    lon: written(along(county.lon, whole(0, STEPS))),
  });
  const [one, other] = [point(), point()];
  const meters = metersBetween(one.lat, one.lon, other.lat, other.lon);
  const off = pick([0, 0.002, -0.002, 0.05, -0.05, 3]);
  return { ...one, meters: Math.max(0.01, meters + off) };
}

/** One or two rings around points of the grid or beside them, some crossing themselves, some with a hole. */
function within(county = pick(COUNTIES)) {
  const corner = () => {
    const off = pick([0, 1e-6, 0.003, next() * 0.01]);
    return [
      written(along(county.lon, whole(-1, STEPS + 1)) + off),
      along(county.lat, whole(-1, STEPS + 1)) + off,
    ];
  };
  const ring = () => {
    const corners = Array.from({ length: whole(3, 8) }, corner);
    return [...corners, corners[0]!];
  };
  const [west, south, size] = [county.lon[0] + 0.0005, county.lat[0] + 0.0005, 0.0773];
  const square = (by: number) => squareRing(west + by, south + by, size - 2 * by);
  const [one, other] = [ring(), ring()];
  return pick([
    { type: 'Polygon', coordinates: [one] },
    { type: 'MultiPolygon', coordinates: [[one], [other]] },
    { type: 'Polygon', coordinates: [square(0), square(0.02)] },
  ]);
}

/** In a box, a circle or an area, or in a whole county. */
export function question(): object {
  const names = Object.keys(FILTERS).filter(() => next() < 2 / Object.keys(FILTERS).length);
  const filters = Object.fromEntries(names.map((name) => [name, FILTERS[name]!()]));
  const isWhole = next() < 0.2;
  if (isWhole) filters.countyFips = pick(COUNTIES).county_fips;
  return {
    ...(!isWhole && pick([{ near: near() }, { within: within() }, { bounds: bounds() }])),
    ...((isWhole || names.length > 0) && { filters }),
    ...(next() < 0.7 && { sort: pick(SORTS) }),
    order: pick(['asc', 'desc']),
    limit: pick([1, 2, 20, 100, 500]),
    ...(next() < 0.4 && { offset: pick([1, 7, 40, 300, 9_499, 20_000]) }),
  };
}

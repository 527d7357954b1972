/** Made-up parcels with the values that are hard to search, sort and page, and how a search should see each. */

import { each } from '../../../listed.ts';
import { choices, seedOf } from '../../../seed.ts';
import type { Row } from './slow-search.ts';

export const SEED = seedOf(20260131);

/** Owners, each with its type. */
const OWNERS: [string | null, string | null][] = [
  ['MARLOWE EDITH J', 'individual'],
  ['PRAIRIE WREN HOLDINGS LLC', 'llc'],
  ['HARROW TOOL INC', 'corporation'],
  ['QUILLER FAMILY LIVING TRUST', 'trust'],
  ['CITY OF LINCOLN', 'government'],
  ['BRINDLE PARTNERS LP', 'other'],
  [null, null],
];
const ZONINGS = ['Residential', 'RESIDENTIAL', 'residential', 'COMMERCIAL', 'Industrial', 'mixed', null];
export const VALUES = [0, 0.01, 100_000, 250_000.5, 16_777_216, 16_777_217, 9_999_999_999.99];
export const ACRES = [0, 0.1, 0.3, 0.1 + 0.2, 640];
export const FLOORS = [0, 850, 1_840.5, 16_777_217, 1e10];
export const ROOMS = [0, 1, 1.5, 1.75, 2, 3, 12];
/** The first and last day of a year, a leap day, and days before 1970. */
export const DAYS = each('1700-01-01 1898-12-31 1969-12-31 1970-01-01 2016-02-29 2019-12-31 2020-01-01');
/** A day from 1985 to 2020, for a number from 0 to 1. */
export const anyDay = (share: number) =>
  new Date(Date.UTC(1985, 0, 1 + Math.floor(share * 13_000))).toISOString().slice(0, 10);
export const LOTS = [0, 4_356, 9_148.5, 16_777_217, 1e10];
const UNITS = [0, 1, 2, 4, 100_000, null];
const TAX_YEARS = [1999, 2024, 2025, null];
/** With words inside other words, and punctuation between them. */
const USES = ['Single Family', 'SINGLE-FAMILY RESIDENTIAL', 'Family Farm', 'Multifamily (3+)', null];
const PERMITS = ['1969-12-31', '2019-12-31', '2020-01-01', null];
export const EAST_LAT = 51.5;
/** Points on and beside the antimeridian. */
export const DATE_LINE = [180, -180, 179.999999, -179.999999, 179.5, -179.5];

const { pick, random, whole } = choices(SEED);
export const grid = (low: number, step: number) => Number((low + step / 100).toFixed(2));
export const STEPS = 20;
export const SOUTH = 40.7;
export const WEST = -96.8;

/** A box, and points on its four edges, where the first parcels are. */
export const BOX = { north: 40.8, south: 40.75, east: -96.7, west: -96.75 };
export const ON_EDGES = Array.from({ length: 6 }, (_, step) => step).flatMap((step) => [
  { lat: BOX.north, lon: grid(BOX.west, step) },
  { lat: BOX.south, lon: grid(BOX.west, step) },
  { lat: grid(BOX.south, step), lon: BOX.east },
  { lat: grid(BOX.south, step), lon: BOX.west },
]);

function place(number: number): { county_fips: string; location: Row['location'] } {
  const onEdge = ON_EDGES[number];
  if (onEdge) return { county_fips: '31109', location: onEdge };
  const kind = random();
  if (kind < 0.08) return { county_fips: '31109', location: null };
  if (kind < 0.14) return { county_fips: '02016', location: { lat: EAST_LAT, lon: pick(DATE_LINE) } };
  if (kind < 0.2) {
    const location = random() < 0.5 ? { lat: 51.88, lon: -176.65 } : { lat: 52.85, lon: 173.2 };
    return { county_fips: '02016', location };
  }
  const location = { lat: grid(SOUTH, whole(0, STEPS)), lon: grid(WEST, whole(0, STEPS)) };
  // Some are about 0.1 m off their grid point.
  if (kind > 0.9) location.lat += pick([1e-6, -1e-6]);
  else if (kind > 0.8) location.lon += pick([1e-6, -1e-6]);
  return { county_fips: '31109', location };
}

/** One parcel as it is loaded, and as a search sees it. */
export function makeParcel(number: number) {
  const { county_fips, location } = place(number);
  const parcel_id = `S-${number}`;
  const [owner_name, entity_type] = pick(OWNERS);
  const zoning_category = pick(ZONINGS);
  const total_assessed_value =
    random() < 0.1 ? null : random() < 0.4 ? pick(VALUES) : whole(0, 90_000_000) / 100;
  const sale_price = random() < 0.35 ? null : random() < 0.5 ? pick([1, 500, 200_000]) : whole(1, 800_000);
  const acreage = random() < 0.2 ? null : random() < 0.4 ? pick(ACRES) : whole(0, 50_000) / 10_000;
  const building_sqft = random() < 0.3 ? null : random() < 0.5 ? pick(FLOORS) : whole(400, 6_000);
  const bedrooms = random() < 0.3 ? null : pick(ROOMS);
  const bathrooms = random() < 0.3 ? null : pick(ROOMS);
  const sale_date = random() < 0.3 ? null : random() < 0.4 ? pick(DAYS) : anyDay(random());
  // Each of the two areas follows from the other.
  const lot_sqft = acreage === null ? null : pick(LOTS);
  const units = pick(UNITS);
  const tax_year = pick(TAX_YEARS);
  // A use without a zoning would give the parcel one.
  const land_use = zoning_category === null ? null : pick(USES);
  const zip = pick(['68001', '68001-1234', '68333']);
  const city = pick(zip === '68333' ? ['Wilber', 'WILBER'] : ['Wilber', 'WILBER', 'Crete']);
  const last_permit = pick(PERMITS);
  const year_built = random() < 0.4 ? 1978 : random() < 0.15 ? null : whole(1850, 2020);
  const mail = pick(['here', 'other state', 'other street', 'unknown'] as const);
  const mailing = {
    here: { mailing_address: `${number} Elder Ln`, mailing_city: 'Wilber', mailing_zip: '68001' },
    'other state': { mailing_address: '9 Pier Rd', mailing_city: 'Reno', mailing_state: 'NV' },
    'other street': { mailing_address: '77 Quarry Rd', mailing_city: 'Wilber', mailing_zip: '68001' },
    unknown: {},
  }[mail];
  const record = {
    county_fips,
    parcel_id,
    street: `${number} Elder Ln`,
    city,
    zip,
    ...(location ? { location } : {}),
    owner_name,
    ...mailing,
    zoning_category,
    total_assessed_value,
    land_value: random() < 0.3 ? null : whole(0, 100_000),
    improvement_value: random() < 0.3 ? null : whole(0, 300_000),
    sale_price,
    sale_date,
    acreage,
    year_built,
    building_sqft,
    bedrooms,
    bathrooms,
    lot_sqft,
    units,
    tax_year,
    land_use,
  };
  const permit = last_permit !== null && {
    county_fips,
    parcel_id,
    permit_number: `N-${number}`,
    filed_date: last_permit,
  };
  const row: Row = {
    id: `${county_fips}:${parcel_id}`,
    location,
    zoning_category: zoning_category?.toLowerCase() ?? null,
    entity_type,
    absentee_owner: mail === 'unknown' ? null : mail !== 'here',
    total_assessed_value,
    sale_price,
    acreage,
    year_built,
    deal_score: null,
    building_sqft,
    bedrooms,
    bathrooms,
    sale_date,
    out_of_state_owner: mail === 'other state',
    lot_sqft,
    units,
    tax_year,
    county_fips,
    address_words: [
      `${number}`,
      'ELDER',
      'LANE',
      city.toUpperCase(),
      county_fips === '02016' ? 'AK' : 'NE',
      ...zip.split('-'),
    ],
    city,
    zip,
    land_use,
    owner_name,
    last_permit,
  };
  return { record, row, permit };
}

export const ROWS = 900;

export const WORLD = { north: 90, south: -90, east: 180, west: -180 };
export const LINCOLN = { north: 41, south: 40, east: -96, west: -97 };

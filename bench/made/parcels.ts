import { type UseKind, useOf } from '../../src/loading/demo/building.ts';
import { company, mailAway, type Party, person, trust } from '../../src/loading/demo/owners.ts';
import { int, type Random, random, words } from '../../src/loading/demo/random.ts';
import { dayOf, isoDay, LAST_DAY } from '../../src/loading/demo/types.ts';
import { streetNames } from '../../src/loading/demo/words.ts';
import { type Center, centers } from './centers.ts';

/** Six counties have two thirds of the parcels, so that they are as dense and large as real ones. */
const large = new Set(['04013', '48201', '17031', '37119', '39049', '53033']);
const MIDDLING = 8;

/** Parcels per square kilometer in the middle of a large county. */
const DENSITY = 2600;
const METERS_PER_DEGREE = 111_320;
const PORTFOLIOS = 4000;

const kinds = words<UseKind>(
  'single 72, condo 8, duplex 3, apartment 2, retail 4, office 2, mixed 1, industrial 2, vacant 4, farm 1, exempt 1',
);

const styles = ['comma', 'last', 'first'] as const;
const suffixes = ['ST', 'AVE', 'DR', 'RD', 'LN'];

function shares(count: number): number[] {
  const weights = centers.map((c, i) => (large.has(c.fips) ? 110 : i % MIDDLING === 0 ? 10 : 0.6));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let weightSoFar = 0;
  let assigned = 0;
  return weights.map((weight) => {
    weightSoFar += weight;
    const upTo = Math.round((count * weightSoFar) / total);
    const share = upTo - assigned;
    assigned = upTo;
    return share;
  });
}

function madeOwner(r: Random, seed: number, center: Center, style: (typeof styles)[number]): Party {
  const u = r();
  const county = { state: center.state };
  if (u < 0.1) {
    // Rank k comes up in proportion to 1/k; each rank is the same owner in every county.
    const rank = Math.floor(PORTFOLIOS ** r());
    return company(random(seed, rank, 21), { state: 'DE' });
  }
  if (u < 0.16) return company(r, county);
  return u < 0.22 ? trust(r, style) : person(r, style);
}

function made(r: Random, seed: number, center: Center, index: number, spread: number) {
  // Exponential thinning from the middle, cut off at 25 km; lots line both sides of streets 100 m apart.
  const radius = Math.min(-spread * Math.log((1 - r()) * (1 - r())), 25_000 + r() * 500);
  const angle = r() * 2 * Math.PI;
  const x = radius * Math.cos(angle);
  const row = Math.round((radius * Math.sin(angle)) / 50);
  const lat = center.lat + (row * 50 + (r() - 0.5) * 10) / METERS_PER_DEGREE;
  const lon = center.lon + x / (METERS_PER_DEGREE * Math.cos((center.lat * Math.PI) / 180));
  const line = (row + 100_000) >> 1;
  const street = `${2 * Math.round((x + 30_000) / 20) + (row & 1)} ${streetNames[(line * 29) % streetNames.length]} ${suffixes[line % 5]}`;
  const style = styles[center.fips.charCodeAt(1) % 3] ?? 'comma';
  const kind = kinds(r);
  const use = useOf(r, kind, {
    state: center.state,
    style: { names: style, capitals: true, numberedStreets: false },
  });
  const owner = madeOwner(r, seed, center, style);
  const home = kind === 'single' || kind === 'condo' || kind === 'duplex';
  const sqft = kind === 'vacant' || kind === 'farm' ? null : int(r, 700, 3600) * (home ? 1 : 6);
  const lot = kind === 'farm' ? int(r, 10, 120) * 43_560 : int(r, 3500, 16_000);
  const value = Math.round(((sqft ?? 900) * (90 + r() * 420) * (home ? 1 : 0.6)) / 100) * 100;
  const land = Math.round((value * (0.15 + r() * 0.35)) / 100) * 100;
  const mail = owner.mail ?? (r() < 0.78 ? null : mailAway(r, { state: center.state }, 0.5));
  const sold = r() < 0.8 ? Math.floor(dayOf(1990, 1, 1) + (LAST_DAY - dayOf(1990, 1, 1)) * r() ** 0.5) : null;
  const rooms = home && sqft !== null ? Math.min(6, Math.max(1, Math.round(sqft / 640))) : null;
  return {
    county_fips: center.fips,
    parcel_id: `${String(100 + (line % 900))}-${String(index).padStart(7, '0')}`,
    street,
    unit: kind === 'condo' ? `UNIT ${int(r, 101, 2499)}` : null,
    city: center.city,
    zip: center.zip,
    location: r() < 0.98 ? { lat: Math.round(lat * 1e7) / 1e7, lon: Math.round(lon * 1e7) / 1e7 } : null,
    owner_name: r() < 0.99 ? owner.name : null,
    owner_name_2: owner.name2,
    mailing_address: mail === null ? street : mail.street,
    mailing_city: mail === null ? center.city : mail.city,
    mailing_state: mail === null ? center.state : mail.state,
    mailing_zip: mail === null ? center.zip : mail.zip,
    mailing_country: mail === null ? null : mail.country,
    total_assessed_value: r() < 0.985 ? value : null,
    land_value: land,
    improvement_value: value - land,
    market_value: Math.round(value * 1.08),
    tax_year: 2026,
    tax_amount: Math.round(value * 1.4) / 100,
    land_use_code: use.code,
    land_use: use.text,
    zoning: use.zone,
    zoning_category: use.category,
    acreage: Math.round((lot / 43_560) * 1000) / 1000,
    lot_sqft: lot,
    building_sqft: sqft,
    year_built: sqft === null ? null : int(r, 1900, 2025),
    bedrooms: rooms,
    bathrooms: rooms === null ? null : Math.max(1, Math.round(rooms * 1.4) / 2),
    stories: sqft === null ? null : int(r, 1, 3),
    units: home ? 1 : null,
    sale_price: sold === null || r() < 0.1 ? null : Math.round((value * (0.4 + r() * 0.7)) / 500) * 500,
    sale_date: sold === null ? null : isoDay(sold),
    source: 'made',
    source_date: isoDay(LAST_DAY),
  };
}

const spreadOf = (share: number) => Math.max(600, 1000 * Math.sqrt(share / (2 * Math.PI * DENSITY)));

const parcelOf = (seed: number, center: Center, index: number, spread: number) =>
  made(random(seed + Number(center.fips) * 31, index, 20), seed, center, index, spread);

/** The county of `madeCounty`. */
export const COUNTY = '17031';

/** Makes `count` parcels of one county, always the same for a count and seed. */
export function* madeCounty(count: number, seed: number): Generator<ReturnType<typeof made>> {
  const center = centers.find(({ fips }) => fips === COUNTY)!;
  for (let index = 0; index < count; index++) yield parcelOf(seed, center, index, spreadOf(count));
}

/**
 * Makes `count` parcels for measurements, county by county, in about 200 real counties of the contiguous United
 * States; always the same for a count and seed. Of 1,000,000, six counties get some 110,000 each; around their centers, a
 * box of 300 m has 50–500 parcels, one of 2–3 km 5,000–20,000.
 */
export function* madeParcels(count: number, seed: number): Generator<ReturnType<typeof made>> {
  const plan = shares(count);
  for (const [i, center] of centers.entries()) {
    const share = plan[i] as number;
    for (let index = 0; index < share; index++) yield parcelOf(seed, center, index, spreadOf(share));
  }
}

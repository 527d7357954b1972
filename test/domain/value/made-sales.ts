import { type Described, featuresOf } from '../../../src/domain/value/features.ts';
import type { Sale } from '../../../src/domain/value/folds.ts';

/** Numbers from 0 to 1 that look random and are the same in each run. */
export function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let hash = Math.imul(state ^ (state >>> 15), 1 | state);
    hash = (hash + Math.imul(hash ^ (hash >>> 7), 61 | hash)) ^ hash;
    return ((hash ^ (hash >>> 14)) >>> 0) / 2 ** 32;
  };
}

export interface MadeHouse extends Described {
  /** What a sale on the first day would cost, before luck. */
  worth: number;
}

/** A house whose price follows from its area, age, rooms and place. */
export function madeHouse(at: number, next: () => number): MadeHouse {
  const [lat, lon] = [40.7 + 0.2 * next(), -96.8 + 0.2 * next()];
  const building_sqft = Math.round(800 + 2_600 * next());
  const year_built = Math.round(1920 + 95 * next());
  const bedrooms = 1 + Math.round(building_sqft / 900 + next());
  const place = 1 + 0.8 * Math.exp(-((lat - 40.8) ** 2 + (lon + 96.7) ** 2) / 0.002);
  const worth = (40_000 + 110 * building_sqft + 300 * (year_built - 1920)) * place;
  return {
    worth,
    ...{
      parcel_id: String(10_000 + at),
      location: { lat, lon },
      zip: `685${String(10 + (Math.floor(lat * 50) % 5))}`,
    },
    ...{ city: 'LINCOLN', land_use_code: null, land_use: 'Single Family', zoning: 'R-1' },
    ...{
      zoning_category: 'residential',
      building_sqft,
      lot_sqft: Math.round(4_000 + 8_000 * next()),
      year_built,
    },
    ...{ bedrooms, bathrooms: Math.max(1, bedrooms - 1), stories: 1, units: 1 },
    ...{ total_assessed_value: null, tax_year: null },
  };
}

/** Prices grow by 6 % a year, and luck moves them by up to 12 %. */
export function madePrice(worth: number, days: number, next: () => number): number {
  return Math.round(worth * Math.exp((0.06 * days) / 365.25) * (1 + 0.24 * (next() - 0.5)));
}

/** Sales of 2023 and 2024 in a made-up county. */
export function madeSales(count: number, seed = 1): Sale[] {
  const next = numbersFrom(seed);
  return Array.from({ length: count }, (_, at) => {
    const house = madeHouse(at, next);
    const days = Math.floor(730 * next());
    const price = madePrice(house.worth, days, next);
    return { parcel: `31109:${house.parcel_id}`, day: 19_358 + days, price, ...featuresOf(house) };
  });
}

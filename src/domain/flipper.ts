import { classifyOwner } from './entity-class.ts';
import { add, median, mostFrequent, newSum, type Sum, sumOf, type Tally, tally } from './figures.ts';
import type { FlipTier } from './flips.ts';

export const EVERY_TIER = 'all';

export interface FlipRecord {
  county_fips: string;
  buy_price: number;
  sell_date: string;
  sell_price: number;
  profit: number;
  hold_days: number;
  flip_tier: FlipTier;
  buyer_name: string;
  internal: { flipper: string };
}

const FIELDS =
  'county_fips buy_price sell_date sell_price profit hold_days flip_tier buyer_name internal.flipper';
export const FLIP_SOURCE = FIELDS.split(' ');

export interface Flipping {
  names: Tally;
  tiers: Record<FlipTier, number>;
  profits: number[];
  holds: number[];
  profit: Sum;
  bought: Sum;
  sold: Sum;
  counties: Set<string>;
  last: string;
}

/** The figures of a flipper before the first flip. */
export const newFlipping = (): Flipping => ({
  names: new Map(),
  tiers: { quick: 0, standard: 0, long: 0 },
  profits: [],
  holds: [],
  profit: newSum(),
  bought: newSum(),
  sold: newSum(),
  counties: new Set(),
  last: '',
});

/** Adds a flip to the figures of its flipper. */
export function addFlip(flipping: Flipping, flip: FlipRecord): void {
  tally(flipping.names, flip.buyer_name);
  flipping.tiers[flip.flip_tier]++;
  flipping.profits.push(flip.profit);
  flipping.holds.push(flip.hold_days);
  add(flipping.profit, flip.profit);
  add(flipping.bought, flip.buy_price);
  add(flipping.sold, flip.sell_price);
  flipping.counties.add(flip.county_fips);
  if (flip.sell_date > flipping.last) flipping.last = flip.sell_date;
}

/** A flipper's row without its rank: money in USD, holds in days. */
export function flipperRow(owner_id: string, flipping: Flipping) {
  const name = mostFrequent(flipping.names)!;
  return {
    owner_id,
    name,
    entity_type: classifyOwner(name).entity_type,
    flip_count: flipping.profits.length,
    quick_count: flipping.tiers.quick,
    standard_count: flipping.tiers.standard,
    long_count: flipping.tiers.long,
    total_profit: sumOf(flipping.profit),
    median_profit: median(flipping.profits)!,
    median_hold_days: median(flipping.holds)!,
    total_buy_volume: sumOf(flipping.bought),
    total_sell_volume: sumOf(flipping.sold),
    counties: flipping.counties.size,
    last_flip_date: flipping.last,
  };
}

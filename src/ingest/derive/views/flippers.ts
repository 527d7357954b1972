import { classifyOwner } from '../../../domain/entity-class.ts';
import { add, median, mostFrequent, newSum, type Sum, sumOf, type Tally, tally } from '../../../domain/figures.ts';
import type { FlipTier } from '../../../domain/flips.ts';
import { sequenceOf } from '../../kinds/kind.ts';
import { distinct } from '../scan.ts';
import { EVERYWHERE } from './area.ts';
import { foldGroups } from './fold.ts';
import type { View, ViewDocument } from './view.ts';

const KEYS_AT_ONCE = 20_000;
const PARCELS_AT_ONCE = 1_000;
/** The tier of figures over flips of every tier. */
export const EVERY_TIER = 'all';

/** What is read of a stored flip. */
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

export const FLIP_SOURCE = [
  'county_fips',
  'buy_price',
  'sell_date',
  'sell_price',
  'profit',
  'hold_days',
  'flip_tier',
  'buyer_name',
  'internal.flipper',
];

/** The flips of one flipper, as far as they are chosen. */
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

const newFlipping = (): Flipping => ({
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

function addFlip(flipping: Flipping, flip: FlipRecord): void {
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

/** A flipper's row, but for its rank: money in USD, holds in days. */
function flipperRow(owner_id: string, flipping: Flipping) {
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

/** By area and tier. */
type Groups = Map<string, { area: string; tier: string; flipping: Flipping }>;

const fold = {
  start: (): Groups => new Map(),
  add(groups: Groups, flip: FlipRecord): void {
    const { county_fips } = flip;
    for (const area of [EVERYWHERE, county_fips.slice(0, 2), county_fips]) {
      for (const tier of [EVERY_TIER, flip.flip_tier]) {
        const key = `${area}:${tier}`;
        let group = groups.get(key);
        if (!group) {
          group = { area, tier, flipping: newFlipping() };
          groups.set(key, group);
        }
        addFlip(group.flipping, flip);
      }
    }
  },
};

function rows(owner_id: string, groups: Groups): ViewDocument[] {
  return [...groups].map(([key, { area, tier, flipping }]) => {
    const id = `${owner_id}:${key}`;
    return {
      id,
      document: {
        ...flipperRow(owner_id, flipping),
        internal: { key: owner_id, seq: sequenceOf(id), area, tier },
      },
    };
  });
}

/** Who flips: a row for each area and tier in which somebody does. Needs the flips to be up to date. */
export const flippersView: View = {
  kind: 'flippers',
  async *keys({ client, indices, changed, fresh }) {
    if (fresh.has('flippers')) {
      yield* distinct(client, indices.flips, 'internal.flipper', { match_all: {} }, KEYS_AT_ONCE);
      return;
    }
    // Whoever was or is a party to a deed of a touched parcel may have lost or gained a flip.
    for await (const parcels of distinct(
      client,
      indices.deeds,
      'internal.touched',
      changed,
      PARCELS_AT_ONCE,
    )) {
      const theirs = { terms: { 'internal.touched': parcels } };
      yield* distinct(client, indices.deeds, 'internal.touched_parties', theirs, KEYS_AT_ONCE);
    }
  },
  async documents(context, keys) {
    const found = await foldGroups<FlipRecord, Groups>(
      context,
      { kind: 'flips', field: 'internal.flipper', keys, source: FLIP_SOURCE },
      ({ internal }) => internal.flipper,
      fold,
    );
    return [...found].flatMap(([owner, groups]) => rows(owner, groups));
  },
};

import { valuesOf } from '../../../listed.ts';
import { idOfName, plainName } from './names.ts';
import {
  type AreaQuery,
  byTie,
  grouped,
  inArea,
  median,
  mostFrequent,
  type PageQuery,
  page,
  span,
  totalUsd,
} from './plain.ts';
import type { Deed, Records } from './records.ts';

type Tier = 'quick' | 'standard' | 'long';

/** A flip row, and what it is ordered and grouped by. */
interface Flip {
  id: string;
  /** The flipper's name in plain form; "" when the buyer is unknown. */
  flipper: string;
  row: {
    county_fips: string;
    parcel_id: string;
    address: string | null;
    buy_date: string;
    buy_price: number;
    sell_date: string;
    sell_price: number;
    profit: number;
    hold_days: number;
    flip_tier: Tier;
    buyer_name: string | null;
    seller_name: string | null;
  };
}

const dateOf = (deed: Deed): string => (deed.sale_date ?? deed.recorded_date)!;

/** Days since 1970, by counting the days of the months. */
function dayNumber(date: string): number {
  return Math.round(new Date(`${date}T00:00:00Z`).getTime() / 86_400_000);
}

/** The date this many months later; in a month without that day, its last day. */
function monthsLater(date: string, months: number): string {
  const [year, month, day] = date.split('-').map(Number) as [number, number, number];
  const count = year * 12 + (month - 1) + months;
  const [toYear, toMonth] = [Math.floor(count / 12), (count % 12) + 1];
  const leap = (toYear % 4 === 0 && toYear % 100 !== 0) || toYear % 400 === 0;
  const lengths = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
  const toDay = Math.min(day, lengths[toMonth - 1]!);
  return `${toYear}-${String(toMonth).padStart(2, '0')}-${String(toDay).padStart(2, '0')}`;
}

function tierOf(buy: string, sell: string): Tier | null {
  if (dayNumber(sell) - dayNumber(buy) < 14) return null;
  if (sell < monthsLater(buy, 6)) return 'quick';
  if (sell < monthsLater(buy, 12)) return 'standard';
  return sell <= monthsLater(buy, 24) ? 'long' : null;
}

const orderOf = (deed: Deed): string => `${dateOf(deed)} ${deed.recorded_date ?? ' '.repeat(10)} ${deed.id}`;

/** Every flip in the records. */
export function allFlips({ parcels, deeds }: Records): Flip[] {
  const addresses = new Map(parcels.map((parcel) => [parcel.id, parcel.address]));
  const usable = deeds.filter((deed) => deed.usable_for_stats);
  const flips: Flip[] = [];
  for (const [parcel, sales] of grouped(usable, (deed) => `${deed.county_fips}:${deed.parcel_id}`)) {
    sales.sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));
    for (let n = 0; n + 1 < sales.length; n++) {
      const [buy, sell] = [sales[n]!, sales[n + 1]!];
      const flip_tier = tierOf(dateOf(buy), dateOf(sell));
      if (flip_tier === null) continue;
      const [buyer, seller] = [plainName(buy.grantee), plainName(sell.grantor)];
      if (buyer !== '' && seller !== '' && buyer !== seller) continue;
      flips.push({
        id: `${buy.id}:${sell.id}`,
        flipper: buyer || seller,
        row: {
          county_fips: buy.county_fips,
          parcel_id: buy.parcel_id,
          address: addresses.get(parcel) ?? null,
          buy_date: dateOf(buy),
          buy_price: buy.sale_price_usd!,
          sell_date: dateOf(sell),
          sell_price: sell.sale_price_usd!,
          profit: totalUsd([sell.sale_price_usd, -buy.sale_price_usd!]),
          hold_days: dayNumber(dateOf(sell)) - dayNumber(dateOf(buy)),
          flip_tier,
          buyer_name: buyer !== '' ? buy.grantee : seller !== '' ? sell.grantor : null,
          seller_name: buy.grantor,
        },
      });
    }
  }
  return flips;
}

export interface FlipsQuery extends PageQuery, AreaQuery {
  flip_tier?: Tier;
  min_profit?: number;
  view?: 'flippers';
}

function chosen(flips: readonly Flip[], query: FlipsQuery): Flip[] {
  return flips.filter(
    ({ row }) =>
      inArea(row, query) &&
      (query.flip_tier === undefined || row.flip_tier === query.flip_tier) &&
      (query.min_profit === undefined || row.profit >= query.min_profit),
  );
}

function flippers(flips: readonly Flip[], entityType: (name: string) => string) {
  const rows = [...grouped(flips, ({ flipper }) => flipper || null)].map(([flipper, theirs]) => {
    const all = theirs.map(({ row }) => row);
    const count = (tier: Tier) => all.filter(({ flip_tier }) => flip_tier === tier).length;
    const name = mostFrequent(all.map(({ buyer_name }) => buyer_name))!;
    return {
      owner_id: idOfName(flipper),
      name,
      entity_type: entityType(name),
      flip_count: all.length,
      quick_count: count('quick'),
      standard_count: count('standard'),
      long_count: count('long'),
      total_profit: totalUsd(all.map(({ profit }) => profit)),
      median_profit: median(all.map(({ profit }) => profit)),
      median_hold_days: median(all.map(({ hold_days }) => hold_days)),
      total_buy_volume: totalUsd(all.map(({ buy_price }) => buy_price)),
      total_sell_volume: totalUsd(all.map(({ sell_price }) => sell_price)),
      counties: new Set(all.map(({ county_fips }) => county_fips)).size,
      last_flip_date: span(all.map(({ sell_date }) => sell_date))[1],
    };
  });
  rows.sort(
    (a, b) =>
      b.flip_count - a.flip_count || b.total_profit - a.total_profit || (a.owner_id < b.owner_id ? -1 : 1),
  );
  return rows.map((row, at) => ({ rank: at + 1, ...row }));
}

/** GET /deals/flips in both views; `entityType` returns the type of owner of a name. */
export function flips(all: readonly Flip[], query: FlipsQuery, entityType: (name: string) => string) {
  const found = chosen(all, query);
  if (query.view === 'flippers') return page(flippers(found, entityType), query, 100);
  found.sort((a, b) =>
    a.row.sell_date === b.row.sell_date ? byTie(a, b) : a.row.sell_date > b.row.sell_date ? -1 : 1,
  );
  return page(valuesOf(found, 'row'), query, 100);
}

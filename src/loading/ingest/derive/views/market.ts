import { add, averageOf, median, newSum, type Sum, wholeAverageOf } from '../../../../domain/figures.ts';
import { countyName, stateByFips } from '../../../../domain/geography.ts';
import { LOW_SAMPLE, quarterYears, yoyChange } from '../../../../domain/market.ts';
import { sequenceOf } from '../../../../stores/elastic/sequence.ts';
import { touched } from '../changes.ts';
import { foldGroups } from './fold.ts';
import { changesOf, KEYS_AT_ONCE, type View, type ViewDocument } from './view.ts';
import type { Whole } from './whole.ts';

interface UsableDeed {
  sale_price_usd: number;
  days_on_market: number | null;
  internal: { market: string };
}

const SOURCE = ['sale_price_usd', 'days_on_market', 'internal.market'];

interface Quarter {
  prices: number[];
  price: Sum;
  days: Sum;
}

const fold = {
  start: (): Quarter => ({ prices: [], price: newSum(), days: newSum() }),
  add(quarter: Quarter, deed: UsableDeed): void {
    quarter.prices.push(deed.sale_price_usd);
    add(quarter.price, deed.sale_price_usd);
    add(quarter.days, deed.days_on_market);
  },
};

const countyOf = (key: string) => key.slice(0, 5);

function yearsFrom(key: string, years: number): string {
  return `${key.slice(0, 6)}${quarterYears(key.slice(6), years)}`;
}

function row(key: string, { prices, price, days }: Quarter, before: Quarter | undefined): ViewDocument {
  const [county_fips, quarter] = key.split(':') as [string, string];
  const state = stateByFips(county_fips.slice(0, 2))!;
  const middle = median(prices)!;
  return {
    id: key,
    document: {
      county_fips,
      county_name: countyName(county_fips)!,
      state_fips: state.fips,
      state_abbr: state.abbr,
      quarter,
      sale_count: prices.length,
      median_price: middle,
      avg_price: averageOf(price)!,
      yoy_change: yoyChange(middle, before ? median(before.prices) : null),
      avg_days_on_market: wholeAverageOf(days),
      low_sample: prices.length < LOW_SAMPLE,
      internal: { key, seq: sequenceOf(key) },
    },
  };
}

const whole: Whole<UsableDeed, Quarter> = {
  records: {
    kind: 'deeds',
    field: 'internal.market',
    keyOf: ({ internal }) => internal.market,
    filter: [{ term: { usable_for_stats: true } }],
    among: countyOf,
    source: SOURCE,
  },
  fold,
  documents: (_context, quarters, keys) =>
    keys.flatMap((key) => {
      const quarter = quarters.get(key);
      return quarter ? [row(key, quarter, quarters.get(yearsFrom(key, -1)))] : [];
    }),
};

/** Sales of each county and quarter, keyed `31109:2025Q4`. A change in a quarter also affects the same one a year later. */
export const marketView: View = {
  kind: 'market',
  madeOf: { deeds: [...SOURCE, 'usable_for_stats'] },
  single: true,
  whole,
  async *keys(context) {
    const quarters = touched(context, changesOf(marketView), 'internal.touched_market', KEYS_AT_ONCE);
    for await (const keys of quarters) {
      yield [...new Set([...keys, ...keys.map((key) => yearsFrom(key, 1))])];
    }
  },
  async documents(context, keys) {
    const all = [...new Set([...keys, ...keys.map((key) => yearsFrom(key, -1))])];
    const quarters = await foldGroups(context, whole.records, fold, all);
    return whole.documents(context, quarters, keys);
  },
};

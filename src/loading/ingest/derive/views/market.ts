import { add, averageOf, median, newSum, wholeAverageOf } from '../../../../domain/figures.ts';
import { countyName, stateByFips } from '../../../../domain/geography.ts';
import { LOW_SAMPLE, quarterYears, yoyChange } from '../../../../domain/market.ts';
import { sequenceOf } from '../../../../stores/elastic/sequence.ts';
import { known } from '../../kinds/kind.ts';
import { touched } from '../changes.ts';
import type { Fold } from '../figures.ts';
import { changesOf, KEYS_AT_ONCE, type View, type ViewDocument } from './view.ts';

interface UsableDeed {
  sale_price_usd: number;
  days_on_market: number | null;
  internal: { market: string };
}

const SOURCE = ['sale_price_usd', 'days_on_market', 'internal.market'];

const newQuarter = () => ({ prices: [] as number[], price: newSum(), days: newSum() });
type Quarter = ReturnType<typeof newQuarter>;

const countyOf = (key: string) => key.slice(0, 5);

const fold: Fold<UsableDeed, Quarter> = {
  kind: 'deeds',
  field: 'internal.market',
  keysOf: ({ internal }) => known(internal.market),
  filter: [{ term: { usable_for_stats: true } }],
  among: countyOf,
  source: SOURCE,
  start: newQuarter,
  add(quarter, deed) {
    quarter.prices.push(deed.sale_price_usd);
    add(quarter.price, deed.sale_price_usd);
    add(quarter.days, deed.days_on_market);
  },
};

function yearsFrom(key: string, years: number): string {
  return `${key.slice(0, 6)}${quarterYears(key.slice(6), years)}`;
}

function row(key: string, { prices, price, days }: Quarter, before: Quarter | undefined): ViewDocument {
  const [county_fips, quarter] = key.split(':') as [string, string];
  const state = stateByFips(county_fips.slice(0, 2))!;
  const middle = median(prices)!;
  return {
    kind: 'market',
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

const MADE_OF = { deeds: [...SOURCE, 'usable_for_stats'] };

/** Sales of each county and quarter, keyed `31109:2025Q4`. A change in a quarter also affects the same one a year later. */
export const marketView: View<UsableDeed, Quarter> = {
  madeOf: { market: MADE_OF },
  async *keys(context) {
    const quarters = touched(context, changesOf(MADE_OF), 'internal.touched_market', KEYS_AT_ONCE);
    for await (const keys of quarters) {
      yield [...new Set([...keys, ...keys.map((key) => yearsFrom(key, 1))])];
    }
  },
  fold,
  needs: (key) => yearsFrom(key, -1),
  documents: (_context, keys, quarters) =>
    keys.map((key) => row(key, quarters.get(key)!, quarters.get(yearsFrom(key, -1)))),
};

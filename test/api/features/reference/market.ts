import {
  type AreaQuery,
  averageUsd,
  averageWhole,
  grouped,
  inArea,
  median,
  type PageQuery,
  page,
} from './plain.ts';
import type { Deed, Records } from './records.ts';

export interface MarketRow {
  county_fips: string;
  county_name: string;
  state_fips: string;
  state_abbr: string;
  quarter: string;
  sale_count: number;
  median_price: number;
  avg_price: number;
  yoy_change: number | null;
  avg_days_on_market: number | null;
  low_sample: boolean;
}

/** The name and state of a county, by its code. */
export type Places = (county_fips: string) => { county_name: string; state_abbr: string };

const MONTHS: Record<string, string> = {
  '01': 'Q1',
  '02': 'Q1',
  '03': 'Q1',
  '04': 'Q2',
  '05': 'Q2',
  '06': 'Q2',
  '07': 'Q3',
  '08': 'Q3',
  '09': 'Q3',
  '10': 'Q4',
  '11': 'Q4',
  '12': 'Q4',
};

function quarterOf(deed: Deed): string {
  const date = (deed.sale_date ?? deed.recorded_date)!;
  return date.slice(0, 4) + MONTHS[date.slice(5, 7)];
}

const prices = (deeds: readonly Deed[]): number[] => deeds.map((deed) => deed.sale_price_usd!);

/** The change in ten-thousandths, of medians in half cents: whole numbers, so that a half is a half. */
function change(now: number, before: number): number {
  const [a, b] = [Math.round(now * 200), Math.round(before * 200)];
  const rounded = Math.round(((a - b) * 10_000) / b);
  return (rounded === 0 ? 0 : rounded) / 10_000;
}

/** Every county and quarter with a sale. */
export function marketRows({ deeds }: Records, places: Places): MarketRow[] {
  const usable = deeds.filter((deed) => deed.usable_for_stats);
  const groups = grouped(usable, (deed) => `${deed.county_fips} ${quarterOf(deed)}`);
  return [...groups].map(([key, sales]) => {
    const [county_fips, quarter] = key.split(' ') as [string, string];
    const yearBefore = `${county_fips} ${Number(quarter.slice(0, 4)) - 1}${quarter.slice(4)}`;
    const before = groups.get(yearBefore);
    const median_price = median(prices(sales));
    return {
      county_fips,
      county_name: places(county_fips).county_name,
      state_fips: county_fips.slice(0, 2),
      state_abbr: places(county_fips).state_abbr,
      quarter,
      sale_count: sales.length,
      median_price,
      avg_price: averageUsd(prices(sales))!,
      yoy_change: before === undefined ? null : change(median_price, median(prices(before))),
      avg_days_on_market: averageWhole(sales.map((deed) => deed.days_on_market)),
      low_sample: sales.length < 30,
    };
  });
}

export interface CountiesQuery extends PageQuery {
  state_fips?: string;
  min_sales?: number;
  quarter?: string;
  sort?: 'sale_count' | 'median_price' | 'yoy_change' | 'county_name';
  order?: 'asc' | 'desc';
}

/** GET /market/counties: nulls last in both directions, equal ones by county in the direction of the order. */
export function counties(rows: readonly MarketRow[], query: CountiesQuery) {
  const passing = rows.filter((row) => inArea(row, query) && row.sale_count >= (query.min_sales ?? 0));
  const all = passing.map((row) => row.quarter).sort();
  const today = new Date();
  const running = `${today.getUTCFullYear()}Q${Math.floor(today.getUTCMonth() / 3) + 1}`;
  const latest = all.filter((quarter) => quarter < running).at(-1) ?? all.at(-1);
  const { quarter = latest, sort = 'sale_count', order = 'desc' } = query;
  const sign = order === 'asc' ? 1 : -1;
  const found = passing
    .filter((row) => row.quarter === quarter)
    .sort((a, b) => {
      const [first, second] = [a[sort], b[sort]];
      if (first === second) return a.county_fips < b.county_fips ? -sign : sign;
      if (first === null) return 1;
      if (second === null) return -1;
      return first < second ? -sign : sign;
    });
  return page(found, query, 100);
}

/** GET /market/trends; `counties` is the comma list. */
export function trends(rows: readonly MarketRow[], { county_fips, state_fips }: AreaQuery) {
  const chosen = rows.filter((row) =>
    county_fips === undefined
      ? row.state_fips === state_fips
      : county_fips.split(',').includes(row.county_fips),
  );
  const byCounty = grouped(chosen, (row) => row.county_fips);
  return {
    data: [...byCounty.keys()].sort().map((county) => {
      const all = byCounty.get(county)!;
      return {
        county_fips: county,
        county_name: all[0]!.county_name,
        quarters: all
          .sort((a, b) => (a.quarter < b.quarter ? -1 : 1))
          .map(({ quarter, sale_count, median_price, avg_price, yoy_change, low_sample }) => {
            return { quarter, sale_count, median_price, avg_price, yoy_change, low_sample };
          }),
      };
    }),
  };
}

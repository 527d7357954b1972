import { countyName } from '../../../../domain/geography.ts';
import { touched } from '../changes.ts';
import { foldGroups, type Records } from './fold.ts';
import { KEYS_AT_ONCE, type View, type ViewDocument } from './view.ts';

interface MarketRow {
  county_fips: string;
  quarter: string;
  sale_count: number;
  median_price: number;
  avg_price: number;
  yoy_change: number | null;
  low_sample: boolean;
}

const SOURCE: (keyof MarketRow)[] = [
  'county_fips',
  'quarter',
  'sale_count',
  'median_price',
  'avg_price',
  'yoy_change',
  'low_sample',
];

const fold = {
  start: (): MarketRow[] => [],
  add(rows: MarketRow[], row: MarketRow): void {
    rows.push(row);
  },
};

const BY_COUNTY: Records<MarketRow> = {
  kind: 'market',
  field: 'county_fips',
  keyOf: ({ county_fips }) => county_fips,
  source: SOURCE,
};

function trend(county_fips: string, rows: MarketRow[]): ViewDocument {
  return {
    id: county_fips,
    document: {
      county_fips,
      county_name: countyName(county_fips)!,
      quarters: rows
        .map(({ county_fips: _, ...quarter }) => quarter)
        .sort((a, b) => (a.quarter < b.quarter ? -1 : 1)),
      internal: { key: county_fips },
    },
  };
}

/** Each county's quarters in one record. Needs the market rows to be up to date. */
export const trendsView: View = {
  kind: 'trends',
  madeOf: { market: SOURCE },
  single: true,
  async *keys(context) {
    const quarters = touched(context, ['deeds', 'removals'], 'internal.touched_market', KEYS_AT_ONCE);
    for await (const keys of quarters) {
      yield [...new Set(keys.map((key) => key.slice(0, 5)))];
    }
  },
  async documents(context, keys) {
    const counties = await foldGroups<MarketRow, MarketRow[]>(context, BY_COUNTY, fold, keys);
    return [...counties].map(([county, rows]) => trend(county, rows));
  },
};

import type { Static } from 'typebox';
import { countyName } from '../../../../domain/geography.ts';
import type { MarketRow } from '../../../../records/schemas/market.ts';
import { touched } from '../changes.ts';
import type { Fold } from '../figures.ts';
import { KEYS_AT_ONCE, type View, type ViewDocument } from './view.ts';

const SOURCE = [
  'county_fips',
  'quarter',
  'sale_count',
  'median_price',
  'avg_price',
  'yoy_change',
  'low_sample',
] as const;

type Quarter = Pick<Static<typeof MarketRow>, (typeof SOURCE)[number]>;

const fold: Fold<Quarter, Quarter[]> = {
  kind: 'market',
  field: 'county_fips',
  keysOf: ({ county_fips }) => [county_fips],
  source: SOURCE,
  start: () => [],
  add(rows, row) {
    rows.push(row);
  },
};

function trend(county_fips: string, rows: Quarter[]): ViewDocument {
  return {
    kind: 'trends',
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
export const trendsView: View<Quarter, Quarter[]> = {
  madeOf: { trends: { market: SOURCE } },
  async *keys(context) {
    const quarters = touched(context, ['deeds', 'removals'], 'internal.touched_market', KEYS_AT_ONCE);
    for await (const keys of quarters) {
      yield [...new Set(keys.map((key) => key.slice(0, 5)))];
    }
  },
  fold,
  documents: (_context, keys, counties) => keys.map((county) => trend(county, counties.get(county)!)),
};

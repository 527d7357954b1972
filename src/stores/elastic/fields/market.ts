import { DOUBLE, type Fields, INTEGER, KEYWORD, LONG, STORED } from './types.ts';

export const MARKET = {
  county_fips: KEYWORD,
  county_name: KEYWORD,
  state_fips: KEYWORD,
  state_abbr: STORED,
  quarter: KEYWORD,
  sale_count: INTEGER,
  median_price: DOUBLE,
  avg_price: STORED,
  yoy_change: DOUBLE,
  avg_days_on_market: STORED,
  low_sample: STORED,
  internal: {
    properties: {
      key: KEYWORD,
      seq: LONG,
    },
  },
} as const satisfies Fields;

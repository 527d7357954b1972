import { DOUBLE, type Fields, INTEGER, KEYWORD, LONG, STORED } from './types.ts';

export const FLIPS = {
  county_fips: KEYWORD,
  parcel_id: STORED,
  address: STORED,
  buy_date: STORED,
  buy_price: STORED,
  sell_date: STORED,
  sell_price: STORED,
  profit: DOUBLE,
  hold_days: STORED,
  flip_tier: KEYWORD,
  buyer_name: STORED,
  seller_name: STORED,
  internal: {
    properties: {
      key: KEYWORD,
      seq: LONG,
      state_fips: KEYWORD,
      sold: INTEGER,
      flipper: KEYWORD,
    },
  },
} as const satisfies Fields;

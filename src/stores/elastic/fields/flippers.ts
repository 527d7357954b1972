import { DOUBLE, type Fields, INTEGER, KEYWORD, LONG, STORED } from './types.ts';

export const FLIPPERS = {
  owner_id: STORED,
  name: STORED,
  entity_type: STORED,
  flip_count: INTEGER,
  quick_count: STORED,
  standard_count: STORED,
  long_count: STORED,
  total_profit: DOUBLE,
  median_profit: STORED,
  median_hold_days: STORED,
  total_buy_volume: STORED,
  total_sell_volume: STORED,
  counties: STORED,
  last_flip_date: STORED,
  internal: {
    properties: {
      key: KEYWORD,
      seq: LONG,
      area: KEYWORD,
      tier: KEYWORD,
    },
  },
} as const satisfies Fields;

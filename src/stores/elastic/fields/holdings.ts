import { DOUBLE, type Fields, INTEGER, KEYWORD, LONG, STORED } from './types.ts';

export const HOLDINGS = {
  owner_id: STORED,
  owner_name: STORED,
  entity_class: KEYWORD,
  property_count: INTEGER,
  total_assessed_value: DOUBLE,
  avg_assessed_value: STORED,
  states: STORED,
  counties: STORED,
  internal: {
    properties: {
      key: KEYWORD,
      seq: LONG,
      area: KEYWORD,
    },
  },
} as const satisfies Fields;

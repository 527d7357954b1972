import { type Fields, KEYWORD, OPAQUE, STORED } from './types.ts';

export const COVERAGE = {
  state_fips: KEYWORD,
  state_name: STORED,
  county_fips: KEYWORD,
  county_name: STORED,
  parcel_count: STORED,
  geocoded_pct: STORED,
  owner_pct: STORED,
  value_pct: STORED,
  internal: {
    properties: {
      key: KEYWORD,
      code: KEYWORD,
      extent: OPAQUE,
    },
  },
} as const satisfies Fields;

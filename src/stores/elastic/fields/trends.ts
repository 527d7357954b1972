import { type Fields, KEYWORD, OPAQUE, STORED } from './types.ts';

export const TRENDS = {
  county_fips: KEYWORD,
  county_name: STORED,
  quarters: OPAQUE,
  internal: {
    properties: {
      key: KEYWORD,
    },
  },
} as const satisfies Fields;

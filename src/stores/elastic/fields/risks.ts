import { type Fields, KEYWORD, LOAD, OPAQUE, STORED } from './types.ts';

export const RISKS = {
  county_fips: KEYWORD,
  parcel_id: STORED,
  updated_at: STORED,
  risk: OPAQUE,
  internal: {
    properties: {
      key: KEYWORD,
      load: LOAD,
      hash: STORED,
      prev: OPAQUE,
      nulled: OPAQUE,
    },
  },
} as const satisfies Fields;

import { type Fields, KEYWORD, LOAD } from './types.ts';

export const REMOVALS = {
  county_fips: KEYWORD,
  internal: {
    properties: {
      load: LOAD,
      touched: KEYWORD,
      touched_owners: KEYWORD,
      touched_packs: KEYWORD,
      touched_groups: KEYWORD,
      touched_parties: KEYWORD,
      touched_market: KEYWORD,
      touched_contractors: KEYWORD,
    },
  },
} as const satisfies Fields;

import { type Fields, KEYWORD, LONG, STORED, TIME } from './types.ts';

/** Parcels that were removed, for callers that keep a copy. */
export const REMOVED = {
  id: KEYWORD,
  county_fips: KEYWORD,
  state_fips: KEYWORD,
  removed_at: TIME,
  why: STORED,
  internal: { properties: { seq: LONG } },
} as const satisfies Fields;

import { type Fields, KEYWORD, LOAD, OPAQUE } from './types.ts';

export const OUTLINES = {
  county_fips: KEYWORD,
  cells: { ...KEYWORD, doc_values: false },
  rings: OPAQUE,
  internal: { properties: { load: LOAD } },
} as const satisfies Fields;

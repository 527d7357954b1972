import { AGGREGATED_DOUBLE, BOOLEAN, type Fields, KEYWORD, LONG, STORED } from './types.ts';

export const COUNTIES = {
  county_fips: KEYWORD,
  ratio: AGGREGATED_DOUBLE,
  permits_linked: BOOLEAN,
  derived_load: LONG,
  settled: BOOLEAN,
  edition: STORED,
  loading: { ...BOOLEAN, index: false, doc_values: false },
  begun_load: { ...LONG, index: false, doc_values: false },
  demo_complete: BOOLEAN,
  demo_removed: BOOLEAN,
} as const satisfies Fields;

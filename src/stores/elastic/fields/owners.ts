import { BEGUN_WORDS, type Fields, INTEGER, KEYWORD, LONG, OPAQUE, STORED } from './types.ts';

export const OWNERS = {
  owner_id: STORED,
  owner_name: STORED,
  entity_type: STORED,
  entity_class: STORED,
  property_count: INTEGER,
  total_assessed_value: STORED,
  avg_assessed_value: STORED,
  total_acreage: STORED,
  states: STORED,
  counties: STORED,
  absentee_count: STORED,
  first_acquired: STORED,
  last_acquired: STORED,
  mailing_address: STORED,
  name_variants: STORED,
  internal: {
    properties: {
      key: KEYWORD,
      seq: LONG,
      name: { ...KEYWORD, doc_values: false, ignore_above: 8000 },
      words: BEGUN_WORDS,
      zoning: OPAQUE,
    },
  },
} as const satisfies Fields;

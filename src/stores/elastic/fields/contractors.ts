import { DOUBLE, type Fields, INTEGER, KEYWORD, LONG, OPAQUE, STORED, SUBSTRING } from './types.ts';

export const CONTRACTORS = {
  contractor_id: STORED,
  contractor_name: STORED,
  contractor_license: STORED,
  permit_count: INTEGER,
  valued_permit_count: STORED,
  total_permit_value: DOUBLE,
  avg_permit_value: STORED,
  jurisdictions: STORED,
  states: STORED,
  permit_types: OPAQUE,
  first_permit_date: STORED,
  last_permit_date: STORED,
  internal: {
    properties: {
      key: KEYWORD,
      seq: LONG,
      area: KEYWORD,
      names: SUBSTRING,
    },
  },
} as const satisfies Fields;

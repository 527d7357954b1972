import { type Fields, KEYWORD, OPAQUE, STORED } from './types.ts';

/** How parcels of a county are valued; a document of a state, without a county, has the model of its counties with few sales. */
export const VALUES = {
  county_fips: KEYWORD,
  state_fips: KEYWORD,
  scope: STORED,
  as_of: STORED,
  accuracy: OPAQUE,
  knows: STORED,
  measured_at: STORED,
  model: OPAQUE,
  internal: {
    properties: {
      key: KEYWORD,
      found: STORED,
      served: STORED,
      model: STORED,
    },
  },
} as const satisfies Fields;

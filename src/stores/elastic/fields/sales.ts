import { DAY, DOUBLE, type Fields, GEO_POINT, KEYWORD, LONG, STORED } from './types.ts';

/** Usable sales with the leaves of a model's trees that their parcels end in. */
export const SALES = {
  id: KEYWORD,
  address: STORED,
  sale_date: DAY,
  sale_price: STORED,
  price_today: STORED,
  location: GEO_POINT,
  class: KEYWORD,
  zip: KEYWORD,
  city: KEYWORD,
  land_use: KEYWORD,
  bedrooms: DOUBLE,
  bathrooms: DOUBLE,
  building_sqft: STORED,
  lot_sqft: STORED,
  year_built: STORED,
  internal: {
    properties: {
      key: KEYWORD,
      seq: LONG,
      leaves: { ...KEYWORD, doc_values: false },
    },
  },
} as const satisfies Fields;

import type { Polygon } from 'geojson';

/** WGS84 degrees. */
export interface Point {
  lat: number;
  lon: number;
}

/** A parcel as the ingest takes it without an adapter. Money is USD, areas are as named, dates `YYYY-MM-DD`. */
export interface CanonicalParcel {
  county_fips: string;
  parcel_id: string;
  street: string | null;
  unit: string | null;
  city: string | null;
  zip: string | null;
  location: Point | null;
  outline?: Polygon | null;
  owner_name: string | null;
  owner_name_2: string | null;
  mailing_address: string | null;
  mailing_city: string | null;
  mailing_state: string | null;
  mailing_zip: string | null;
  mailing_country: string | null;
  total_assessed_value: number | null;
  land_value: number | null;
  improvement_value: number | null;
  market_value: number | null;
  tax_year: number | null;
  tax_amount: number | null;
  land_use_code: string | null;
  land_use: string | null;
  zoning: string | null;
  zoning_category: string | null;
  acreage: number | null;
  lot_sqft: number | null;
  building_sqft: number | null;
  year_built: number | null;
  bedrooms: number | null;
  bathrooms: number | null;
  stories: number | null;
  units: number | null;
  sale_price: number | null;
  sale_date: string | null;
  source: string;
  source_date: string;
}

export interface CanonicalDeed {
  county_fips: string;
  parcel_id: string;
  document_number: string | null;
  recorded_date: string;
  sale_date: string | null;
  sale_price_usd: number | null;
  grantor: string | null;
  grantee: string | null;
  document_type: string;
  book: string | null;
  page: string | null;
  source: string;
}

/** `permit_status` is the publisher's own word. */
export interface CanonicalPermit {
  jurisdiction_id: string;
  permit_number: string;
  permit_type: string | null;
  permit_status: string | null;
  filed_date: string | null;
  issued_date: string | null;
  completed_date: string | null;
  expires_date: string | null;
  description: string | null;
  estimated_cost: number | null;
  contractor_name: string | null;
  contractor_license: string | null;
  applicant_name: string | null;
  county_fips: string;
  parcel_id: string | null;
  location: Point | null;
  work_class: string | null;
  source: string;
}

/** Risk of a county or, with `parcel_id`, of one parcel. Scores are 0–100, higher is worse. */
export interface CanonicalRisk {
  county_fips: string;
  parcel_id?: string;
  overall_score?: number;
  inland_flood_score?: number;
  coastal_flood_score?: number;
  wildfire_score?: number;
  air_quality_score?: number;
  median_aqi?: number;
  unhealthy_days?: number;
  crime_score?: number;
  as_of: string;
  source: string;
}

export type Kind =
  | 'single'
  | 'condo'
  | 'duplex'
  | 'apartment'
  | 'retail'
  | 'office'
  | 'mixed'
  | 'industrial'
  | 'vacant'
  | 'farm'
  | 'exempt'
  | 'utility';

export interface Town {
  city: string;
  zip: string;
  lat: number;
  lon: number;
  /** Parts of the county's parcels, out of the sum over its towns. */
  share: number;
  setting: 'core' | 'suburb' | 'rural';
  level: number;
  era: number;
}

export interface County {
  fips: string;
  seed: number;
  state: string;
  name: string;
  stateName: string;
  parcels: number;
  /** How people are written: LAST, FIRST M & SPOUSE / two lines / LAST FIRST M / FIRST M LAST & SPOUSE. */
  names: 'comma' | 'two_lines' | 'last' | 'first';
  /** Whether north–south streets are numbered, with N and S before them. */
  numbered: boolean;
  /** USD per square foot of building and land together, in 2026. */
  pricePerSqft: number;
  landShare: number;
  /** Exponent on the national price curve: above 1, prices move more than the nation's. */
  swing: number;
  /** full market value, a share of it, a cap for those who live there, or the purchase price plus 2 % a year. */
  assessment: 'full' | 'share' | 'cap' | 'purchase';
  taxRate: number;
  disclosed: number;
  permitsLinked: boolean;
  country: string | null;
  towns: readonly Town[];
  /** The assessor's number of the parcel with this index; `block` and `slot` are its place on the grid. */
  parcelNumber: (index: number, block: number, slot: number) => string;
  /** The recorder's number of a document, from its year and a serial unique in the county. */
  documentNumber: (year: number, serial: number) => string | null;
  permitNumber: (year: number, serial: number) => string;
  oddNumbers?: Readonly<Record<number, string>>;
}

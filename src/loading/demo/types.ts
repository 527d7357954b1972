/** Days since 1970-01-01 of a calendar day; `month` is 1–12. */
export const dayOf = (year: number, month: number, day: number): number =>
  Date.UTC(year, month - 1, day) / 86_400_000;

/** The newest day in the demo data. It is fixed, so the data never changes. */
export const LAST_DAY = dayOf(2026, 9, 30);

/** The calendar year of a day number. */
export const yearOf = (day: number): number => new Date(day * 86_400_000).getUTCFullYear();

/** `YYYY-MM-DD` of a day number. */
export const isoDay = (day: number): string => new Date(day * 86_400_000).toISOString().slice(0, 10);

/** WGS84 degrees. */
export interface Point {
  lat: number;
  lon: number;
}

export interface Town {
  city: string;
  zip: string;
  lat: number;
  lon: number;
  parcels: number;
  setting: 'core' | 'suburb' | 'rural';
  /** Price level relative to the county's. */
  level: number;
  /** The year around which the town was built. */
  era: number;
}

export interface County {
  fips: string;
  state: string;
  name: string;
  stateName: string;
  /**
   * How names are written (LAST, FIRST M & SPOUSE / two lines / LAST FIRST M / FIRST M LAST & SPOUSE), whether offices write
   * in capitals, and whether north–south streets are numbered, with N or S before the name.
   */
  style: { names: 'comma' | 'two_lines' | 'last' | 'first'; capitals: boolean; numberedStreets: boolean };
  /**
   * USD per square foot of building and land together, in 2026; the land's share of it; the exponent on the national price
   * curve (above 1, prices move more than the nation's); and the share of prices that are published.
   */
  prices: { perSqft: number; landShare: number; swing: number; disclosed: number };
  /** Assessed at full market value, a share of it, a cap for owners who live there, or the purchase price plus 2% a year. */
  tax: { assessment: 'full' | 'share' | 'cap' | 'purchase'; rate: number };
  towns: readonly Town[];
  /** The assessor's number of the parcel with this index; `block` and `slot` are its place in the grid. */
  parcelNumber: (index: number, block: number, slot: number) => string;
  /** The recorder's number of a document, from its year and a serial unique in the county. */
  documentNumber: (year: number, serial: number) => string | null;
  permitNumber: (year: number, serial: number) => string;
}

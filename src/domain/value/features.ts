import type { ZoningCategory } from '../zoning-category.ts';

export const CLASSES = ['residential', 'commercial', 'other'] as const;
export type ValueClass = (typeof CLASSES)[number];

/** What a value is made of: a parcel's own attributes, none of which its owner or its sales change. */
export interface Described {
  parcel_id: string;
  location: { lat: number; lon: number } | null;
  zip: string | null;
  city: string | null;
  land_use_code: string | null;
  land_use: string | null;
  zoning: string | null;
  zoning_category: ZoningCategory | null;
  building_sqft: number | null;
  lot_sqft: number | null;
  year_built: number | null;
  bedrooms: number | null;
  bathrooms: number | null;
  stories: number | null;
  units: number | null;
  total_assessed_value: number | null;
  tax_year: number | null;
}

/** The fields that a value is made of. */
export const VALUE_FIELDS = [
  'parcel_id',
  'location',
  'zip',
  'city',
  'land_use_code',
  'land_use',
  'zoning',
  'zoning_category',
  'building_sqft',
  'lot_sqft',
  'year_built',
  'bedrooms',
  'bathrooms',
  'stories',
  'units',
  'total_assessed_value',
  'tax_year',
] as const satisfies (keyof Described)[];

/** Features in the order of the columns: numbers, then words. Lean lines, since a tree cuts only across or along. */
export const NUMBERS = [
  'building_sqft',
  'lot_sqft',
  'year_built',
  'bedrooms',
  'bathrooms',
  'stories',
  'units',
  'lat',
  'lon',
  'northeast',
  'northwest',
  'parcel_number',
  'total_assessed_value',
] as const;
export const WORDS = ['class', 'zip', 'city', 'land_use', 'zoning'] as const;
export const AREA = NUMBERS.indexOf('building_sqft');
export const ASSESSED = NUMBERS.indexOf('total_assessed_value');

export interface Features {
  /** NaN where unknown. */
  numbers: number[];
  words: (string | null)[];
}

/** residential; commercial with industrial and mixed uses; other. Without a category, bedrooms make it residential. */
export function classOf({ zoning_category, bedrooms }: Pick<Described, 'zoning_category' | 'bedrooms'>) {
  if (zoning_category === null) return (bedrooms ?? 0) > 0 ? 'residential' : 'other';
  if (zoning_category === 'residential') return 'residential';
  const isCommercial = ['commercial', 'industrial', 'mixed'].includes(zoning_category);
  return isCommercial ? 'commercial' : 'other';
}

const signsOf = (parcel_id: string) => parcel_id.toUpperCase().replace(/[^0-9A-Z]/g, '');

/** The beginning of a parcel number as a number: counties number their parcels map by map. */
const placeOf = (parcel_id: string) => Number.parseInt(signsOf(parcel_id).slice(0, 10).padEnd(10, '0'), 36);

/** The part of a parcel number that parcels of one map or subdivision have in common: half of it, six signs at most. */
export function mapOf(parcel_id: string): string {
  const signs = signsOf(parcel_id);
  return signs.slice(0, Math.min(6, signs.length >> 1));
}

/** An assessed value says nothing of a sale in its own year or before: it may have been set after that price was known. */
export const isAssessedBefore = (tax_year: number | null, year: number): boolean =>
  tax_year !== null && tax_year < year;

/** The features of a parcel. */
export function featuresOf(parcel: Described): Features {
  const { location, total_assessed_value } = parcel;
  const known = (value: number | null | undefined) => value ?? Number.NaN;
  const measured = (value: number | null) => (value !== null && value > 0 ? value : Number.NaN);
  const [lat, lon] = [known(location?.lat), known(location?.lon)];
  // A degree of longitude is shorter than one of latitude.
  const east = lon * Math.cos((lat * Math.PI) / 180);
  return {
    numbers: [
      measured(parcel.building_sqft),
      measured(parcel.lot_sqft),
      measured(parcel.year_built),
      known(parcel.bedrooms),
      known(parcel.bathrooms),
      known(parcel.stories),
      known(parcel.units),
      lat,
      lon,
      lat + east,
      lat - east,
      placeOf(parcel.parcel_id),
      measured(total_assessed_value),
    ],
    words: [
      classOf(parcel),
      parcel.zip?.slice(0, 5) ?? null,
      parcel.city,
      parcel.land_use ?? parcel.land_use_code,
      parcel.zoning,
    ],
  };
}

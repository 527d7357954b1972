import type { ZoningCategory } from '../zoning-category.ts';

export const CLASSES = ['residential', 'commercial', 'other'] as const;
export type ValueClass = (typeof CLASSES)[number];

const TEXTS = ['zip', 'city', 'land_use_code', 'land_use', 'zoning'] as const;
const AMOUNTS = [
  ...(['building_sqft', 'lot_sqft', 'year_built', 'bedrooms', 'bathrooms', 'stories', 'units'] as const),
  'total_assessed_value',
] as const;

/** What a value is made of: a parcel's own attributes, none of which its owner or its sales change. */
export interface Described
  extends Record<(typeof TEXTS)[number], string | null>,
    Record<(typeof AMOUNTS)[number] | 'tax_year', number | null> {
  parcel_id: string;
  location: { lat: number; lon: number } | null;
  zoning_category: ZoningCategory | null;
}

/** The fields that a value is made of. */
export const VALUE_FIELDS = [
  ...(['parcel_id', 'location', 'zoning_category', 'tax_year'] as const),
  ...TEXTS,
  ...AMOUNTS,
] satisfies (keyof Described)[];

/** Features in the order of the columns: numbers, then words. Lean lines, since a tree cuts only across or along. */
export const NUMBERS = [...AMOUNTS, 'lat', 'lon', 'northeast', 'northwest', 'parcel_number'] as const;
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
  const { lat, lon } = parcel.location ?? { lat: Number.NaN, lon: Number.NaN };
  // A degree of longitude is shorter than one of latitude.
  const east = lon * Math.cos((lat * Math.PI) / 180);
  return {
    numbers: [
      // No amount tells no more than an unknown one.
      ...AMOUNTS.map((field) => parcel[field] || Number.NaN),
      ...[lat, lon, lat + east, lat - east, placeOf(parcel.parcel_id)],
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

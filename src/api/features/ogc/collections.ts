import Type, { type TSchema } from 'typebox';
import { ENTITY_TYPES } from '../../../domain/entity-class.ts';
import { ZONING_CATEGORIES } from '../../../domain/zoning-category.ts';
import type { Clause } from '../../../records/question.ts';
import { CountyFips, StateFips } from '../../../records/schemas/area.ts';
import { Substring } from '../../../records/schemas/common.ts';
import type { FieldName } from '../../answers/fields.ts';

const word = (description: string, example: string) => Substring(description, example, 100);

/** Properties of features that a request can filter by, equal to a value. */
export const PROPERTIES = {
  county_fips: CountyFips,
  state_fips: StateFips,
  parcel_id: word('Parcel number', '0109109006000'),
  city: word('City', 'LINCOLN'),
  zip: word('ZIP code as stored', '68508'),
  owner_id: word('Stable id of the owner', '5f0c1d7e9a3b4c625f0c'),
  entity_type: Type.Enum([...ENTITY_TYPES], { description: 'Kind of owner' }),
  zoning_category: Type.Enum([...ZONING_CATEGORIES], { description: 'Zoning category' }),
  absentee_owner: Type.Boolean({ description: 'Whether the owner’s mailing address is elsewhere' }),
  out_of_state_owner: Type.Boolean({ description: 'Whether it is in another state or country' }),
  year_built: Type.Integer({ minimum: 0, maximum: 9_999, description: 'Year built' }),
} satisfies Partial<Record<FieldName, TSchema>>;

interface Collection {
  title: string;
  description: string;
  /** Which parcels are its features. */
  filter: Clause[];
  /** The property that `datetime` is compared with. */
  time: { field: FieldName; isDay: boolean };
  /** Null for all of the parcel. */
  fields: FieldName[] | null;
  /** Whether geometries are outlines where these are known. */
  outline: boolean;
}

export const COLLECTIONS: Readonly<Record<string, Collection>> = {
  parcels: {
    title: 'Parcels',
    description:
      'Every parcel with its owner, values and deal score: its outline where it is known, else its point. `datetime` is compared with `updated_at`.',
    filter: [],
    time: { field: 'updated_at', isDay: false },
    fields: null,
    outline: true,
  },
  sales: {
    title: 'Sales',
    description: 'The last sale of each parcel as a point. `datetime` is compared with `sale_date`.',
    filter: [{ exists: { field: 'sale_date' } }, { exists: { field: 'location' } }],
    time: { field: 'sale_date', isDay: true },
    fields: [
      'id',
      'county_fips',
      'parcel_id',
      'address',
      'city',
      'zip',
      'sale_date',
      'sale_price',
      'sale_arms_length',
      'land_use',
      'zoning_category',
      'building_sqft',
      'year_built',
      'total_assessed_value',
    ],
    outline: false,
  },
};

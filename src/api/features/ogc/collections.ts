import Type, { type TSchema } from 'typebox';
import { ENTITY_TYPES } from '../../../domain/entity-class.ts';
import { ZONING_CATEGORIES } from '../../../domain/zoning-category.ts';
import type { Clause } from '../../../records/question.ts';
import { CountyFips, StateFips } from '../../../records/schemas/area.ts';
import { Substring } from '../../../records/schemas/common.ts';
import type { Parcel } from '../../../records/schemas/parcel.ts';
import type { Permit } from '../../../records/schemas/permit.ts';
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
  contractor_id: word('Stable id of the contractor, of permits', '4c1d7e9a3b5f0c625f0c'),
} satisfies Record<string, TSchema>;
export type PropertyName = keyof typeof PROPERTIES;

const OF_PERMITS: PropertyName[] = ['county_fips', 'contractor_id'];
const OF_PARCELS = (Object.keys(PROPERTIES) as PropertyName[]).filter((name) => name !== 'contractor_id');

interface Shared {
  title: string;
  description: string;
  /** The properties that a request can filter by. */
  properties: PropertyName[];
  /** Which records are its features. */
  filter: Clause[];
  /** What `datetime` is compared with. */
  time: { field: string; isDay: boolean };
  /** A keyword that orders the few records that share a number. */
  tie: string;
}

interface OfParcels extends Shared {
  kind: 'parcels';
  /** Null for all of the parcel. */
  fields: FieldName[] | null;
  /** Whether geometries are outlines where these are known. */
  outline: boolean;
  isFeature(parcel: Parcel): boolean;
}

interface OfPermits extends Shared {
  kind: 'permits';
  isFeature(permit: Permit): boolean;
}

export type Collection = OfParcels | OfPermits;

const PLACED = { exists: { field: 'location' } };

export const COLLECTIONS: Readonly<Record<string, Collection>> = {
  parcels: {
    kind: 'parcels',
    title: 'Parcels',
    description:
      'Every parcel with its owner, values and deal score: its outline where it is known, else its point. `datetime` is compared with `updated_at`.',
    properties: OF_PARCELS,
    filter: [],
    time: { field: 'updated_at', isDay: false },
    tie: 'id',
    fields: null,
    outline: true,
    isFeature: () => true,
  },
  sales: {
    kind: 'parcels',
    title: 'Sales',
    description: 'The last sale of each parcel as a point. `datetime` is compared with `sale_date`.',
    properties: OF_PARCELS,
    filter: [{ exists: { field: 'sale_date' } }, PLACED],
    time: { field: 'sale_date', isDay: true },
    tie: 'id',
    isFeature: ({ sale_date, location }) => sale_date !== null && location !== null,
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
  permits: {
    kind: 'permits',
    title: 'Permits',
    description:
      'The building permits that their publisher gives a place, as points. `datetime` is compared with `filed_date`, else `issued_date`.',
    properties: OF_PERMITS,
    filter: [PLACED],
    time: { field: 'internal.date', isDay: true },
    tie: 'internal.parcel',
    isFeature: ({ location }) => location !== null,
  },
};

import type { EntityClass } from '../../../../domain/entity-class.ts';
import type { Records } from './fold.ts';

export interface OwnedParcel {
  owner_id: string | null;
  owner_name: string;
  entity_class: EntityClass | null;
  state: string;
  state_fips: string;
  county_fips: string;
  mailing_address: string | null;
  absentee_owner: boolean | null;
  total_assessed_value: number | null;
  acreage: number | null;
  sale_date: string | null;
  zoning_category: string | null;
}

/** Parcels by their owner, for all views of owners. */
export const OWNED: Records<OwnedParcel> = {
  kind: 'parcels',
  field: 'owner_id',
  keyOf: ({ owner_id }) => owner_id,
  source: [
    'owner_id',
    'owner_name',
    'entity_class',
    'state',
    'state_fips',
    'county_fips',
    'mailing_address',
    'absentee_owner',
    'total_assessed_value',
    'acreage',
    'sale_date',
    'zoning_category',
  ] satisfies (keyof OwnedParcel)[],
};

import type { Deed } from '../../records/schemas/deed.ts';
import type { Parcel } from '../../records/schemas/parcel.ts';
import type { Permit } from '../../records/schemas/permit.ts';
import { pick } from './answer.ts';

const PARCEL = [
  'id',
  'address',
  'location',
  'owner_name',
  'entity_type',
  'absentee_owner',
  'mailing_state',
  'total_assessed_value',
  'land_use',
  'zoning_category',
  'acreage',
  'building_sqft',
  'year_built',
  'sale_price',
  'sale_date',
  'latest_grantee',
  'latest_deed_date',
  'deal_score',
] as const satisfies (keyof Parcel)[];

const DEED = [
  'recorded_date',
  'sale_date',
  'sale_price_usd',
  'grantor',
  'grantee',
  'document_type',
  'is_arm_length',
  'arm_length_reasons',
  'document_number',
] as const satisfies (keyof Deed)[];

const PERMIT = [
  'permit_number',
  'permit_type',
  'permit_status',
  'filed_date',
  'issued_date',
  'completed_date',
  'description',
  'estimated_cost',
  'contractor_name',
  'jurisdiction_id',
] as const satisfies (keyof Permit)[];

type Some<R, K extends keyof R> = Pick<R, K>;

/** The fields of a parcel that a list shows. */
export const parcelRow = (parcel: Some<Parcel, (typeof PARCEL)[number]>) => pick(parcel, PARCEL);
/** The fields of a deed that a list shows. */
export const deedRow = (deed: Some<Deed, (typeof DEED)[number]>) => pick(deed, DEED);
/** The fields of a permit that a list shows. */
export const permitRow = (permit: Some<Permit, (typeof PERMIT)[number]>) => pick(permit, PERMIT);

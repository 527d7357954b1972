/**
 * The records as the service stores them, which the plain computations in this folder start from. Rules about one record
 * (owner id, entity class, absentee, usable for statistics, contractor id) have their own tests; everything that is made
 * of several records is computed again here, without code of the service.
 */
import type { IndexKind } from '../../../../src/stores/elastic/indices.ts';
import type { Harness } from '../../../helper.ts';
import { stored } from '../../../loading/ingest/support.ts';

/** A parcel as the API returns it. */
export interface Parcel {
  id: string;
  county_fips: string;
  county_name: string;
  parcel_id: string;
  state_fips: string;
  state: string;
  address: string | null;
  location: object | null;
  owner_id: string | null;
  owner_name: string | null;
  entity_type: string | null;
  entity_class: string | null;
  mailing_address: string | null;
  absentee_owner: boolean | null;
  out_of_state_owner: boolean | null;
  total_assessed_value: number | null;
  zoning: string | null;
  zoning_category: string | null;
  acreage: number | null;
  sale_date: string | null;
}

export interface Deed {
  id: string;
  county_fips: string;
  parcel_id: string;
  sale_date: string | null;
  recorded_date: string | null;
  sale_price_usd: number | null;
  grantor: string | null;
  grantee: string | null;
  usable_for_stats: boolean;
  days_on_market: number | null;
}

export interface Permit {
  county_fips: string;
  permit_id: string;
  permit_type: string | null;
  jurisdiction_id: string;
  filed_date: string | null;
  issued_date: string | null;
  estimated_cost: number | null;
  contractor_id: string | null;
  contractor_name: string | null;
  contractor_license: string | null;
}

export interface Records {
  parcels: Parcel[];
  deeds: Deed[];
  permits: Permit[];
}

async function shown<T>(harness: Harness, kind: IndexKind): Promise<T[]> {
  const records: T[] = [];
  for (const { internal: _internal, version: _version, ...record } of (await stored(harness, kind)).values())
    records.push(record as T);
  return records;
}

/** Everything that is loaded, without the service's own keys. */
export async function readRecords(harness: Harness): Promise<Records> {
  return {
    parcels: await shown<Parcel>(harness, 'parcels'),
    deeds: await shown<Deed>(harness, 'deeds'),
    permits: await shown<Permit>(harness, 'permits'),
  };
}

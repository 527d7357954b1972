import type { EventfulKind } from '../../../domain/events.ts';
import { stableId } from './kind.ts';
import { permitRecordId } from './permits.ts';

interface Numbered {
  county_fips: string;
  parcel_id: string | null;
  document_number?: string | null;
  permit_number?: string | null;
  jurisdiction_id?: string;
}

/** The permit id that earlier versions made of a permit's number, whatever its year; null without a number. */
export const formerPermitId = ({ jurisdiction_id, permit_number = null }: Numbered): string | null =>
  permit_number === null ? null : stableId('number', jurisdiction_id!, permit_number);

/** The id that earlier versions gave to a record by its number, whatever its year; null without a number. */
export function formerId(kind: EventfulKind, record: Numbered): string | null {
  const { county_fips, parcel_id, document_number = null } = record;
  if (kind === 'deeds')
    return document_number === null ? null : stableId('document', county_fips, document_number, parcel_id);
  const permit = formerPermitId(record);
  return permit === null ? null : permitRecordId(permit, county_fips, parcel_id);
}

import { contractorId } from '../../../domain/contractor.ts';
import { numberAndYear, numberOrder } from '../../../domain/deed-order.ts';
import { permitStatus } from '../../../domain/permit-status.ts';
import { namedIn, withheld } from '../../../domain/suppression.ts';
import { sequenceOf } from '../../../stores/elastic/sequence.ts';
import {
  anyDate,
  description,
  disclosed,
  money,
  pastDate,
  point,
  readFields,
  readPlace,
  text,
} from '../fields.ts';
import { type RecordKind, stableId, toucher } from './kind.ts';

const FIELDS = {
  permit_id: text,
  permit_number: text,
  permit_type: text,
  permit_status: text,
  filed_date: pastDate,
  issued_date: pastDate,
  description,
  estimated_cost: money,
  contractor_name: disclosed,
  contractor_license: text,
  applicant_name: disclosed,
  jurisdiction_id: text,
  work_class: text,
  completed_date: pastDate,
  expires_date: anyDate,
  source: text,
};

const PLACE = ['county_fips', 'parcel_id', 'location', 'lat', 'lon'] as const;
export type PermitKey = keyof typeof FIELDS | (typeof PLACE)[number];

interface PermitDraft {
  id: string;
  permit_id: string;
  jurisdiction_id: string;
  county_fips: string;
  parcel_id: string | null;
  values: ReturnType<typeof readFields<typeof FIELDS>>;
  location: ReturnType<typeof point>;
}

interface Identified {
  jurisdiction_id: string;
  parcel_id: string | null;
  permit_number: string | null;
  filed_date: string | null;
  issued_date: string | null;
  permit_type: string | null;
  description: string | null;
}

/**
 * The permit id of a permit without one of its publisher: by number and year, else by what it says. The year is that of the
 * filed date, which does not change later; only a permit without it takes the year of the issued date.
 */
export function permitId(permit: Identified): string {
  const { jurisdiction_id, parcel_id, filed_date, issued_date } = permit;
  const number = numberAndYear(permit.permit_number, filed_date ?? issued_date);
  if (number !== null) return stableId('number', jurisdiction_id, ...number);
  const { permit_type, description } = permit;
  return stableId('text', jurisdiction_id, parcel_id, filed_date, issued_date, permit_type, description);
}

/** The id of the record of a permit on a parcel. */
export const permitRecordId = (permit_id: string, county_fips: string, parcel_id: string | null): string =>
  `${permit_id}:${county_fips}:${parcel_id ?? ''}`;

/** A number that distinguishes permits. */
export const permitSequence = (jurisdiction_id: string, permit_id: string): number =>
  sequenceOf(`${jurisdiction_id}\n${permit_id}`);

export const permitKind: RecordKind<PermitDraft> = {
  kind: 'permits',
  keys: new Set([...Object.keys(FIELDS), ...PLACE]),

  draft(record, reading) {
    const identifiers = ['jurisdiction_id', 'permit_id', 'permit_number'];
    const rules = { parcelRequired: false, placeholderAllowed: false, identifiers };
    const place = readPlace(record, rules, reading);
    if ('reason' in place) return place;
    const { county_fips, parcel_id } = place;
    const values = readFields(FIELDS, record, reading);
    const jurisdiction_id = values.jurisdiction_id ?? county_fips;
    const permit_id = values.permit_id ?? permitId({ ...values, jurisdiction_id, parcel_id });
    const id = permitRecordId(permit_id, county_fips, parcel_id);
    // Elasticsearch takes ids of up to 512 bytes.
    if (Buffer.byteLength(id) > 512) return { reason: 'permit_id_too_long', field: 'permit_id' };
    return {
      id,
      permit_id,
      jurisdiction_id,
      county_fips,
      parcel_id,
      values,
      location: point(record, reading),
    };
  },

  build(
    { id, permit_id, jurisdiction_id, county_fips, parcel_id, values, location },
    before,
    _reading,
    stamp,
  ) {
    const parcel = parcel_id === null ? null : `${county_fips}:${parcel_id}`;
    const contractor = contractorId(values.contractor_name);
    const touch = toucher(before, stamp);
    // The order of the keys is that of the schema.
    const { completed_date, expires_date, source, ...shown } = values;
    return {
      id,
      county_fips,
      parcel_id,
      ...shown,
      permit_id,
      permit_status: permitStatus(values.permit_status),
      jurisdiction_id,
      status_raw: values.permit_status,
      completed_date,
      expires_date,
      contractor_id: contractor,
      location,
      source,
      updated_at: stamp.at,
      internal: {
        seq: sequenceOf(id),
        parcel,
        date: values.filed_date ?? values.issued_date,
        touched: touch('touched', parcel, null),
        permit: permitSequence(jurisdiction_id, permit_id),
        touched_contractors: touch('touched_contractors', contractor, before?.record.contractor_id),
      },
    };
  },

  happened: ({ id, values }) =>
    [values.filed_date ?? values.issued_date ?? '9999', numberOrder(values.permit_number), id].join(' '),

  named: ({ county_fips, parcel_id, values }) => namedIn('permits', { county_fips, parcel_id, ...values }),

  withhold(document, before, stamp) {
    const was = before?.record.contractor_id;
    const touched_contractors = toucher(before, stamp)('touched_contractors', null, was);
    return { ...withheld('permits', document), internal: { ...document.internal, touched_contractors } };
  },
};

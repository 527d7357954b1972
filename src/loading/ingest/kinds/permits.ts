import { contractorId } from '../../../domain/contractor.ts';
import { numberAndYear, numberOrder } from '../../../domain/deed-order.ts';
import { permitStatus } from '../../../domain/permit-status.ts';
import { namedIn, withheld } from '../../../domain/suppression.ts';
import { sequenceOf } from '../../../stores/elastic/sequence.ts';
import { anyDate, description, disclosed, money, pastDate, point, readFields, text } from '../fields.ts';
import { readPlace } from '../place.ts';
import { known, type RecordKind, stableId, touchedKeys } from './kind.ts';

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
    return {
      id,
      county_fips,
      parcel_id,
      permit_id,
      permit_number: values.permit_number,
      permit_type: values.permit_type,
      permit_status: permitStatus(values.permit_status),
      filed_date: values.filed_date,
      issued_date: values.issued_date,
      description: values.description,
      estimated_cost: values.estimated_cost,
      contractor_name: values.contractor_name,
      contractor_license: values.contractor_license,
      applicant_name: values.applicant_name,
      jurisdiction_id,
      work_class: values.work_class,
      status_raw: values.permit_status,
      completed_date: values.completed_date,
      expires_date: values.expires_date,
      contractor_id: contractor,
      location,
      source: values.source,
      updated_at: stamp.at,
      internal: {
        seq: sequenceOf(id),
        parcel,
        date: values.filed_date ?? values.issued_date,
        touched: touchedKeys('touched', known(parcel), [], before, stamp),
        permit: permitSequence(jurisdiction_id, permit_id),
        touched_contractors: touchedKeys(
          'touched_contractors',
          known(contractor),
          known(before?.record.contractor_id),
          before,
          stamp,
        ),
      },
    };
  },

  happened: ({ id, values }) =>
    [values.filed_date ?? values.issued_date ?? '9999', numberOrder(values.permit_number), id].join(' '),

  named: ({ county_fips, parcel_id, values }) => namedIn('permits', { county_fips, parcel_id, ...values }),

  withhold(document, before, stamp) {
    const was = known(before?.record.contractor_id);
    const touched_contractors = touchedKeys('touched_contractors', [], was, before, stamp);
    return { ...withheld('permits', document), internal: { ...document.internal, touched_contractors } };
  },
};

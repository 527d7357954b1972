import Type, { type Static } from 'typebox';
import { PERMIT_STATUSES } from '../../domain/permit-status.ts';
import { date, Location, number, oneOf, text, timestamp } from './common.ts';

/** A building permit on one parcel, after BLDS. The order of the keys is the order on the wire. */
export const Permit = Type.Object(
  {
    id: Type.String({
      description: 'permit_id, county and parcel: stable, one for each parcel of a permit',
      examples: ['BLDR-022101-2023:37183:0017801'],
    }),
    county_fips: Type.String({ description: '5-digit county FIPS code', examples: ['37183'] }),
    parcel_id: text('Parcel number; null when the publisher gives none', '0017801'),
    permit_id: Type.String({
      description: 'Internal id, stable across loads, shared by the permit’s parcels',
      examples: ['BLDR-022101-2023'],
    }),
    permit_number: text('Number issued by the jurisdiction', 'BLDR-022101-2023'),
    permit_type: text('Kind of permit as published', 'Building'),
    permit_status: oneOf(
      PERMIT_STATUSES,
      'Status in one of six words; null when the published one is unknown',
      'final',
    ),
    filed_date: date('Date of application', '2023-05-05'),
    issued_date: date('Date of issue', '2023-05-15'),
    description: text('Work description', 'Replace the shingles'),
    estimated_cost: number('Declared cost, USD', 9356.56),
    contractor_name: text('Contractor as published', 'ABEL ROOFING INC'),
    contractor_license: text('Contractor’s license number'),
    applicant_name: text('Applicant as published'),
    jurisdiction_id: text('Issuing jurisdiction', 'raleigh-nc'),
    work_class: text('Class of work', 'Alteration/Repairs'),
    status_raw: text('Status as published', 'Complete'),
    completed_date: date('Date of completion', '2023-08-11'),
    expires_date: date('Date of expiry', '2024-05-15'),
    contractor_id: text('Stable id of the contractor, derived from the normalized name'),
    location: Location,
    source: text('Publisher of the record'),
    updated_at: timestamp('When the record last changed here'),
  },
  { title: 'Permit' },
);
export type Permit = Static<typeof Permit>;

import type { CanonicalRecord, TableAdapter } from './adapter.ts';
import { isoDate, serialDate } from './dates.ts';

/** Building permits of the city of Raleigh, keyed to the county's parcel number; no contractors. */
export const raleighNcPermits: TableAdapter<'permits'> = {
  reads: 'table',
  name: 'raleigh-nc-permits',
  kind: 'permits',
  summary: 'Raleigh, North Carolina: building permits by parcel',
  file: 'permits.csv',
  encoding: 'windows-1252',
  columns: [
    'PIN_NUM',
    'Permit Type Mapped',
    'Work Class',
    'Proposed Work Description',
    'Applied Date',
    'Issued Date',
    'Estimated Project Cost',
    'CO Issued Date',
    'Current Status',
    'Permit Number',
  ],
  map(row): CanonicalRecord<'permits'>[] {
    return [
      {
        jurisdiction_id: 'raleigh-nc',
        permit_number: row['Permit Number'],
        county_fips: '37183',
        parcel_id: row.PIN_NUM,
        permit_type: row['Permit Type Mapped'],
        work_class: row['Work Class'],
        permit_status: row['Current Status'],
        filed_date: isoDate(row['Applied Date'] ?? ''),
        issued_date: isoDate(row['Issued Date'] ?? ''),
        // Unlike the other two dates, this is a spreadsheet's serial day.
        completed_date: serialDate(row['CO Issued Date'] ?? ''),
        description: row['Proposed Work Description'],
        estimated_cost: row['Estimated Project Cost'],
        source: 'raleigh-nc-permits',
      },
    ];
  },
};

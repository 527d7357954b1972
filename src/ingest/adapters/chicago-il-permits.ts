import type { CanonicalRecord, TableAdapter } from './adapter.ts';

const DASH = /\s*[–—]\s*/g;
/** Costs that were typed to fill the field. */
const PLACEHOLDER_COSTS = new Set([6_666_666_666, 9_999_999_999]);

/** Building permits of the city of Chicago since 2021, with a point but no parcel number. */
export const chicagoIlPermits: TableAdapter<'permits'> = {
  reads: 'table',
  name: 'chicago-il-permits',
  kind: 'permits',
  summary: 'Chicago, Illinois: building permits with general contractor, cost and location',
  file: 'permits.csv',
  columns:
    'permit_number status permit_type issue_date work_type reported_cost lat lng general_contractor work_description'.split(
      ' ',
    ),
  map(row): CanonicalRecord<'permits'>[] {
    return [
      {
        jurisdiction_id: 'chicago-il',
        permit_number: row.permit_number,
        county_fips: '17031',
        permit_type: oneDash(row.permit_type ?? ''),
        work_class: oneDash(row.work_type ?? ''),
        permit_status: row.status,
        issued_date: row.issue_date,
        description: row.work_description,
        estimated_cost: PLACEHOLDER_COSTS.has(Number(row.reported_cost)) ? '' : row.reported_cost,
        contractor_name: firstOf(row.general_contractor ?? ''),
        lat: row.lat,
        lon: row.lng,
        source: 'chicago-il-permits',
      },
    ];
  },
};

/** Types are written with a hyphen or an en dash: both become ` - `. */
function oneDash(type: string): string {
  return type.replace(DASH, ' - ');
}

function firstOf(names: string): string {
  const bar = names.indexOf('|');
  return bar < 0 ? names : names.slice(0, bar).trim();
}

import { dateReader } from '../../../domain/written-date.ts';
import type { CanonicalRecord, PublishedRow, TableAdapter } from './adapter.ts';

/** A deed dated more days after the sale is another transfer. */
const LONGEST_RECORDING_DAYS = 90;
const DAY_MS = 86_400_000;
const readDate = dateReader('MM/DD/YYYY')!;

/** Other text stays as published, so that it is counted as nulled. */
const isoDate = (published: string): string => readDate(published.trim()) ?? published;

/**
 * Last transfers of Wake County's parcels. The owners' file gives a parcel's last sale and the date of its newest deed.
 * If that is a later gift or trust transfer, they are two records, and the sale's buyer is unknown.
 */
export const raleighNcDeeds: TableAdapter<'deeds'> = {
  reads: 'table',
  name: 'raleigh-nc-deeds',
  kind: 'deeds',
  summary:
    'Wake County (Raleigh), North Carolina: last sale and newest deed of each parcel, from the owners file',
  file: 'owners.csv',
  columns: ['PIN_NUM', 'OWNER_LINE1', 'TOTAL_SALE_PRICE', 'TOTAL_SALE_DATE', 'DEED_DATE'],
  map(row): CanonicalRecord<'deeds'>[] {
    const sold = isoDate(row.TOTAL_SALE_DATE ?? '');
    const recorded = isoDate(row.DEED_DATE ?? '');
    if (sold === '' && recorded === '') return [];
    const grantee = row.OWNER_LINE1;
    if (sold === '') return [deed(row, { recorded_date: recorded, grantee })];
    const sale = { sale_date: sold, sale_price_usd: row.TOTAL_SALE_PRICE };
    const days = (Date.parse(recorded) - Date.parse(sold)) / DAY_MS;
    if (days > LONGEST_RECORDING_DAYS) {
      return [deed(row, sale), deed(row, { recorded_date: recorded, grantee })];
    }
    return [deed(row, { ...sale, recorded_date: recorded, grantee })];
  },
};

function deed(row: PublishedRow, facts: CanonicalRecord<'deeds'>): CanonicalRecord<'deeds'> {
  return { county_fips: '37183', parcel_id: row.PIN_NUM, ...facts, source: 'wake-nc-revenue' };
}

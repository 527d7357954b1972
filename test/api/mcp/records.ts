/** A small made-up county with something for every tool. */
import { parcels } from '../../client/support.ts';

export const PARCELS = parcels(30);

const deed = (parcel: number, date: string, price: number, grantor: string, grantee: string) => ({
  county_fips: '31109',
  parcel_id: `R-${parcel}/1`,
  document_number: `${parcel}-${date}`,
  recorded_date: date,
  sale_date: date,
  sale_price_usd: price,
  grantor,
  grantee,
  document_type: 'Warranty Deed',
});

export const DEEDS = [
  deed(0, '2024-01-10', 150_000, 'FINCH, ADA', 'OAK STREET HOLDINGS LLC'),
  deed(0, '2024-05-10', 210_000, 'OAK STREET HOLDINGS LLC', 'CRANE, OTTO'),
  deed(1, '2024-02-01', 100_000, 'HERON, IDA', 'OAK STREET HOLDINGS LLC'),
  deed(1, '2024-11-20', 160_000, 'OAK STREET HOLDINGS LLC', 'SWIFT, ELI'),
  deed(2, '2025-04-05', 300_000, 'SWIFT, ELI', 'HERON, IDA'),
];

export const PERMITS = Array.from({ length: 14 }, (_, at) => ({
  county_fips: '31109',
  parcel_id: 'R-0/1',
  jurisdiction_id: 'lincoln-ne',
  permit_number: `B-${at}`,
  permit_type: at % 2 === 0 ? 'Roofing' : 'Electrical',
  permit_status: 'Issued',
  filed_date: `2024-03-${String(at + 1).padStart(2, '0')}`,
  description: 'TEAR OFF AND REPLACE SHINGLES. '.repeat(40),
  estimated_cost: 5_000 + at,
  contractor_name: 'ALDERS ROOFING, INC.',
}));

export const RISKS = [
  { county_fips: '31109', wildfire_score: 12.5, inland_flood_score: 41, crime_score: 55 },
];

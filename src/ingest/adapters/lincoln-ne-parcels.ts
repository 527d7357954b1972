import type { CanonicalRecord, PublishedRow, TableAdapter } from './adapter.ts';
import { cityColumns, mailingStreet } from './mailing.ts';
import { roundTo4, SQFT_PER_ACRE, unlessZero } from './values.ts';

const SITUS = /^([^,]*)(?:, ([^,]+))??, ([A-Z][A-Z .'-]*?)(?:, NE)?(?: +(\d{5}))?$/;
const AREA = /^([\d.]+)(?: ?(sq\.? ?ft|a))?$/i;
const STORIES = /^(\d)( 1\/2)? Story/;

/** Parcels of Lancaster County, Nebraska (assessor's parcel export): one file, no sales. */
export const lincolnNeParcels: TableAdapter<'parcels'> = {
  reads: 'table',
  name: 'lincoln-ne-parcels',
  kind: 'parcels',
  summary: 'Lancaster County, Nebraska, assessor: parcel export',
  file: 'lancaster_parcels.csv',
  columns:
    'PARCELID GIS_AREA CLASSCD SITEADDRES OWNERNME1 PSTLADDRES PSTLCITY PSTLSTATE PSTLZIP5 RESFLRAREA RESYRBLT RESSTRTYP CNTASSDVAL PRIMEUSE lat lng'.split(
      ' ',
    ),
  map(row): CanonicalRecord<'parcels'>[] {
    return [
      {
        county_fips: '31109',
        parcel_id: row.PARCELID,
        ...situs(row.SITEADDRES ?? ''),
        lat: row.lat,
        lon: row.lng,
        owner_name: row.OWNERNME1,
        mailing_address: mailingStreet(row.PSTLADDRES ?? ''),
        ...cityColumns(row.PSTLCITY ?? '', row.PSTLSTATE ?? '', row.PSTLZIP5 ?? ''),
        total_assessed_value: row.CNTASSDVAL,
        land_use_code: row.CLASSCD,
        land_use: row.PRIMEUSE,
        ...lot(row.GIS_AREA ?? ''),
        building_sqft: unlessZero(row.RESFLRAREA),
        year_built: unlessZero(row.RESYRBLT),
        stories: stories(row),
        source: 'lancaster-ne-assessor',
      },
    ];
  },
};

/**
 * The parts of `12 ELM ST, UNIT #4, LINCOLN, NE  68508`: unit and ZIP may be missing, rarely the state or all but the
 * street. `**NO SITUS**` is not a street, and RURAL (outside every town) is not a city.
 */
function situs(line: string): CanonicalRecord<'parcels'> {
  const match = SITUS.exec(line);
  const street = match ? match[1]! : line;
  const city = match?.[3] ?? '';
  return {
    street: street.includes('**') ? '' : street,
    unit: match?.[2] ?? '',
    city: city === 'RURAL' ? '' : city,
    zip: match?.[4] ?? '',
  };
}

/** GIS_AREA is in square feet, sometimes marked (`4200 sq.ft`); a few are in acres (`2.67 a`). */
function lot(published: string): CanonicalRecord<'parcels'> {
  const match = AREA.exec(published);
  if (!match) return { lot_sqft: published };
  const area = Number(match[1]);
  if (area === 0) return {};
  return match[2]?.toLowerCase() === 'a'
    ? { acreage: area, lot_sqft: Math.round(area * SQFT_PER_ACRE) }
    : { acreage: roundTo4(area / SQFT_PER_ACRE), lot_sqft: area };
}

/** Stories from RESSTRTYP (`1 1/2 Story`); `Split Foyer`, `Bungalow` and the like tell none. */
function stories(row: PublishedRow): number | null {
  const match = STORIES.exec(row.RESSTRTYP ?? '');
  return match ? Number(match[1]) + (match[2] ? 0.5 : 0) : null;
}

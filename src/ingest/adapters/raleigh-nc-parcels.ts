import type { CanonicalRecord, JoinedAdapter, PublishedRow } from './adapter.ts';
import { isoDate } from './dates.ts';
import { cityLine } from './mailing.ts';
import { lotOfAcres, unlessZero } from './values.ts';

const UNIT_LINE = /^(?:#|(?:UNIT|APT|STE|SUITE|LOT|BLDG|FL|RM)\b)/;

/** Parcels of Wake County, North Carolina: values and uses in one file, owners and their last sale in another. */
export const raleighNcParcels: JoinedAdapter<'parcels', Map<string, PublishedRow>> = {
  reads: 'joined tables',
  name: 'raleigh-nc-parcels',
  kind: 'parcels',
  summary: 'Wake County (Raleigh), North Carolina: parcels with their owners',
  // A third file, of addresses, repeats SITE_ADDRESS and is not read.
  files: ['parcels.csv', 'owners.csv', '[addresses.json]'],
  columns:
    'PIN_NUM CALC_AREA BLDG_VAL LAND_VAL TOTAL_VALUE_ASSD HEATEDAREA SITE_ADDRESS CITY_DECODE YEAR_BUILT TYPE_USE_DECODE LAND_CLASS_DECODE ZIPNUM'.split(
      ' ',
    ),
  async prepare(files, readRows) {
    const owners = new Map<string, PublishedRow>();
    if (files[1] === undefined) throw new Error('raleigh-nc-parcels needs two files: parcels.csv owners.csv');
    for await (const row of readRows(files[1])) {
      if (row.PIN_NUM) owners.set(row.PIN_NUM, row);
    }
    return owners;
  },
  map(row, owners): CanonicalRecord<'parcels'>[] {
    const owner = owners.get(row.PIN_NUM ?? '');
    return [
      {
        county_fips: '37183',
        parcel_id: row.PIN_NUM,
        street: row.SITE_ADDRESS,
        // The owners' file has the postal city; CITY_DECODE is the town that taxes, blank outside of towns.
        city: owner?.PHYSICAL_CITY || row.CITY_DECODE,
        zip: row.ZIPNUM,
        ...(owner && ownerOf(owner)),
        total_assessed_value: row.TOTAL_VALUE_ASSD,
        land_value: row.LAND_VAL,
        improvement_value: row.BLDG_VAL,
        land_use_code: row.TYPE_USE_DECODE,
        land_use: row.LAND_CLASS_DECODE,
        ...lotOfAcres(row.CALC_AREA),
        building_sqft: unlessZero(row.HEATEDAREA),
        year_built: unlessZero(row.YEAR_BUILT),
        source: 'wake-nc-revenue',
      },
    ];
  },
};

function ownerOf(owner: PublishedRow): CanonicalRecord<'parcels'> {
  const sold = Boolean(owner.TOTAL_SALE_DATE);
  return {
    owner_name: owner.OWNER_LINE1,
    owner_name_2: secondOwner(owner.OWNER_LINE2 ?? ''),
    ...mailing(owner),
    sale_price: sold ? owner.TOTAL_SALE_PRICE : '',
    sale_date: isoDate(owner.TOTAL_SALE_DATE ?? ''),
  };
}

function secondOwner(line: string): string {
  return line.startsWith('(') ? '' : line;
}

/**
 * The mailing address of two or three lines, the last being `CITY ST ZIP`. The first of three is a recipient or the
 * rest of the owner's name, unless the second is a unit.
 */
function mailing(owner: PublishedRow): CanonicalRecord<'parcels'> {
  const first = owner.ADDRESS_LINE1 ?? '';
  const second = owner.ADDRESS_LINE2 ?? '';
  const third = owner.ADDRESS_LINE3 ?? '';
  if (third === '') return { mailing_address: first, ...cityLine(second) };
  const street = UNIT_LINE.test(second) ? `${first} ${second}` : second;
  return { mailing_address: street, ...cityLine(third) };
}

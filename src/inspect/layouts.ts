import type { DeedKey } from '../ingest/kinds/deeds.ts';
import type { ParcelKey } from '../ingest/kinds/parcels.ts';
import type { PermitKey } from '../ingest/kinds/permits.ts';
import type { Column } from '../readers/table.ts';
import { CITY_LINE, type Form } from './form.ts';

export type Field = ParcelKey | DeedKey | PermitKey;

/** A layout that many publishers share. */
export interface Layout {
  name: string;
  /** Names that tell it; it is recognized when most of them are there. */
  marks: readonly string[];
  /** What its columns mean: a column, several to be joined with blanks, or a form. */
  fields: Partial<Record<Field, string | readonly string[] | Form>>;
  /** Columns that look like one of these fields and are something else. */
  ignored?: readonly string[];
}

const words = (text: string) => text.split(' ');
const cityLine = (line: string) => ({
  mailing_city: { cityLine: [line], part: 'city' } as const,
  mailing_state: { cityLine: [line], part: 'state' } as const,
  mailing_zip: { cityLine: [line], part: 'zip' } as const,
});

export const LAYOUTS: readonly Layout[] = [
  {
    name: 'MassGIS assessors’ records',
    marks: words(
      'PROP_ID LOC_ID BLDG_VAL LAND_VAL TOTAL_VAL LS_DATE LS_PRICE USE_CODE SITE_ADDR OWNER1 OWN_ADDR',
    ),
    fields: {
      parcel_id: 'PROP_ID',
      street: 'SITE_ADDR',
      unit: 'LOCATION',
      city: 'CITY',
      zip: 'ZIP',
      owner_name: 'OWNER1',
      mailing_address: 'OWN_ADDR',
      mailing_city: 'OWN_CITY',
      mailing_state: 'OWN_STATE',
      mailing_zip: 'OWN_ZIP',
      mailing_country: 'OWN_CO',
      total_assessed_value: 'TOTAL_VAL',
      land_value: 'LAND_VAL',
      improvement_value: 'BLDG_VAL',
      tax_year: 'FY',
      land_use_code: 'USE_CODE',
      zoning: 'ZONING',
      acreage: 'LOT_SIZE',
      building_sqft: 'BLD_AREA',
      year_built: 'YEAR_BUILT',
      stories: 'STORIES',
      units: 'UNITS',
      sale_price: 'LS_PRICE',
      sale_date: { column: 'LS_DATE', dates: 'YYYYMMDD' },
    },
  },
  {
    name: 'MassGIS parcel outlines',
    marks: words('MAP_PAR_ID LOC_ID POLY_TYPE MAP_NO SOURCE PLAN_ID LAST_EDIT BND_CHK NO_MATCH TOWN_ID'),
    fields: { parcel_id: 'MAP_PAR_ID' },
    ignored: ['LOC_ID', 'MAP_NO'],
  },
  {
    name: 'MetroGIS regional parcels (Minnesota)',
    marks: words(
      'COUNTY_ID PIN BLDG_NUM OWNER_NAME OWNER_MORE OWN_ADD_L1 TAX_NAME EMV_LAND EMV_BLDG EMV_TOTAL USE1_DESC',
    ),
    fields: {
      parcel_id: 'PIN',
      street: words('BLDG_NUM PREFIX_DIR PREFIXTYPE STREETNAME STREETTYPE SUFFIX_DIR'),
      unit: 'UNIT_INFO',
      city: 'CITY_USPS',
      zip: 'ZIP',
      owner_name: 'OWNER_NAME',
      owner_name_2: 'OWNER_MORE',
      mailing_address: 'OWN_ADD_L1',
      ...cityLine('OWN_ADD_L3'),
      land_value: 'EMV_LAND',
      improvement_value: 'EMV_BLDG',
      market_value: 'EMV_TOTAL',
      tax_amount: 'TOTAL_TAX',
      land_use: 'USE1_DESC',
      acreage: 'ACRES_POLY',
      building_sqft: 'FIN_SQ_FT',
      year_built: 'YEAR_BUILT',
      units: 'NUM_UNITS',
      sale_price: 'SALE_VALUE',
      sale_date: 'SALE_DATE',
    },
    ignored: words('TAX_NAME TAX_ADD_L1 TAX_ADD_L2 TAX_ADD_L3 SPEC_ASSES TAX_CAPAC PARC_CODE'),
  },
  {
    name: 'Texas appraisal district',
    marks: words(
      'PROP_ID GEO_ID FILE_AS_NAME ADDR_LINE1 ADDR_CITY SITUS_NUM SITUS_STREET LEGAL_ACREAGE APPRAISED_VAL DEED_DT',
    ),
    fields: {
      parcel_id: 'PROP_ID',
      address: 'SITUS_DISPLAY',
      city: 'SITUS_CITY',
      zip: 'SITUS_ZIP',
      owner_name: 'FILE_AS_NAME',
      mailing_address: 'ADDR_LINE1',
      mailing_city: 'ADDR_CITY',
      mailing_state: 'ADDR_STATE',
      mailing_zip: 'ADDR_ZIP',
      total_assessed_value: 'ASSESSED_VAL',
      market_value: 'MARKET',
      tax_year: 'PROP_VAL_YR',
      acreage: 'LEGAL_ACREAGE',
      sale_price: 'SL_PRICE',
      sale_date: 'SL_DT',
      book: 'DEED_BOOK_ID',
      page: 'DEED_BOOK_PAGE',
      recorded_date: 'DEED_DT',
    },
    ignored: ['GEO_ID', 'PIN'],
  },
  {
    name: 'Mississippi county roll',
    marks: words('PARCEL PPIN OWNER MAILADDRS PHY_ST PHY_STNO LAND_VTR IMPR_VTR TOTAL_TR TOTAL_AS'),
    fields: {
      parcel_id: 'PARCEL',
      street: ['PHY_STNO', 'PHY_ST'],
      owner_name: 'OWNER',
      mailing_address: 'MAILADDRS',
      mailing_city: 'CITY',
      mailing_state: 'ST',
      mailing_zip: 'ZIP',
      total_assessed_value: 'TOTAL_AS',
      land_value: 'LAND_VAS',
      improvement_value: 'IMPR_VAS',
      market_value: 'TOTAL_TR',
      acreage: 'ACRES',
      book: 'BOOK',
      page: 'PAGE',
      recorded_date: 'DEED_DATE',
    },
    ignored: ['PPIN', 'LAND_VTR', 'IMPR_VTR'],
  },
  {
    name: 'Kent County (Michigan) parcels',
    marks: words('PPN PNUM OWNERNAME1 PROPERTYADDRESS PROPADDRESSCITY SEVTRIBUNAL1 TAXABLETRIBUNAL1'),
    fields: {
      parcel_id: 'PNUM',
      street: 'PROPERTYADDRESS',
      city: 'PROPADDRESSCITY',
      zip: { column: 'PROPADDRESSSTATE_ZIPCODE', pattern: String.raw`(\d{5})` },
      owner_name: 'OWNERNAME1',
      owner_name_2: 'OWNERNAME2',
      total_assessed_value: 'SEVTRIBUNAL1',
    },
    ignored: ['TAXABLETRIBUNAL1'],
  },
  {
    name: 'New Hampshire assessors’ export',
    marks: words(
      'parcel_id situs_address owner_name mailing_address1 mailing_city class_code lot_size_acres total_value',
    ),
    fields: {
      parcel_id: 'parcel_id',
      street: 'situs_address',
      owner_name: 'owner_name',
      owner_name_2: 'nhdra_co own name',
      mailing_address: 'mailing_address1',
      mailing_city: 'mailing_city',
      mailing_state: 'mailing_state',
      mailing_zip: 'mailing_zip',
      land_use_code: 'class_code',
      acreage: 'lot_size_acres',
      land_value: 'land_value',
      improvement_value: 'building_value',
      total_assessed_value: 'total_value',
      zoning: 'nhdra_lnd zone',
      building_sqft: 'nhdra_cns area living',
      year_built: 'nhdra_vns ayb',
      bedrooms: 'nhdra_vns num bedrm',
      bathrooms: 'nhdra_vns num baths',
      stories: 'nhdra_vns stories',
      sale_price: 'nhdra_saleprice',
      sale_date: 'nhdra_saledate',
      grantor: 'nhdra_grantor',
      is_arm_length: 'nhdra_qualified',
    },
  },
  {
    name: 'Florida tax roll (NAL)',
    marks: words(
      'CO_NO PARCEL_ID ASMNT_YR DOR_UC JV AV_NSD TV_NSD LND_VAL SALE_PRC1 OWN_NAME OWN_ADDR1 PHY_ADDR1',
    ),
    fields: {
      parcel_id: 'PARCEL_ID',
      street: 'PHY_ADDR1',
      unit: 'PHY_ADDR2',
      city: 'PHY_CITY',
      zip: 'PHY_ZIPCD',
      owner_name: 'OWN_NAME',
      mailing_address: 'OWN_ADDR1',
      mailing_city: 'OWN_CITY',
      mailing_state: 'OWN_STATE',
      mailing_zip: 'OWN_ZIPCD',
      total_assessed_value: 'AV_NSD',
      market_value: 'JV',
      land_value: 'LND_VAL',
      tax_year: 'ASMNT_YR',
      land_use_code: 'DOR_UC',
      lot_sqft: 'LND_SQFOOT',
      building_sqft: 'TOT_LVG_AREA',
      year_built: 'ACT_YR_BLT',
      sale_price: 'SALE_PRC1',
      is_arm_length: 'QUAL_CD1',
    },
    ignored: words('PA_UC TV_NSD TV_SD AV_SD JV_HMSTD EFF_YR_BLT SALE_YR1 SALE_MO1'),
  },
  {
    name: 'New Jersey parcels with MOD-IV',
    marks: words(
      'PAMS_PIN PCL_MUN PCLBLOCK PCLLOT PROP_CLASS PROP_LOC ST_ADDRESS CITY_STATE IMPRVT_VAL NET_VALUE',
    ),
    fields: {
      parcel_id: 'PAMS_PIN',
      street: 'PROP_LOC',
      city: 'MUN_NAME',
      owner_name: 'OWNER_NAME',
      mailing_address: 'ST_ADDRESS',
      mailing_city: { column: 'CITY_STATE', pattern: CITY_LINE.city },
      mailing_state: { column: 'CITY_STATE', pattern: CITY_LINE.state },
      mailing_zip: 'ZIP_CODE',
      total_assessed_value: 'NET_VALUE',
      land_value: 'LAND_VAL',
      improvement_value: 'IMPRVT_VAL',
      tax_amount: 'LAST_YR_TX',
      land_use_code: 'PROP_CLASS',
      acreage: 'CALC_ACRE',
      year_built: 'YR_CONSTR',
      sale_price: 'SALE_PRICE',
      sale_date: 'DEED_DATE',
      units: 'DWELL',
      book: 'DEED_BOOK',
      page: 'DEED_PAGE',
    },
  },
  {
    name: 'Wisconsin statewide parcels',
    marks: words(
      'STATEID PARCELID TAXPARCELID OWNERNME1 PSTLADRESS SITEADRESS CNTASSDVALUE LNDVALUE IMPVALUE CONAME',
    ),
    fields: {
      parcel_id: 'PARCELID',
      street: 'SITEADRESS',
      city: 'PLACENAME',
      zip: 'ZIPCODE',
      owner_name: 'OWNERNME1',
      owner_name_2: 'OWNERNME2',
      mailing_address: 'PSTLADRESS',
      total_assessed_value: 'CNTASSDVALUE',
      land_value: 'LNDVALUE',
      improvement_value: 'IMPVALUE',
      market_value: 'ESTFMKVALUE',
      tax_year: 'TAXROLLYEAR',
      land_use_code: 'PROPCLASS',
      acreage: 'DEEDACRES',
      unit: 'UNITID',
    },
    ignored: ['STATEID', 'TAXPARCELID', 'AUXCLASS'],
  },
  {
    name: 'North Carolina statewide parcels',
    marks: words('parno altparno nparno cntyfips ownname siteadd gisacres recareano'),
    fields: {
      parcel_id: 'parno',
      street: 'siteadd',
      owner_name: 'ownname',
      acreage: 'recareano',
    },
    ignored: ['altparno', 'nparno', 'gisacres'],
  },
  {
    name: 'New York State tax parcels',
    marks: words('SWIS SBL PRINT_KEY PARCEL_ADDR OWNER1 MAIL_ADDR PROP_CLASS LAND_AV TOTAL_AV FULL_MV'),
    fields: {
      parcel_id: 'PRINT_KEY',
      street: 'PARCEL_ADDR',
      city: 'MUNI_NAME',
      owner_name: 'OWNER1',
      mailing_address: 'MAIL_ADDR',
      mailing_city: 'MAIL_CITY',
      mailing_state: 'MAIL_STATE',
      mailing_zip: 'MAIL_ZIP',
      total_assessed_value: 'TOTAL_AV',
      land_value: 'LAND_AV',
      market_value: 'FULL_MV',
      land_use_code: 'PROP_CLASS',
      acreage: 'CALC_ACRES',
    },
    ignored: ['SBL'],
  },
];

const SHARE = 0.6;
const LONGEST_DBF_NAME = 10;

const fold = (name: string) => name.toUpperCase();

/** Finds columns by their names in any case, also where a .dbf has cut them to ten characters. */
export function columnFinder(columns: readonly Column[]): (name: string) => string | undefined {
  const names = new Map(columns.map(({ name }) => [fold(name), name]));
  return (name) => names.get(fold(name)) ?? names.get(fold(name).slice(0, LONGEST_DBF_NAME));
}

/** The layout that most of the columns' names tell; null when none has at least six of ten of its marks. */
export function layoutOf(columns: readonly Column[]): { layout: Layout; share: number } | null {
  const find = columnFinder(columns);
  const found = LAYOUTS.map((layout) => ({
    layout,
    share: layout.marks.filter((mark) => find(mark) !== undefined).length / layout.marks.length,
  }));
  const best = found.reduce((a, b) => (b.share > a.share ? b : a));
  return best.share >= SHARE ? best : null;
}

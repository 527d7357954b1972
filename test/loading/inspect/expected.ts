/**
 * What the columns of real files mean, decided by eye from their names, values and the publishers' descriptions: column
 * names only. If columns are alike, several answers are right; the parts of one answer are joined with a plus.
 */
import type { TableKind } from '../../../src/loading/inspect/proposal.ts';
import { listed } from '../../listed.ts';

export interface Expected {
  kind: TableKind;
  /** Canonical field → the right columns. The file does not have fields that are not listed. */
  fields: Readonly<Record<string, string | readonly string[]>>;
  location: 'geometry' | 'columns' | null;
}

/**
 * The first item of the text is the kind and where the place of a record is; each other one is a field and its column, or
 * its columns with bars between them.
 */
function meaning(text: string): Expected {
  const [first, ...rest] = listed(text);
  const [kind, where] = first!.split(' ') as [TableKind, string];
  const fields = rest.map((one) => {
    const [, field, columns] = /^(\w+) (.*)$/.exec(one)!;
    return [field, columns!.split(' | ')];
  });
  const location = where === 'nowhere' ? null : (where as Expected['location']);
  return { kind, location, fields: Object.fromEntries(fields) };
}

export const EXPECTED = {
  lincoln: meaning(`parcels columns · parcel_id PARCELID · address SITEADDRES ·
    city SITEADDRES · zip SITEADDRES · owner_name OWNERNME1 · mailing_address PSTLADDRES ·
    mailing_city PSTLCITY · mailing_state PSTLSTATE · mailing_zip PSTLZIP5 ·
    total_assessed_value CNTASSDVAL · land_use_code CLASSCD · land_use PRIMEUSE · lot_sqft GIS_AREA ·
    building_sqft RESFLRAREA · year_built RESYRBLT · stories RESSTRTYP · lat lat · lon lng`),
  'raleigh parcels': meaning(`parcels nowhere · parcel_id PIN_NUM · street SITE_ADDRESS ·
    city CITY_DECODE · zip ZIPNUM · total_assessed_value TOTAL_VALUE_ASSD · land_value LAND_VAL ·
    improvement_value BLDG_VAL · acreage DEED_ACRES | CALC_AREA · building_sqft HEATEDAREA ·
    year_built YEAR_BUILT · land_use_code TYPE_USE_DECODE · land_use LAND_CLASS_DECODE`),
  'raleigh owners': meaning(`parcels nowhere · parcel_id PIN_NUM · owner_name OWNER_LINE1 ·
    owner_name_2 OWNER_LINE2 · mailing_address ADDRESS_LINE1 · mailing_city ADDRESS_LINE2+ADDRESS_LINE3 ·
    mailing_state ADDRESS_LINE2+ADDRESS_LINE3 · mailing_zip ADDRESS_LINE2+ADDRESS_LINE3 ·
    city PHYSICAL_CITY · zip PHYSICAL_ZIP_CODE · acreage DEEDED_ACREAGE · building_sqft HEATED_AREA ·
    year_built YEAR_BUILT · sale_price TOTAL_SALE_PRICE · sale_date TOTAL_SALE_DATE`),
  'raleigh deeds': meaning(`deeds nowhere · parcel_id PIN_NUM · sale_price_usd TOTAL_SALE_PRICE ·
    sale_date TOTAL_SALE_DATE · recorded_date DEED_DATE · grantee OWNER_LINE1`),
  'raleigh permits': meaning(`permits nowhere · parcel_id PIN_NUM · permit_number Permit Number ·
    permit_type Permit Type Mapped · permit_status Current Status · work_class Work Class ·
    filed_date Applied Date · issued_date Issued Date · completed_date CO Issued Date ·
    description Proposed Work Description · estimated_cost Estimated Project Cost`),
  'lebanon roll': meaning(`parcels nowhere · parcel_id parcel_id · street situs_address ·
    owner_name owner_name · owner_name_2 nhdra_co own name · mailing_address mailing_address1 ·
    mailing_city mailing_city · mailing_state mailing_state · mailing_zip mailing_zip ·
    land_use_code class_code · zoning nhdra_lnd zone · acreage lot_size_acres · land_value land_value ·
    improvement_value building_value · total_assessed_value total_value ·
    building_sqft nhdra_cns area living · year_built nhdra_vns ayb · bedrooms nhdra_vns num bedrm ·
    bathrooms nhdra_vns num baths · stories nhdra_vns stories · sale_price nhdra_saleprice ·
    sale_date nhdra_saledate`),
  'lebanon deeds': meaning(`deeds nowhere · parcel_id parcel_id · sale_price_usd nhdra_saleprice ·
    sale_date nhdra_saledate · grantor nhdra_grantor · grantee owner_name · is_arm_length nhdra_qualified ·
    document_number nhdra_book pg`),
  'lebanon centroids': meaning(`parcels columns · parcel_id MAP_LOT · acreage CALC_ACRES ·
    lot_sqft Shape_Area · lat lat · lon lng`),
  'lebanon outlines': meaning('parcels geometry · parcel_id MAP_LOT · acreage CALC_ACRES'),
  'somerville outlines': meaning('parcels geometry · parcel_id MAP_PAR_ID'),
  'oakland outlines': meaning('parcels geometry · parcel_id APN'),
  'berkeley outlines': meaning(`parcels geometry · parcel_id APN ·
    street StreetNum+StreetName+StreetSufx · unit Unit · city City · zip Zip · land_use_code UseCode ·
    land_use UseCodeDes · building_sqft BldgSqft · lot_sqft LotSqft`),
  'brewster outlines': meaning('parcels geometry · parcel_id PID · street STREET | LOCNO+STREET'),
  'kent layer': meaning(`parcels geometry · parcel_id PNUM · street PROPERTYADDRESS ·
    city PROPADDRESSCITY · zip PROPADDRESSSTATE_ZIPCODE · owner_name OWNERNAME1 ·
    total_assessed_value SEVTRIBUNAL1`),
  // Its saved page has another county's values, so most names are wrong.
  'tuolumne layer': meaning(`parcels geometry · parcel_id PREFIX | O_ID · street address ·
    city zip_city · zip zip_code · owner_name owner1`),
  'washington layer': meaning(`parcels geometry · parcel_id PIN ·
    street BLDG_NUM+STREETNAME+STREETTYPE+SUFFIX_DIR | SITUS_ADDRESS · city CITY_USPS · zip ZIP ·
    owner_name OWNER_NAME · mailing_address OWN_ADD_L1 · mailing_city OWN_ADD_L3 ·
    mailing_state OWN_ADD_L3 · mailing_zip OWN_ADD_L3 · land_value EMV_LAND · improvement_value EMV_BLDG ·
    market_value EMV_TOTAL · total_assessed_value EMV_TOTAL · land_use USE1_DESC ·
    acreage ACRES_POLY | ACRES_PARCEL · building_sqft FIN_SQ_FT · year_built YEAR_BUILT · units NUM_UNITS ·
    sale_price SALE_VALUE · sale_date SALE_DATE`),
  'polk layer': meaning(`parcels geometry · parcel_id ParcelNum · street PrimaryAddress ·
    city MailingCity | T_MailingCityNm · zip Zip · land_use_code SiteType | SiteTypeCode · land_use SiteType`),
  'carson layer': meaning(`parcels geometry · street ADDRESS · unit SITEUNIT · city SITECITY ·
    zip SITEZIP`),
  'columbia layer': meaning(`parcels geometry · parcel_id ASSESSOR ·
    street HOUSENO+PRE_DIR+STREET+SUFFIX · city CITY · zip ZIP`),
  'orange layer': meaning(`parcels geometry · street StreetAddress · city CityStateZip ·
    zip CityStateZip`),
  'cook layer': meaning('parcels geometry · street ADDRESS · city CITY_ID'),
  'brown layer': meaning('parcels geometry'),
  'chicago permits': meaning(`permits columns · permit_number permit_number ·
    permit_type permit_type · permit_status status · work_class work_type · issued_date issue_date ·
    description work_description · estimated_cost reported_cost · contractor_name general_contractor ·
    lat lat · lon lng`),
  'new york sales': meaning(`deeds nowhere · parcel_id bbl · sale_price_usd price | SALE PRICE ·
    sale_date date | SALE DATE`),
} as const satisfies Record<string, Expected>;

export type FileName = keyof typeof EXPECTED;

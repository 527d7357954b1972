import Type, { type Static } from 'typebox';
import { ENTITY_CLASSES, ENTITY_TYPES } from '../../domain/entity-class.ts';
import { ZONING_CATEGORIES } from '../../domain/zoning-category.ts';
import { boolean, date, integer, Location, Nullable, number, oneOf, text, timestamp } from './common.ts';

const part = (description: string) =>
  Nullable(
    Type.Object({
      points: Type.Number({ description: 'Points out of the weight', examples: [12.5] }),
      weight: Type.Number({ description: 'Most points that this part can give', examples: [25] }),
    }),
    { description },
  );

export const DealScoreParts = Type.Object(
  {
    absentee: part('The owner lives elsewhere'),
    held: part('Years since the newest transfer'),
    value_gap: part('Assessed value over the last arm’s-length price, against the county’s median'),
    improvement: part('Little building value on the land'),
    permits: part('No permit in 15 years on a building over 30 years old'),
  },
  {
    description:
      'The parts of the deal score; a part without data is null. The score is 100 × points / weights of the known parts',
  },
);

/** A parcel as every route returns it. The order of the keys is the order on the wire. */
export const Parcel = Type.Object(
  {
    id: Type.String({ description: '<county_fips>:<parcel_id>', examples: ['31109:0109109006000'] }),
    county_fips: Type.String({ description: '5-digit county FIPS code', examples: ['31109'] }),
    parcel_id: Type.String({
      description: 'Parcel number of the county assessor',
      examples: ['0109109006000'],
    }),
    canonical_id: Type.String({
      description: '<state_fips>:<county_fips>:<parcel_id>, as webhooks use it',
      examples: ['31:109:0109109006000'],
    }),
    state_fips: Type.String({ description: '2-digit state FIPS code', examples: ['31'] }),
    state: Type.String({ description: 'State abbreviation', examples: ['NE'] }),
    county_name: Type.String({ description: 'County, Census form', examples: ['Lancaster County'] }),
    address: text('Situs address in one line', '1200 N OAK ST APT 4, LINCOLN, NE 68508'),
    street: text('Situs street', '1200 N OAK ST'),
    unit: text('Situs unit', 'APT 4'),
    city: text('Situs city', 'LINCOLN'),
    zip: text('Situs ZIP code', '68508'),
    location: Location,
    has_outline: Type.Boolean({ description: 'The outline of the lot is known', examples: [true] }),
    owner_name: text('Owner as recorded', 'OAK STREET HOLDINGS LLC'),
    owner_name_2: text('Second owner as recorded'),
    owner_id: text('Stable id of the owner, derived from the normalized name', '5f0c1d7e9a3b4c625f0c'),
    entity_type: oneOf(ENTITY_TYPES, 'Kind of owner; null without a name', 'llc'),
    entity_class: oneOf(ENTITY_CLASSES, 'Class of an organization; null for people and government'),
    mailing_address: text('Owner’s mailing address in one line', 'PO BOX 12, OMAHA, NE 68101'),
    mailing_city: text('Mailing city', 'OMAHA'),
    mailing_state: text('Mailing state', 'NE'),
    mailing_zip: text('Mailing ZIP or postal code', '68101'),
    mailing_country: text('Mailing country, unless the United States'),
    absentee_owner: boolean('The owner’s mailing address is not the parcel’s'),
    out_of_state_owner: boolean('The mailing address is in another state or country'),
    total_assessed_value: number('Assessed value, USD', 265000),
    land_value: number('Assessed land value, USD', 60000),
    improvement_value: number('Assessed value of improvements, USD', 205000),
    market_value: number('Market value by the assessor, USD', 280000),
    tax_year: integer('Year of the assessment', 2025),
    tax_amount: number('Annual tax, USD', 4210.5),
    land_use_code: text('Land-use code as published', 'R1'),
    land_use: text('Land use as published', 'Single Family'),
    zoning: text('Zoning as published', 'R-4'),
    zoning_category: oneOf(ZONING_CATEGORIES, 'Zoning or use in one of eight categories'),
    acreage: number('Lot size, acres', 0.21),
    lot_sqft: number('Lot size, square feet', 9148),
    building_sqft: number('Floor area, square feet', 1840),
    year_built: integer('Year of construction', 1964),
    bedrooms: number('Bedrooms', 3),
    bathrooms: number('Bathrooms; a half bath counts 0.5', 1.5),
    stories: number('Stories', 2),
    units: integer('Dwelling units', 1),
    sale_price: number('Price of the newest known sale, USD', 241000),
    sale_date: date(
      'Date of that sale; without a known price, the date that the assessor publishes',
      '2019-06-14',
    ),
    sale_arms_length: boolean('Whether that sale was at arm’s length'),
    latest_grantee: text(
      'Grantee of the newest deed that names one; the assessor’s owner_name often lags behind it',
      'ALDER, BENEDICT',
    ),
    latest_deed_date: date('Recording date of that deed, or its sale date', '2019-06-20'),
    deal_score: number('0–100, higher is the likelier deal; null when less than half of it is known', 61.5),
    deal_score_parts: Nullable(DealScoreParts),
    estimated_value: number(
      'What it would sell for, estimated from sales, USD; its error is under /parcels/{id}/value',
      291400,
    ),
    estimated_value_low: number(
      'Lower bound of the estimate: four of five prices lie between the bounds, USD',
      262300,
    ),
    estimated_value_high: number('Upper bound of the estimate, USD', 324100),
    source: text('Publisher of the record', 'lancaster-ne-assessor'),
    source_date: date('Date of the publisher’s extract'),
    updated_at: timestamp('When any key of this record last changed in Terrier, derived ones included'),
  },
  { title: 'Parcel' },
);
export type Parcel = Static<typeof Parcel>;

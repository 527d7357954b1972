import Type, { type Static } from 'typebox';
import { boolean, date, integer, number, text, timestamp } from './common.ts';

/** A recorded transfer of one parcel. The order of the keys is the order on the wire. */
export const Deed = Type.Object(
  {
    id: Type.String({
      description: 'Stable id of the deed on this parcel',
      examples: ['31109:2019024411:0109109006000'],
    }),
    county_fips: Type.String({
      description: '5-digit county FIPS code as published; a placeholder such as 31000 is passed through',
      examples: ['31109'],
    }),
    parcel_id: Type.String({
      description: 'Parcel number of the county assessor',
      examples: ['0109109006000'],
    }),
    sale_date: date('Date of the sale', '2019-06-14'),
    sale_price_usd: number('Price, USD; null if not disclosed', 241000),
    grantor: text('Seller as recorded', 'WREN, ODETTE'),
    grantee: text('Buyer as recorded', 'OAK STREET HOLDINGS LLC'),
    recorded_date: date('Date recorded with the county', '2019-06-20'),
    is_arm_length: boolean('Whether the transfer was a sale at arm’s length; null when unknown'),
    document_type: text('Kind of deed', 'warranty_deed'),
    document_number: text('Recorder’s document number', '2019024411'),
    prior_owner: text('The grantor', 'WREN, ODETTE'),
    new_owner: text('The grantee', 'OAK STREET HOLDINGS LLC'),
    is_sale: boolean('Whether the transfer is a sale: a price above 0, at arm’s length'),
    book: text('Recorder’s book'),
    page: text('Recorder’s page'),
    document_type_raw: text('Kind of deed as published', 'Warranty Deed'),
    arm_length_reasons: Type.Array(Type.String(), {
      description: 'Why the transfer is not, or not known to be, at arm’s length',
      examples: [[], ['price_nominal']],
    }),
    usable_for_stats: Type.Boolean({
      description: 'Counts in statistics: at arm’s length, one parcel, a known price and date, a real county',
    }),
    parcel_count: integer('Parcels under this deed, where published', 1),
    days_on_market: integer('Days on market, where published', 31),
    source: text('Publisher of the record'),
    updated_at: timestamp('When the record last changed here'),
  },
  { title: 'Deed' },
);
export type Deed = Static<typeof Deed>;

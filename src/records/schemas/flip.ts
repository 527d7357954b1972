import Type from 'typebox';
import { ENTITY_TYPES } from '../../domain/entity-class.ts';
import { FLIP_TIERS } from '../../domain/flips.ts';
import { text } from './common.ts';

const usd = (description: string, example: number) =>
  Type.Number({ description: `${description}, USD`, examples: [example] });
const day = (description: string, example: string) =>
  Type.String({ format: 'date', description, examples: [example] });

export const Flip = Type.Object(
  {
    county_fips: Type.String({ description: '5-digit county FIPS code', examples: ['47189'] }),
    parcel_id: Type.String({ description: 'Parcel number', examples: ['057 00100 00019057'] }),
    address: text(
      'Situs address in one line; null when the parcel is not loaded',
      '9 PIER RD, LEBANON, TN 37087',
    ),
    buy_date: day('Date of the first sale, or of its recording', '2023-02-10'),
    buy_price: usd('Price of the first sale', 210000),
    sell_date: day('Date of the second sale, or of its recording', '2023-08-01'),
    sell_price: usd('Price of the second sale', 289000),
    profit: usd('Difference of the two; negative for a loss', 79000),
    hold_days: Type.Integer({ description: 'Days between the two', examples: [172] }),
    flip_tier: Type.Enum([...FLIP_TIERS], {
      description: 'quick: under 6 calendar months; standard: under 12; long: up to 24',
    }),
    buyer_name: text('The flipper: the first buyer, or the later seller', 'OAK STREET HOLDINGS LLC'),
    seller_name: text('The flipper’s seller', 'WREN, ODETTE'),
  },
  { title: 'Flip' },
);

export const Flipper = Type.Object(
  {
    rank: Type.Integer({ description: 'Rank by flip_count, then total_profit', examples: [1] }),
    owner_id: Type.String({
      description: 'Stable id, derived from the normalized name',
      examples: ['5f0c1d7e9a3b4c625f0c'],
    }),
    name: Type.String({ description: 'Most frequent spelling', examples: ['OAK STREET HOLDINGS LLC'] }),
    entity_type: Type.Enum([...ENTITY_TYPES], { description: 'Kind of owner', examples: ['llc'] }),
    flip_count: Type.Integer({ description: 'Flips', examples: [14] }),
    quick_count: Type.Integer({ description: 'Held under 6 months', examples: [9] }),
    standard_count: Type.Integer({ description: 'Held 6 to 12 months', examples: [4] }),
    long_count: Type.Integer({ description: 'Held 12 to 24 months', examples: [1] }),
    total_profit: usd('Sum of the profits', 812000),
    median_profit: usd('Median of the profits', 55000),
    median_hold_days: Type.Number({ description: 'Median of the holds, days', examples: [148.5] }),
    total_buy_volume: usd('Sum of the buying prices', 2400000),
    total_sell_volume: usd('Sum of the selling prices', 3212000),
    counties: Type.Integer({ description: 'Counties of the flips', examples: [2] }),
    last_flip_date: day('Date of the newest second sale', '2025-11-03'),
  },
  { title: 'Flipper' },
);

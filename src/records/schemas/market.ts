import Type from 'typebox';
import { LOW_SAMPLE } from '../../domain/market.ts';
import { integer, number } from './common.ts';

const county = {
  county_fips: Type.String({ description: '5-digit county FIPS code', examples: ['47189'] }),
  county_name: Type.String({ description: 'County, Census form', examples: ['Wilson County'] }),
};

const figures = {
  quarter: Type.String({ description: 'Quarter of the sale dates', examples: ['2025Q4'] }),
  sale_count: Type.Integer({
    description: 'Sales at arm’s length, of one parcel each, with price and date',
    examples: [412],
  }),
  median_price: Type.Number({ description: 'Exact median price, USD', examples: [389900] }),
  avg_price: Type.Number({ description: 'Average price, USD', examples: [431207.88] }),
  yoy_change: number(
    'Change of the median against the same quarter a year before: 0.05 is 5 percent',
    0.0412,
  ),
};

const low_sample = Type.Boolean({
  description: `Fewer than ${LOW_SAMPLE} sales: the median is unreliable`,
  examples: [false],
});

export const MarketRow = Type.Object(
  {
    ...county,
    state_fips: Type.String({ description: '2-digit state FIPS code', examples: ['47'] }),
    state_abbr: Type.String({ description: 'State abbreviation', examples: ['TN'] }),
    ...figures,
    avg_days_on_market: integer('Average days on the market; null if no source has them', 31),
    low_sample,
  },
  { title: 'MarketRow' },
);

export const Trend = Type.Object(
  {
    ...county,
    quarters: Type.Array(Type.Object({ ...figures, low_sample }), {
      description: 'Oldest first; quarters without a sale are left out',
    }),
  },
  { title: 'Trend' },
);

import Type from 'typebox';
import { CLASSES } from '../../domain/value/features.ts';
import { METHODS } from '../../domain/value/intervals.ts';
import { REASONS } from '../../domain/value/value.ts';
import { CountyFips } from './area.ts';
import { date, Location, Nullable, number, oneOf, text } from './common.ts';

export const SCOPES = ['county', 'state', 'assessment'] as const;

const day = (description: string) => Type.String({ format: 'date', description, examples: ['2026-06-30'] });
const percent = (description: string, example: number) =>
  Type.Number({ description: `${description}, percent`, examples: [example] });

export const AccuracyRow = Type.Object(
  {
    county_fips: CountyFips,
    class: Type.Enum([...CLASSES], {
      description: 'residential; commercial, which includes industrial and mixed uses; other',
    }),
    scope: Type.Enum([...SCOPES], {
      description:
        'What values are made of: sales of the county, of its state where the county has too few, or assessed values and ' +
        'their ratio to prices in the state',
    }),
    method: Type.Enum([...METHODS], {
      description:
        'last_sales: the last sales, valued from those before them only; ten_folds: each tenth of the sales, valued from ' +
        'the other nine, at prices of `as_of`; last_year: likewise, but only sales of the year before `as_of`, at the ' +
        'prices that were paid. The first row of a class is the error that its values are shown with',
    }),
    sold_from: day('First of the tested sales'),
    sold_to: day('Last of the tested sales'),
    sales_tested: Type.Integer({ description: 'Sales tested', examples: [2087] }),
    median_abs_pct_error: percent('Half of the values were off by at most this', 9.4),
    within_5_pct: percent('Values off by at most 5 %', 27.9),
    within_10_pct: percent('Values off by at most 10 %', 52.2),
    within_20_pct: percent('Values off by at most 20 %', 78.6),
    median_ratio: Type.Number({ description: 'Median of value / price', examples: [0.996] }),
    cod: Type.Number({
      description:
        'Coefficient of dispersion (IAAO): mean distance of ratios from their median, percent of it',
      examples: [13.98],
    }),
    prd: Type.Number({
      description: 'Price-related differential (IAAO): above 1, dear parcels are valued too low',
      examples: [1.0458],
    }),
    prb: number('Price-related bias (IAAO): growth of the ratio when the value doubles', -0.0564),
    interval_held_pct: percent('Prices between low and high', 80.4),
    measured_at: day('When it was measured'),
    knows: Type.Array(Type.String(), {
      description: 'What the values are made of',
      examples: [['building_sqft', 'year_built', 'lat', 'lon']],
    }),
  },
  { title: 'ValueAccuracy' },
);

export const Comparable = Type.Object(
  {
    id: Type.String({ description: 'The parcel that was sold', examples: ['31109:0109109006000'] }),
    address: text('Its address in one line'),
    location: Location,
    sale_date: day('Date of the sale'),
    sale_price: Type.Number({ description: 'Price, USD', examples: [284000] }),
    price_today: Type.Number({
      description: 'Price brought to `as_of` of the value by the price index of the area, USD',
      examples: [291200],
    }),
    meters: number('Distance; null without a location of both', 412),
    similarity: Type.Number({
      description:
        '0 to 1: the share of the model’s trees, by what they matter, to which both parcels are the same',
      examples: [0.71],
    }),
    differs: Type.Object(
      {
        building_sqft: number('Square feet', 120),
        lot_sqft: number('Square feet', -800),
        year_built: number('Years', 4),
        bedrooms: number('Bedrooms', 0),
        bathrooms: number('Bathrooms', 0.5),
      },
      { description: 'What it has more than the parcel; null where one of them is unknown' },
    ),
  },
  { title: 'Comparable' },
);

export const Value = Type.Object(
  {
    id: Type.String({ description: '<county_fips>:<parcel_id>', examples: ['31109:0109109006000'] }),
    estimate: number('What the parcel would sell for on `as_of`, USD. It is no appraisal', 291400),
    low: number('Four of five prices lie between low and high, USD', 262300),
    high: number('USD', 324100),
    as_of: date('Day of the estimate: that of the newest sale that it knows', '2026-06-30'),
    based_on: oneOf(['sales', 'assessment'], 'What the estimate is made of; null without one', 'sales'),
    reason: Nullable(Type.Enum(Object.keys(REASONS)), {
      description: `Why there is no estimate. ${Object.entries(REASONS)
        .map(([reason, words]) => `${reason}: ${words}`)
        .join('; ')}`,
    }),
    // Without the title: generators make better types of one schema that may be null than of two.
    error: Nullable(Type.Object(AccuracyRow.properties), {
      description: 'How far off values of its county and class were',
    }),
    comparables: Type.Array(Comparable, { description: 'The five most alike sales of other parcels' }),
  },
  { title: 'ParcelValue' },
);

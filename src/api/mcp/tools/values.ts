import Type from 'typebox';
import { AccuracyQuery } from '../../features/market/accuracy.ts';
import { ComparablesQuery } from '../../features/parcels/value.ts';
import { compact } from '../answer.ts';
import { tool } from '../tool.ts';

const id = Type.String({
  minLength: 1,
  maxLength: 200,
  description: '<county_fips>:<parcel number>, as the other tools give it',
  examples: ['31109:0109109006000'],
});

export const parcelValue = tool({
  name: 'parcel_value',
  title: 'What a parcel is worth',
  description:
    'What one parcel would sell for (USD), estimated from sales: estimate, low and high (four of five prices lie between ' +
    'them), the day of the estimate, and `error`, how far off such values were in its county (percent): always say it ' +
    'with the estimate. It is no appraisal. Without an estimate, `reason` says why. Rows are the five most alike sales.',
  input: Type.Object({ id }, { additionalProperties: false }),
  async run(terrier, { id }, signal) {
    const { data } = await terrier.GET('/api/v1/parcels/{id}/value', { params: { path: { id } }, signal });
    const { comparables, ...about } = data;
    return { about, lists: { rows: comparables.map((row) => compact(row) as object) } };
  },
});

export const parcelComparables = tool({
  name: 'parcel_comparables',
  title: 'Comparable sales of a parcel',
  description:
    'Sales of other parcels, most alike first: price and price brought to today (USD), distance in meters, similarity ' +
    '(0 to 1), and what differs from the parcel.',
  input: Type.Object({ id, ...ComparablesQuery.properties }, { additionalProperties: false }),
  async run(terrier, { id, ...query }, signal) {
    const { data } = await terrier.GET('/api/v1/parcels/{id}/comparables', {
      params: { path: { id }, query },
      signal,
    });
    return { about: {}, lists: { rows: data.data.map((row) => compact(row) as object) } };
  },
});

export const marketAccuracy = tool({
  name: 'market_accuracy',
  title: 'How far off values are',
  description:
    'How far off the values of parcels are, by county and class of use: median error and shares within 5, 10 and 20 ' +
    'percent, COD, PRD and PRB, how often the bounds held, and how it was measured.',
  input: AccuracyQuery,
  async run(terrier, query, signal) {
    const { data } = await terrier.GET('/api/v1/market/accuracy', { params: { query }, signal });
    return { about: {}, lists: { rows: data.data.map((row) => compact(row) as object) } };
  },
});

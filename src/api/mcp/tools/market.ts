import Type from 'typebox';
import { AccuracyQuery, CountiesQuery, TrendsQuery } from '../../features/market/routes.ts';
import { ComparablesQuery } from '../../features/parcels/value.ts';
import { compact, compactRows, type Found } from '../answer.ts';
import { FEW, foundPage, Limit, ParcelId, pagedInput, paging, tool } from '../tool.ts';

const FIGURES =
  'number of sales, exact median and average price (USD), change of the median against the year before (0.05 is 5 ' +
  'percent). Only sales at arm’s length count; with low_sample (fewer than 30 sales) the median is unreliable.';

export const marketCounties = tool({
  name: 'market_counties',
  title: 'Sales by county',
  description: `Counties in one quarter, the newest ended one with data when none is named: ${FIGURES}`,
  input: pagedInput(CountiesQuery),
  async run(terrier, args, signal) {
    const query = { ...args, ...paging(args) };
    const { data: page } = await terrier.GET('/api/v1/market/counties', {
      params: { query },
      signal,
    });
    return foundPage(page, compactRows(page.data));
  },
});

const QUARTERS = 8;

export const marketTrends = tool({
  name: 'market_trends',
  title: 'Sales over time',
  description: `Quarter after quarter, oldest first, of some counties or of a state’s counties: ${FIGURES}`,
  input: Type.Object(
    {
      ...TrendsQuery.properties,
      quarters: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 80,
          default: QUARTERS,
          description: 'Most quarters of a county, the newest ones',
        }),
      ),
      limit: Limit,
    },
    { additionalProperties: false },
  ),
  async run(terrier, { quarters = QUARTERS, limit = FEW, ...query }, signal): Promise<Found> {
    const { data } = await terrier.GET('/api/v1/market/trends', { params: { query }, signal });
    const rows = data.data.slice(0, limit).map((county) => ({
      ...county,
      quarters: county.quarters.slice(-quarters).map(compact),
    }));
    return { about: { total: data.data.length }, lists: { rows } };
  },
});

export const parcelValue = tool({
  name: 'parcel_value',
  title: 'What a parcel is worth',
  description:
    'What one parcel would sell for (USD), estimated from sales: estimate, low and high (four of five prices lie between ' +
    'them), the day of the estimate, and `error`, how far off such values were in its county (percent): always say it ' +
    'with the estimate. It is no appraisal. Without an estimate, `reason` says why. Rows are the five most alike sales.',
  input: Type.Object({ id: ParcelId }, { additionalProperties: false }),
  async run(terrier, { id }, signal) {
    const { data } = await terrier.GET('/api/v1/parcels/{id}/value', { params: { path: { id } }, signal });
    const { comparables, ...about } = data;
    return { about, lists: { rows: compactRows(comparables) } };
  },
});

export const parcelComparables = tool({
  name: 'parcel_comparables',
  title: 'Comparable sales of a parcel',
  description:
    'Sales of other parcels, most alike first: price and price brought to today (USD), distance in meters, similarity ' +
    '(0 to 1), and what differs from the parcel.',
  input: Type.Object({ id: ParcelId, ...ComparablesQuery.properties }, { additionalProperties: false }),
  async run(terrier, { id, ...query }, signal) {
    const { data } = await terrier.GET('/api/v1/parcels/{id}/comparables', {
      params: { path: { id }, query },
      signal,
    });
    return { about: {}, lists: { rows: compactRows(data.data) } };
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
    return { about: {}, lists: { rows: compactRows(data.data) } };
  },
});

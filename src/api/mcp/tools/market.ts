import Type from 'typebox';
import { CountiesQuery } from '../../features/market/counties.ts';
import { TrendsQuery } from '../../features/market/trends.ts';
import { compact, type Found } from '../answer.ts';
import { FEW, foundPage, Limit, pagedInput, paging, tool } from '../tool.ts';

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
    return foundPage(
      page,
      page.data.map((row) => compact(row) as object),
    );
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

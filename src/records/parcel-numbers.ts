import type { IndexView } from './index-view.ts';

const NUMBERS_AT_ONCE = 1_000;

interface Numbers {
  buckets: { key: string; doc_count: number; counties: { buckets: { key: string }[] } }[];
}

/**
 * The 5-digit county of each parcel number that exactly one loaded parcel has, `several` for more; unknown numbers are
 * left out.
 * @param state 2-digit FIPS code of the state to look in; the whole country by default.
 */
export async function parcelsOfNumbers(
  parcels: IndexView,
  numbers: string[],
  state?: string,
): Promise<Map<string, { county: string } | 'several'>> {
  const found = new Map<string, { county: string } | 'several'>();
  for (let from = 0; from < numbers.length; from += NUMBERS_AT_ONCE) {
    const some = numbers.slice(from, from + NUMBERS_AT_ONCE);
    const { aggregations } = await parcels.search<unknown, { numbers: Numbers }>({
      size: 0,
      query: {
        bool: {
          filter: [{ terms: { parcel_id: some } }, ...(state ? [{ term: { state_fips: state } }] : [])],
        },
      },
      aggs: {
        numbers: {
          terms: { field: 'parcel_id', size: some.length },
          aggs: { counties: { terms: { field: 'county_fips', size: 1 } } },
        },
      },
    });
    for (const { key, doc_count, counties } of aggregations!.numbers.buckets) {
      found.set(key, doc_count === 1 ? { county: counties.buckets[0]!.key } : 'several');
    }
  }
  return found;
}

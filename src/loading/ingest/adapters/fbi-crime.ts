import type { CanonicalRecord, PublishedRow, TableAdapter } from './adapter.ts';
import { countiesNow } from './successors.ts';

/**
 * FBI county crime of 2014. The score is the percentile of a county's violent crimes per 100,000 people: the percentage
 * of other counties with a lower rate. Counties whose agencies reported nothing are left out: their published rate of 0
 * means "no data".
 */
export const fbiCrime: TableAdapter<'risks', Map<string, number>> = {
  reads: 'table',
  name: 'fbi-crime',
  kind: 'risks',
  summary: 'FBI: crime by county in 2014, as the national percentile of the rate',
  file: 'crime_by_county_2014.csv',
  columns: ['crime_rate_per_100000', 'CPOPCRIM', 'COVIND', 'population', 'FIPS_ST', 'FIPS_CTY'],
  async prepare(files, readRows) {
    const rates = new Map<string, number>();
    for await (const row of readRows(files[0]!)) {
      const rate = rateOf(row);
      if (rate !== null) rates.set(fipsOf(row), rate);
    }
    return percentiles(rates);
  },
  map(row, scores): CanonicalRecord<'risks'>[] {
    const fips = fipsOf(row);
    const crime_score = scores.get(fips);
    if (crime_score === undefined) return [];
    return countiesNow(fips).map(
      (county_fips): CanonicalRecord<'risks'> => ({
        county_fips,
        crime_score,
        as_of: '2014',
        source: 'fbi-ucr',
      }),
    );
  },
};

function fipsOf(row: PublishedRow): string {
  return (row.FIPS_ST ?? '').padStart(2, '0') + (row.FIPS_CTY ?? '').padStart(3, '0');
}

/** The rate; null without people, without coverage (COVIND), or when nobody reported (CPOPCRIM). */
function rateOf(row: PublishedRow): number | null {
  const published = row.crime_rate_per_100000 ?? '';
  const rate = published === '' ? Number.NaN : Number(published);
  if (!(rate >= 0) || !(Number(row.population) > 0) || Number(row.COVIND) === 0) return null;
  return rate === 0 && Number(row.CPOPCRIM) === 0 ? null : rate;
}

/** Each key's percentile among all, to one decimal; equal values share it, the lowest has 0. */
export function percentiles(values: ReadonlyMap<string, number>): Map<string, number> {
  const sorted = Float64Array.from(values.values()).sort();
  const others = Math.max(1, sorted.length - 1);
  const below = new Map<number, number>();
  sorted.forEach((value, index) => {
    if (!below.has(value)) below.set(value, index);
  });
  const scores = new Map<string, number>();
  for (const [key, value] of values) {
    scores.set(key, Math.round((below.get(value)! / others) * 1000) / 10);
  }
  return scores;
}

/** Rounds USD to cents. */
export const cents = (value: number): number => Math.round(value * 100) / 100;

/** The median; of an even number, the mean of the middle two, unrounded. Null for none. The numbers need not be in order. */
export function median(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  const ordered = [...values].sort((a, b) => a - b);
  const upper = ordered[Math.floor(ordered.length / 2)]!;
  return ordered.length % 2 === 1 ? upper : (ordered[ordered.length / 2 - 1]! + upper) / 2;
}

/** A sum that does not lose small numbers beside large ones (Neumaier). */
export interface Sum {
  total: number;
  lost: number;
  count: number;
}

export const newSum = (): Sum => ({ total: 0, lost: 0, count: 0 });

/** Adds a value to a sum; unknown values are not counted. */
export function add(sum: Sum, value: number | null | undefined): void {
  if (value === null || value === undefined) return;
  const total = sum.total + value;
  sum.lost += Math.abs(sum.total) >= Math.abs(value) ? sum.total - total + value : value - total + sum.total;
  sum.total = total;
  sum.count++;
}

/** The sum, rounded to `decimals`, whatever the order of adding; 0 for no values. */
export const sumOf = ({ total, lost }: Sum, decimals = 2): number => Number((total + lost).toFixed(decimals));

/** An average of USD to the cent; null for none. Computed in whole cents: a binary fraction may fall below half a cent. */
export const average = (total: number, count: number): number | null =>
  count === 0 ? null : Math.round(Math.round(total * 100) / count) / 100;

/** The average of amounts in USD to the cent; null for none. */
export const averageOf = ({ total, lost, count }: Sum): number | null => average(total + lost, count);

/** The average as a whole number; null for none. */
export const wholeAverageOf = ({ total, lost, count }: Sum): number | null =>
  count === 0 ? null : Math.round((total + lost) / count);

export type Tally = Map<string, number>;

/** Counts one more of a value; unknown values are not counted. */
export function tally(counts: Tally, value: string | null | undefined): void {
  if (value !== null && value !== undefined) counts.set(value, (counts.get(value) ?? 0) + 1);
}

/** Texts, the most frequent first; equally frequent ones in alphabetical order. */
export function byFrequency(counts: Tally): string[] {
  return [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).map(([value]) => value);
}

/** The most frequent text; of equally frequent ones, the first in alphabetical order; null for none. */
export function mostFrequent(counts: Tally): string | null {
  let best: string | null = null;
  let most = 0;
  for (const [value, count] of counts) {
    if (count > most || (count === most && best !== null && value < best)) [best, most] = [value, count];
  }
  return best;
}

const DAYS_A_MONTH = 30.4375;
/** Sales within reach of each month, if there are as many. */
const ENOUGH = 400;
const NEAREST_MONTHS = 2;

/** The month of a day, in months since 1970 of equal length. */
const monthOf = (day: number) => Math.floor(day / DAYS_A_MONTH);

interface Month {
  month: number;
  middle: number;
  count: number;
}

function monthsOf(days: ArrayLike<number>, levels: ArrayLike<number>): Month[] {
  const byMonth = Map.groupBy(
    Array.from(levels, (_, at) => at),
    (at) => monthOf(days[at]!),
  );
  return [...byMonth]
    .map(([month, rows]) => {
      const sorted = rows.map((at) => levels[at]!).sort((a, b) => a - b);
      const half = (sorted.length - 1) / 2;
      return {
        month,
        middle: (sorted[Math.floor(half)]! + sorted[Math.ceil(half)]!) / 2,
        count: rows.length,
      };
    })
    .sort((a, b) => a.month - b.month);
}

/** How far from a month its neighbors count: until there are enough sales. */
function reachOf(months: readonly Month[], at: number): number {
  const byDistance = months
    .map(({ month, count }) => ({ away: Math.abs(month - at), count }))
    .sort((a, b) => a.away - b.away);
  let sales = 0;
  for (const { away, count } of byDistance) {
    sales += count;
    if (sales >= ENOUGH && away >= NEAREST_MONTHS) return away + 1;
  }
  return (byDistance.at(-1)?.away ?? 0) + 1;
}

/** A line through the medians around a month, the nearer the heavier, read at the month. */
function levelAt(months: readonly Month[], at: number): number {
  const reach = reachOf(months, at);
  let [w, wx, wy, wxx, wxy] = [0, 0, 0, 0, 0];
  for (const { month, middle, count } of months) {
    const x = month - at;
    const near = 1 - (Math.abs(x) / reach) ** 3;
    if (near <= 0) continue;
    const weight = count * near ** 3;
    w += weight;
    wx += weight * x;
    wy += weight * middle;
    wxx += weight * x * x;
    wxy += weight * x * middle;
  }
  const spread = w * wxx - wx * wx;
  return spread > 1e-9 * w * w ? (wxx * wy - wx * wxy) / spread : wy / w;
}

/** The level of prices, in logarithms, from its first month on; before and after it, the level is that of its end. */
export interface PriceIndex {
  first: number;
  levels: number[];
}

/**
 * How a level moves over time, smoothed: for each month a line through the medians of the months around it, as many as have
 * some hundred sales.
 * @param days since 1970, one a sale.
 * @param levels logarithms, one a sale.
 */
export function priceIndex(days: ArrayLike<number>, levels: ArrayLike<number>): PriceIndex {
  const months = monthsOf(days, levels);
  if (months.length === 0) return { first: 0, levels: [0] };
  const first = months[0]!.month;
  const length = months.at(-1)!.month - first + 1;
  return { first, levels: Array.from({ length }, (_, at) => levelAt(months, first + at)) };
}

/** The logarithm of how much prices grew from one day to another. */
export function growth({ first, levels }: PriceIndex, from: number, to: number): number {
  const level = (day: number) => levels[Math.min(levels.length - 1, Math.max(0, monthOf(day) - first))]!;
  return level(to) - level(from);
}

/** Both indices together: the level of the second is what the first left. */
export const addIndex = (a: PriceIndex, b: PriceIndex): PriceIndex => ({
  first: a.first,
  levels: a.levels.map((level, at) => level + b.levels[at]!),
});

import { median } from '../figures.ts';

const DAYS_A_MONTH = 30.4375;
/** A point of the curve is the median of about this many successive sales, so a few odd ones do not move it. */
const SALES_OF_A_POINT = 20;
/** A month uses at least this many points around it, and all within these days. */
const NEAREST_POINTS = 20;
const NEAREST_DAYS = 2 * DAYS_A_MONTH;

/** The month of a day, in months since 1970 of equal length. */
const monthOf = (day: number) => Math.floor(day / DAYS_A_MONTH);

interface Point {
  day: number;
  level: number;
}

function pointsOf(days: readonly number[], levels: ArrayLike<number>): Point[] {
  const order = [...days.keys()].sort((a, b) => days[a]! - days[b]!);
  const count = Math.max(1, Math.floor(order.length / SALES_OF_A_POINT));
  return Array.from({ length: count }, (_, at) => {
    const [from, to] = [at, at + 1].map((end) => Math.round((end * order.length) / count));
    const rows = order.slice(from, to);
    const middleOf = (values: ArrayLike<number>) => median(rows.map((row) => values[row]!))!;
    return { day: middleOf(days), level: middleOf(levels) };
  });
}

/** LOESS: a line through the points around a day, with tricube weights, at that day. */
function levelAt(points: readonly Point[], at: number): number {
  const away = points.map(({ day }) => Math.abs(day - at)).sort((a, b) => a - b);
  const farthest = away[Math.min(NEAREST_POINTS, away.length) - 1]!;
  const reach = Math.max(farthest, NEAREST_DAYS) + DAYS_A_MONTH;
  let [w, wx, wy, wxx, wxy] = [0, 0, 0, 0, 0];
  for (const { day, level } of points) {
    const x = day - at;
    const weight = Math.max(0, 1 - (Math.abs(x) / reach) ** 3) ** 3;
    w += weight;
    wx += weight * x;
    wy += weight * level;
    wxx += weight * x * x;
    wxy += weight * x * level;
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
 * How a level moves over time, smoothed: for each month by a line through medians of the sales around it.
 * @param days since 1970, one a sale.
 * @param levels logarithms, one a sale.
 */
export function priceIndex(days: readonly number[], levels: ArrayLike<number>): PriceIndex {
  const points = pointsOf(days, levels);
  const months = days.map(monthOf);
  const first = months.reduce((a, b) => Math.min(a, b));
  const length = months.reduce((a, b) => Math.max(a, b)) - first + 1;
  const middle = (month: number) => (month + 0.5) * DAYS_A_MONTH;
  return { first, levels: Array.from({ length }, (_, at) => levelAt(points, middle(first + at))) };
}

/** The logarithm of how much prices grew from one day to another. */
export function growth({ first, levels }: PriceIndex, from: number, to: number): number {
  const level = (day: number) => levels[Math.min(levels.length - 1, Math.max(0, monthOf(day) - first))]!;
  return level(to) - level(from);
}

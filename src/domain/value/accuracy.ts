import { median } from '../figures.ts';

/** What was estimated, and the price that it is compared with. USD, above 0. */
export interface Estimated {
  estimate: number;
  price: number;
}

const ratiosOf = (tested: readonly Estimated[]) => tested.map(({ estimate, price }) => estimate / price);
const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/**
 * Coefficient of dispersion: the mean distance of ratios from their median, in percent of it.
 * @see IAAO, Standard on Ratio Studies
 */
export function cod(tested: readonly Estimated[]): number {
  const ratios = ratiosOf(tested);
  const middle = median(ratios)!;
  return (100 * meanOf(ratios.map((ratio) => Math.abs(ratio - middle)))) / middle;
}

/** Price-related differential: the mean ratio over the ratio of the sums. Above 1, what costs more is valued too low. */
export function prd(tested: readonly Estimated[]): number {
  const sum = (key: keyof Estimated) => meanOf(tested.map((sale) => sale[key]));
  return meanOf(ratiosOf(tested)) / (sum('estimate') / sum('price'));
}

/**
 * Price-related bias: how much a ratio grows, as a share of the median ratio, when the value doubles, by least squares. A value
 * is the mean of the price and of the estimate over the median ratio. null where all values are the same.
 */
export function prb(tested: readonly Estimated[]): number | null {
  const middle = median(ratiosOf(tested))!;
  const x = tested.map(({ estimate, price }) => Math.log2((price + estimate / middle) / 2));
  const y = ratiosOf(tested).map((ratio) => (ratio - middle) / middle);
  const [meanX, meanY] = [meanOf(x), meanOf(y)];
  let [xx, xy] = [0, 0];
  for (const [at, value] of x.entries()) {
    xx += (value - meanX) ** 2;
    xy += (value - meanX) * (y[at]! - meanY);
  }
  // What is left of equal values is rounding.
  return xx > 1e-9 ? xy / xx : null;
}

const rounded = (value: number, decimals: number) => Number(value.toFixed(decimals));

/** So many of all, in percent to two decimals. */
export const percentOf = (count: number, all: number) => rounded((100 * count) / all, 2);

/** How far off estimates of at least one sale were; percentages to two decimals, ratios to four. */
export function accuracyOf(tested: readonly Estimated[]) {
  const errors = tested.map(({ estimate, price }) => Math.abs(estimate / price - 1));
  const within = (share: number) => percentOf(errors.filter((error) => error <= share).length, errors.length);
  const bias = prb(tested);
  return {
    sales_tested: tested.length,
    median_abs_pct_error: rounded(100 * median(errors)!, 2),
    within_5_pct: within(0.05),
    within_10_pct: within(0.1),
    within_20_pct: within(0.2),
    median_ratio: rounded(median(ratiosOf(tested))!, 4),
    cod: rounded(cod(tested), 2),
    prd: rounded(prd(tested), 4),
    prb: bias === null ? null : rounded(bias, 4),
  };
}
export type Accuracy = ReturnType<typeof accuracyOf>;

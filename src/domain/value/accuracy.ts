/** A tested sale: what was estimated, and its price brought to the same day. USD, above 0. */
export interface Tested {
  estimate: number;
  price: number;
}

/** How far off estimates were; percentages to two decimals, ratios to four. */
export interface Accuracy {
  sales_tested: number;
  median_abs_pct_error: number;
  within_5_pct: number;
  within_10_pct: number;
  within_20_pct: number;
  median_ratio: number;
  cod: number;
  prd: number;
  prb: number | null;
}

/** The median, or NaN of nothing. */
export function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const half = (sorted.length - 1) / 2;
  return (sorted[Math.floor(half)]! + sorted[Math.ceil(half)]!) / 2;
}

const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/**
 * Coefficient of dispersion: the mean distance of ratios from their median, in percent of it.
 * @see IAAO, Standard on Ratio Studies
 */
export function cod(tested: readonly Tested[]): number {
  const ratios = tested.map(({ estimate, price }) => estimate / price);
  const middle = medianOf(ratios);
  return (100 * meanOf(ratios.map((ratio) => Math.abs(ratio - middle)))) / middle;
}

/** Price-related differential: the mean ratio over the ratio of the sums. Above 1, what costs more is valued too low. */
export function prd(tested: readonly Tested[]): number {
  const sum = (key: keyof Tested) => meanOf(tested.map((sale) => sale[key]));
  return meanOf(tested.map(({ estimate, price }) => estimate / price)) / (sum('estimate') / sum('price'));
}

/**
 * Price-related bias: how much a ratio grows, as a share of the median ratio, when the value doubles, by least squares. A value
 * is the mean of the price and of the estimate over the median ratio. null where all values are the same.
 */
export function prb(tested: readonly Tested[]): number | null {
  const middle = medianOf(tested.map(({ estimate, price }) => estimate / price));
  const x = tested.map(({ estimate, price }) => Math.log2((price + estimate / middle) / 2));
  const y = tested.map(({ estimate, price }) => (estimate / price - middle) / middle);
  const [meanX, meanY] = [meanOf(x), meanOf(y)];
  let [xx, xy] = [0, 0];
  for (const [at, value] of x.entries()) {
    xx += (value - meanX) ** 2;
    xy += (value - meanX) * (y[at]! - meanY);
  }
  return xx > 0 ? xy / xx : null;
}

const rounded = (value: number, decimals: number) => Number(value.toFixed(decimals));

/** All measures of at least one tested sale. */
export function accuracyOf(tested: readonly Tested[]): Accuracy {
  const errors = tested.map(({ estimate, price }) => Math.abs(estimate / price - 1));
  const within = (share: number) =>
    rounded((100 * errors.filter((error) => error <= share).length) / errors.length, 2);
  const bias = prb(tested);
  return {
    sales_tested: tested.length,
    median_abs_pct_error: rounded(100 * medianOf(errors), 2),
    within_5_pct: within(0.05),
    within_10_pct: within(0.1),
    within_20_pct: within(0.2),
    median_ratio: rounded(medianOf(tested.map(({ estimate, price }) => estimate / price)), 4),
    cod: rounded(cod(tested), 2),
    prd: rounded(prd(tested), 4),
    prb: bias === null ? null : rounded(bias, 4),
  };
}

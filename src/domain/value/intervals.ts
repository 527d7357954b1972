import { type Accuracy, accuracyOf, type Tested } from './accuracy.ts';
import { CLASSES, type ValueClass } from './features.ts';

/** Fewer tested sales of a class make no estimate of it. */
export const LEAST_TESTED = 30;
export const FOLDS = 10;
/** The share of prices between `low` and `high`. */
export const HELD = 0.8;

/** Tested on the last sales by what was known before them, or each tenth of the sales by the other nine. */
export const METHODS = ['last_sales', 'ten_folds'] as const;
export type Method = (typeof METHODS)[number];

export interface ClassAccuracy extends Accuracy {
  class: ValueClass;
  method: Method;
  /** Days of the first and the last tested sale, since 1970. */
  from: number;
  to: number;
  interval_held_pct: number;
}

/** The quantiles between which a new residual lies with the given probability. */
function intervalOf(residuals: readonly number[]): [number, number] {
  const sorted = residuals.toSorted((a, b) => a - b);
  const tail = Math.floor(((1 - HELD) / 2) * (sorted.length + 1));
  return [sorted[Math.max(0, tail - 1)]!, sorted[Math.min(sorted.length - 1, sorted.length - tail)]!];
}

export interface Residual {
  class: ValueClass;
  fold: number;
  day: number;
  /** Logarithm of price over estimate, on the same day. */
  rest: number;
  tested: Tested;
}

/** Those of its class, or of all where there are few. */
export function intervalFor(of: ValueClass, residuals: readonly Residual[]): [number, number] {
  const own = residuals.filter((residual) => residual.class === of);
  return intervalOf((own.length >= LEAST_TESTED ? own : residuals).map(({ rest }) => rest));
}

export const shareOf = (count: number, all: number) => Number(((100 * count) / all).toFixed(2));
export const isWithin = (rest: number, [low, high]: [number, number]) => rest >= low && rest <= high;

/** The first and the last day of some sales. */
export function spanOf(sales: readonly { day: number }[]): { from: number; to: number } {
  const first = (of: (a: number, b: number) => number) =>
    sales.map(({ day }) => day).reduce((a, b) => of(a, b));
  return { from: first(Math.min), to: first(Math.max) };
}

/** Each fold is held against the interval of the others. */
export function foldAccuracy(of: ValueClass, residuals: readonly Residual[]): ClassAccuracy | null {
  const own = residuals.filter((residual) => residual.class === of);
  if (own.length === 0) return null;
  let held = 0;
  for (let fold = 0; fold < FOLDS; fold++) {
    const others = residuals.filter((residual) => residual.fold !== fold);
    const interval = intervalFor(of, others);
    held += own.filter((residual) => residual.fold === fold && isWithin(residual.rest, interval)).length;
  }
  const accuracy = accuracyOf(own.map(({ tested }) => tested));
  const interval_held_pct = shareOf(held, own.length);
  return { class: of, method: 'ten_folds', ...spanOf(own), ...accuracy, interval_held_pct };
}

/** Logarithms: what to add to an estimate of a class for its lower and upper bound. */
export type Intervals = Record<ValueClass, [number, number]>;

/** The intervals of all classes. */
export const intervalsOf = (residuals: readonly Residual[]): Intervals =>
  Object.fromEntries(CLASSES.map((of) => [of, intervalFor(of, residuals)])) as Intervals;

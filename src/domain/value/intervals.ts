import { type Accuracy, accuracyOf, percentOf } from './accuracy.ts';
import { CLASSES, type ValueClass } from './features.ts';
import { FOLDS, type Tested } from './folds.ts';

/** Fewer tested sales of a class make no estimate of it. */
export const LEAST_TESTED = 30;
/** The share of prices between `low` and `high`. */
export const HELD = 0.8;

/**
 * `last_sales`: the last sales by what was known before them, at the prices that were paid. `ten_folds`: each tenth of the sales
 * by the other nine, at prices of the day of the estimates. `last_year`: likewise, the sales of the last year at the prices
 * that were paid.
 */
export const METHODS = ['last_sales', 'ten_folds', 'last_year'] as const;
export type Method = (typeof METHODS)[number];

export interface ClassAccuracy extends Accuracy {
  class: ValueClass;
  method: Method;
  /** Days of the first and the last tested sale, since 1970. */
  from: number;
  to: number;
  interval_held_pct: number;
}

/** By class, logarithms: what to add to an estimate for its lower and upper bound. */
export type Intervals = Record<ValueClass, [number, number]>;

/** Logarithm of price over estimate. */
const restOf = ({ estimate, price }: Tested) => Math.log(price / estimate);

/** The quantiles between which a new residual lies with the given probability. */
function intervalOf(tests: readonly Tested[]): [number, number] {
  const sorted = tests.map(restOf).sort((a, b) => a - b);
  const tail = Math.floor(((1 - HELD) / 2) * (sorted.length + 1));
  return [sorted[Math.max(0, tail - 1)]!, sorted[Math.min(sorted.length - 1, sorted.length - tail)]!];
}

const ofClass = (of: ValueClass, tests: readonly Tested[]) => tests.filter((test) => test.class === of);

/** The intervals of all classes: by the tests of each, or by all tests where it has few. */
export function intervalsOf(tests: readonly Tested[]): Intervals {
  const enough = (own: Tested[]) => (own.length >= LEAST_TESTED ? own : tests);
  const found = CLASSES.map((of) => [of, intervalOf(enough(ofClass(of, tests)))]);
  return Object.fromEntries(found) as Intervals;
}

/**
 * The accuracy of each class with at least `least` tests.
 * @param intervalsFor intervals that a test was not used for.
 */
export function accuracyRows(
  method: Method,
  tests: readonly Tested[],
  intervalsFor: (test: Tested) => Intervals,
  least = 1,
): ClassAccuracy[] {
  return CLASSES.flatMap((of) => {
    const own = ofClass(of, tests);
    if (own.length < least) return [];
    const held = own.filter((test) => {
      const [low, high] = intervalsFor(test)[of];
      return restOf(test) >= low && restOf(test) <= high;
    });
    const days = own.map(({ day }) => day).sort((a, b) => a - b);
    const interval_held_pct = percentOf(held.length, own.length);
    return { class: of, method, from: days[0]!, to: days.at(-1)!, ...accuracyOf(own), interval_held_pct };
  });
}

/** Each fold is compared with the intervals of the others. */
export function otherFolds(tests: readonly Tested[]): (test: Tested) => Intervals {
  const others = Array.from({ length: FOLDS }, (_, fold) =>
    intervalsOf(tests.filter((test) => test.fold !== fold)),
  );
  return ({ fold }) => others[fold]!;
}

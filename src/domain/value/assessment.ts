import { median } from '../figures.ts';
import { ASSESSED, type Features } from './features.ts';
import { type Sale, tenFolds } from './folds.ts';
import { accuracyRows, type Intervals, intervalsOf, LEAST_TESTED, otherFolds } from './intervals.ts';
import { outOfFold, type Valuation } from './model.ts';

/** Prices are `factor` times what was assessed before. */
export interface AssessmentModel {
  /** Days since 1970: that of the newest sale. */
  as_of: number;
  factor: number;
  intervals: Intervals;
}

/** Whether an assessed value is known. */
export const isAssessed = ({ numbers }: Pick<Features, 'numbers'>): boolean => numbers[ASSESSED]! > 0;

const factorOf = (sales: readonly Sale[]) =>
  median(sales.map(({ price, numbers }) => price / numbers[ASSESSED]!))!;

/**
 * Values by assessment where too few sales make a model: assessed value times the median ratio of the prices to what was
 * assessed in years before. null where too few sales have such a value.
 */
export function assessmentValuation(sales: readonly Sale[]): Valuation<AssessmentModel> | null {
  const known = sales.filter(isAssessed);
  if (known.length < LEAST_TESTED) return null;
  const tests = tenFolds(known, (others) => {
    const factor = factorOf(others);
    return ({ price, numbers }) => ({ estimate: factor * numbers[ASSESSED]!, price });
  });
  return {
    model: {
      as_of: Math.max(...known.map(({ day }) => day)),
      factor: factorOf(known),
      intervals: intervalsOf(tests),
    },
    outOfFold: outOfFold(tests),
    accuracy: accuracyRows('ten_folds', tests, otherFolds(tests)),
    knows: ['total_assessed_value'],
  };
}

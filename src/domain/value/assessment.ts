import { medianOf } from './accuracy.ts';
import { ASSESSED, CLASSES, type ValueClass } from './features.ts';
import { foldAccuracy, type Intervals, intervalsOf, LEAST_TESTED, type Residual } from './intervals.ts';
import { foldOf, type Sale, type Valuation } from './model.ts';

/** Prices are `factor` times what was assessed before. */
export interface AssessmentModel {
  /** Days since 1970: that of the newest sale. */
  as_of: number;
  factor: number;
  intervals: Intervals;
}

/**
 * Values by assessment where too few sales make a model: assessed value times the median ratio of the prices to what was
 * assessed in years before. null where too few sales have such a value.
 */
export function assessmentValuation(sales: readonly Sale[]): Valuation<AssessmentModel> | null {
  const known = sales.filter(({ numbers }) => numbers[ASSESSED]! > 0);
  if (known.length < LEAST_TESTED) return null;
  const ratioOf = ({ price, numbers }: Sale) => price / numbers[ASSESSED]!;
  const outsideOf = (fold: number) =>
    medianOf(known.filter(({ parcel }) => foldOf(parcel) !== fold).map(ratioOf));
  const outOfFold = Float64Array.from(
    sales,
    ({ parcel, numbers }) => numbers[ASSESSED]! * outsideOf(foldOf(parcel)),
  );
  const residuals = sales.flatMap(({ parcel, day, price, words }, at): Residual[] => {
    const estimate = outOfFold[at]!;
    if (Number.isNaN(estimate)) return [];
    const rest = Math.log(price / estimate);
    return [{ class: words[0] as ValueClass, fold: foldOf(parcel), day, rest, tested: { estimate, price } }];
  });
  const as_of = known.reduce((day, sale) => Math.max(day, sale.day), 0);
  return {
    model: { as_of, factor: medianOf(known.map(ratioOf)), intervals: intervalsOf(residuals) },
    outOfFold,
    accuracy: CLASSES.flatMap((of) => foldAccuracy(of, residuals) ?? []),
    knows: ['total_assessed_value'],
  };
}

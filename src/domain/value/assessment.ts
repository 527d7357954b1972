import { ASSESSED, type ValueClass } from './features.ts';
import { type ClassAccuracy, foldAccuracy, intervalFor, LEAST_TESTED, type Residual } from './intervals.ts';
import { foldOf, type Sale } from './model.ts';

/** Prices are `factor` times what was assessed before. */
export interface AssessmentModel {
  /** Days since 1970: that of the newest sale. */
  as_of: number;
  factor: number;
  /** Logarithms: what to add to an estimate for `low` and `high`. */
  interval: [number, number];
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[sorted.length >> 1]!;
}

/**
 * Values by assessment where too few sales make a model: assessed value times the median ratio of the prices to what was
 * assessed in years before. null where too few sales have such a value.
 */
export function assessmentModel(
  sales: readonly Sale[],
): { model: AssessmentModel; accuracy: ClassAccuracy[] } | null {
  const known = sales.filter(({ numbers }) => numbers[ASSESSED]! > 0);
  if (known.length < LEAST_TESTED) return null;
  const ratioOf = ({ price, numbers }: Sale) => price / numbers[ASSESSED]!;
  const residuals = known.map((sale): Residual => {
    const fold = foldOf(sale.parcel);
    const others = known.filter(({ parcel }) => foldOf(parcel) !== fold);
    const estimate = sale.numbers[ASSESSED]! * medianOf(others.map(ratioOf));
    const rest = Math.log(sale.price / estimate);
    return {
      class: sale.words[0] as ValueClass,
      fold,
      day: sale.day,
      rest,
      tested: { estimate, price: sale.price },
    };
  });
  const classes = [...new Set(residuals.map((residual) => residual.class))].sort();
  return {
    model: {
      as_of: known.reduce((day, sale) => Math.max(day, sale.day), 0),
      factor: medianOf(known.map(ratioOf)),
      interval: intervalFor('other', residuals),
    },
    accuracy: classes.flatMap((of) => foldAccuracy(of, residuals) ?? []),
  };
}

import type { AssessmentModel } from './assessment.ts';
import { AREA, ASSESSED, type Features, type ValueClass } from './features.ts';
import { type ClassAccuracy, LEAST_TESTED } from './intervals.ts';
import { estimateOf, type ValueModel } from './model.ts';

/** Why a parcel has no value. */
export const REASONS = {
  few_sales: 'its county and its state have too few usable sales, and too few that were assessed before',
  few_sales_of_class: 'too few sales of its class were tested',
  area_unknown: 'its floor area is unknown, by which its class is valued',
  not_assessed: 'it has no assessed value',
} as const;
export type Reason = keyof typeof REASONS;

/** What values parcels: a model, and how far off it was. */
export interface Valuer {
  model: ValueModel | AssessmentModel;
  accuracy: readonly Pick<ClassAccuracy, 'class' | 'sales_tested'>[];
}

export const NO_VALUE = { estimated_value: null, estimated_value_low: null, estimated_value_high: null };
/** USD, four digits of each; null without a value. */
export type ValueFigures = Record<keyof typeof NO_VALUE, number | null>;

const shown = (dollars: number) => Number(dollars.toPrecision(4));

/** The error that is published with values of a class; null where too few were tested. */
export const errorOf = <A extends Pick<ClassAccuracy, 'class' | 'sales_tested'>>(
  of: ValueClass,
  accuracy: readonly A[],
): A | null => accuracy.find((row) => row.class === of && row.sales_tested >= LEAST_TESTED) ?? null;

/** Why a parcel has no value; null where it has one. */
export function reasonOf(valuer: Valuer | null, { numbers, words }: Features): Reason | null {
  if (valuer === null) return 'few_sales';
  const { model, accuracy } = valuer;
  const own = words[0] as ValueClass;
  if (!errorOf(own, accuracy)) return 'few_sales_of_class';
  if ('factor' in model) return numbers[ASSESSED]! > 0 ? null : 'not_assessed';
  return model.measured.includes(own) && Number.isNaN(numbers[AREA]!) ? 'area_unknown' : null;
}

/**
 * The value of a parcel, with the bounds that hold for four of five.
 * @param outOfFold the estimate without the parcel's own sales, if it has any.
 */
export function valueFor(valuer: Valuer | null, features: Features, outOfFold?: number): ValueFigures {
  if (valuer === null || reasonOf(valuer, features) !== null) return NO_VALUE;
  const { model } = valuer;
  const byModel = () =>
    'factor' in model ? model.factor * features.numbers[ASSESSED]! : estimateOf(model, features);
  const estimate = outOfFold === undefined || Number.isNaN(outOfFold) ? byModel() : outOfFold;
  const [low, high] = model.intervals[features.words[0] as ValueClass];
  return {
    estimated_value: shown(estimate),
    estimated_value_low: shown(estimate * Math.exp(low)),
    estimated_value_high: shown(estimate * Math.exp(high)),
  };
}

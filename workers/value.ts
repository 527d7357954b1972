import { assessmentValuation } from '../src/domain/value/assessment.ts';
import { LEAST_SALES, type Sale, valuation } from '../src/domain/value/model.ts';

/** Values what was sold: by a model where the sales are enough, else by assessed values; null where neither is possible. */
export default (sales: Sale[]) =>
  sales.length >= LEAST_SALES ? valuation(sales) : assessmentValuation(sales);

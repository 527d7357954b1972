import type { Sale } from '../src/domain/value/folds.ts';
import { type ValuationPart, valuationPart } from '../src/domain/value/model.ts';

/** Makes a part of a valuation in a thread. */
export default ({ sales, part }: { sales: Sale[]; part: number }): ValuationPart =>
  valuationPart(sales, part);

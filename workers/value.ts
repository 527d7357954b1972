import type { Sale, Tested } from '../src/domain/value/folds.ts';
import { valuation, valuationTests } from '../src/domain/value/model.ts';

/** Tests some folds of sales in a thread. */
export const test = ({ sales, folds }: { sales: Sale[]; folds: number[] }) => valuationTests(sales, folds);

/** Makes a model of sales in a thread. */
export const learn = ({ sales, tests }: { sales: Sale[]; tests: Tested[] }) => valuation(sales, tests);

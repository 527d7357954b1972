import t from 'tap';
import { estimateOf, valuation } from '../../../src/domain/value/model.ts';
import { madeSales } from './made-sales.ts';

const sales = madeSales(400);
const estimates = (of: typeof sales) => {
  const { model } = valuation(of);
  return sales.slice(0, 50).map((sale) => estimateOf(model, sale));
};

t.test('one odd sale after all others moves no value by much', async (t) => {
  const [before, newest] = [estimates(sales), Math.max(...sales.map(({ day }) => day))];
  const odd = { ...sales[7]!, parcel: '31109:odd', price: 9e12, day: newest + 170 };
  const after = estimates([...sales, odd]);
  const moved = after.map((estimate, at) => Math.abs(Math.log(estimate / before[at]!))).sort((a, b) => a - b);
  t.ok(moved[25]! < 0.1, `half of the values moved by up to ${(100 * moved[25]!).toFixed(1)} %`);
});

t.test('a county of equal sales has values and an error', async (t) => {
  const same = sales.slice(0, 300).map((sale) => ({ ...sales[0]!, parcel: sale.parcel }));
  const { accuracy, model } = valuation(same);
  t.match(accuracy[0], { sales_tested: 300, median_abs_pct_error: 0, interval_held_pct: 100, prb: null });
  t.ok(Math.abs(estimateOf(model, sales[0]!) / sales[0]!.price - 1) < 1e-9);
});

t.test('a county of which only prices and days are known is valued by these', async (t) => {
  const unknown = sales.map(({ numbers, ...sale }) => ({
    ...sale,
    numbers: numbers.map(() => Number.NaN),
    words: ['residential', null, null, null, null],
  }));
  const { accuracy, knows } = valuation(unknown);
  t.match(accuracy[0], { sales_tested: 400, method: 'ten_folds' });
  t.same(knows, ['class']);
});

t.test('sales of the time before 1970 are valued on the day of the last of them', async (t) => {
  const old = sales.map((sale) => ({ ...sale, day: sale.day - 25_000 }));
  t.equal(valuation(old).model.as_of, Math.max(...old.map(({ day }) => day)));
});

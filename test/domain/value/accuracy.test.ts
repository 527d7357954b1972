import t from 'tap';
import { accuracyOf, cod, type Estimated, prb, prd } from '../../../src/domain/value/accuracy.ts';

/** The same sales as those that assesspy measured. */
function sales(count: number): Estimated[] {
  let state = 7;
  const next = () => {
    state = (state * 16_807) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  return Array.from({ length: count }, () => {
    const price = 50_000 + 900_000 * next() ** 2;
    return { price, estimate: price * (0.7 + 0.6 * next()) - 0.05 * (price - 300_000) };
  });
}

t.test('COD, PRD and PRB are those of assesspy', async (t) => {
  const cases: [number, number, number, number][] = [
    [2, 25.282711202585084, 1.1218250860712606, -0.5275010680103922],
    [31, 12.831479243473142, 1.0196842058147297, -0.030863602059285754],
    [1000, 14.705388890804976, 1.0396922413743321, -0.03657851785315224],
  ];
  for (const [count, dispersion, differential, bias] of cases) {
    const tested = sales(count);
    t.ok(Math.abs(cod(tested) - dispersion) < 1e-6, `COD of ${count}`);
    t.ok(Math.abs(prd(tested) - differential) < 1e-6, `PRD of ${count}`);
    t.ok(Math.abs(prb(tested)! - bias) < 1e-6, `PRB of ${count}`);
  }
});

t.test('errors are in percent, and their shares count those at the limit', async (t) => {
  const estimates = [100, 105, 89, 120, 300];
  const row = accuracyOf(estimates.map((estimate) => ({ estimate, price: 100 })));
  t.match(row, {
    sales_tested: 5,
    median_abs_pct_error: 11,
    within_10_pct: 40,
    within_20_pct: 80,
    median_ratio: 1.05,
  });
  t.equal(accuracyOf([{ estimate: 90, price: 100 }]).prb, null, 'a single sale has no bias by price');
});

import fc from 'fast-check';
import t from 'tap';
import { AREA, ASSESSED } from '../../../src/domain/value/features.ts';
import { estimateOf, leavesOf, valuation } from '../../../src/domain/value/model.ts';
import { growth } from '../../../src/domain/value/price-index.ts';
import { holds } from '../../holds.ts';
import { madeSales } from './made-sales.ts';

const sales = madeSales(500);
const found = valuation(sales);

t.test('estimates of sold parcels are near their prices, by as much as published', async (t) => {
  const [row] = found.accuracy;
  t.match(row, { class: 'residential', method: 'ten_folds', sales_tested: 500 });
  t.ok(
    row!.median_abs_pct_error < 9,
    `half of the estimates are off by less than ${row!.median_abs_pct_error} %`,
  );
  t.ok(Math.abs(row!.interval_held_pct - 80) <= 3, 'four of five prices are within the bounds');
  const others = madeSales(1_000, 77).map((sale) => ({ ...sale, parcel: `x${sale.parcel}` }));
  const { as_of, index } = found.model;
  const off = others.map((sale) => {
    const today = sale.price * Math.exp(growth(index, sale.day, as_of));
    return Math.abs(estimateOf(found.model, sale) / today - 1);
  });
  const middle = 100 * off.sort((a, b) => a - b)[500]!;
  t.ok(Math.abs(middle - row!.median_abs_pct_error) < 2, `those of other parcels by ${middle.toFixed(1)} %`);
});

t.test('prices are brought to the day of the newest sale by the index of the county', async (t) => {
  const { index, as_of } = found.model;
  t.equal(as_of, Math.max(...sales.map(({ day }) => day)));
  const year = growth(index, as_of - 365, as_of);
  t.ok(Math.abs(year - 0.06) < 0.03, `prices grew by ${(100 * year).toFixed(1)} %, 6 were made`);
});

t.test('the order of the sales does not matter', async (t) => {
  await holds(1, [fc.integer()], async (turn) => {
    const from = Math.abs(turn) % sales.length;
    const moved = [...sales.slice(from), ...sales.slice(0, from)].reverse();
    t.same(valuation(moved).model, found.model);
  });
});

t.test('more area is never worth less, all else equal', async () => {
  await holds(200, [fc.nat(sales.length - 1), fc.integer({ min: 1, max: 2_000 })], (at, more) => {
    const { numbers, words } = sales[at]!;
    const larger = { words, numbers: numbers.with(AREA, numbers[AREA]! + more) };
    return estimateOf(found.model, larger) >= estimateOf(found.model, { numbers, words });
  });
});

t.test('a parcel’s own sale is not in its estimate', async (t) => {
  for (const at of [400]) {
    const dearer = sales.with(at, { ...sales[at]!, price: 10 * sales[at]!.price });
    const { parcel } = sales[at]!;
    t.equal(valuation(dearer).outOfFold.get(parcel), found.outOfFold.get(parcel));
  }
});

t.test('an assessed value is known only where it was set before nearly all sales', async (t) => {
  const assess = (share: number) =>
    sales.map((sale, at) => ({
      ...sale,
      numbers: at < share * sales.length ? sale.numbers.with(ASSESSED, sale.price) : sale.numbers,
    }));
  t.notOk(valuation(assess(0.8)).knows.includes('total_assessed_value'));
  const known = valuation(assess(0.95));
  t.ok(known.knows.includes('total_assessed_value'));
  t.ok(known.accuracy[0]!.median_abs_pct_error < found.accuracy[0]!.median_abs_pct_error);
});

t.test('with many sales, the published error is that of the last, from what was known before', async (t) => {
  const [first, second] = valuation(madeSales(3_200, 5)).accuracy;
  t.match(first, { class: 'residential', method: 'last_sales' });
  t.ok(first!.sales_tested >= 300);
  t.ok(first!.from > second!.from && first!.to === second!.to);
  t.match(second, { method: 'ten_folds', sales_tested: 3_200 });
});

t.test('alike parcels end in the same leaves', async (t) => {
  const [leaves, again] = [leavesOf(found.model, sales[0]!), leavesOf(found.model, { ...sales[0]! })];
  t.same(leaves, again);
  t.ok(leaves.length >= 64);
});

/** Sums of cents that other tests do not add up to. Medians, frequencies and whole averages: test/api/features/dense-figures.test.ts. */
import fc from 'fast-check';
import t from 'tap';
import { add, average, averageOf, newSum, sumOf } from '../../src/domain/figures.ts';
import { holds } from '../holds.ts';

const summed = (values: (number | null)[]) => {
  const sum = newSum();
  for (const value of values) add(sum, value);
  return sum;
};
const positive = fc.integer({ min: 0, max: 1_000_000_000_000 });

t.test('a sum is exact, in whatever order its values come', async (t) => {
  t.equal(sumOf(summed([1e16, 1, null, 1, -1e16])), 2, 'small values beside large ones');
  const amounts = fc.array(fc.oneof(positive, fc.integer({ min: -100_000, max: 100_000 })), {
    maxLength: 60,
  });
  await holds(1_000, [amounts], (all) => {
    const exact = Number(all.reduce((sum, value) => sum + BigInt(value), 0n)) / 100;
    const values = all.map((value) => value / 100);
    const orders = [values, values.toReversed(), values.toSorted((a, b) => a - b)];
    return orders.every((order) => sumOf(summed(order)) === exact);
  });
});

t.test('an average is the exact one, rounded once, half a cent up', async (t) => {
  t.equal(average(343_132.47, 18), 19_062.92, '19,062.915 exactly');
  await holds(1_000, [fc.array(positive, { minLength: 1, maxLength: 60 })], (all) => {
    const total = all.reduce((sum, value) => sum + BigInt(value), 0n);
    const count = BigInt(all.length);
    const exact = Number((2n * total + count) / (2n * count)) / 100;
    return averageOf(summed(all.map((value) => value / 100))) === exact;
  });
});

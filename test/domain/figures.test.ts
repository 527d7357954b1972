import fc from 'fast-check';
import t from 'tap';
import {
  add,
  average,
  averageOf,
  byFrequency,
  cents,
  median,
  mostFrequent,
  newSum,
  sumOf,
  tally,
  wholeAverageOf,
} from '../../src/domain/figures.ts';
import { seedOf } from '../seed.ts';

const SEED = seedOf(20_260_606);
t.comment(`seed ${SEED}`);

const summed = (values: (number | null | undefined)[]) => {
  const sum = newSum();
  for (const value of values) add(sum, value);
  return sum;
};
const tallied = (values: (string | null)[]) => {
  const counts = new Map<string, number>();
  for (const value of values) tally(counts, value);
  return counts;
};

t.test('the median is the middle value, or the mean of the middle two', async (t) => {
  const cases: [number[], number | null][] = [
    [[], null],
    [[5], 5],
    [[7, 5], 6],
    [[3, 1, 2], 2],
    [[10, 9, 1, 2], 5.5],
    [[100, 20, 3], 20],
    [[0.01, 0.02], 0.015],
    [[-5, 5, -10, 10], 0],
    [[1, 1, 1, 9], 1],
    [[9_999_999_999.99, 9_999_999_999.99], 9_999_999_999.99],
  ];
  for (const [values, middle] of cases) t.equal(median(values), middle, JSON.stringify(values));
  const given = [3, 1, 2];
  median(given);
  t.same(given, [3, 1, 2], 'the numbers given stay in their order');
});

t.test('as many numbers are below the median as above it', async (t) => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -50, max: 50 }), { minLength: 1 }), (values) => {
      const middle = median(values)!;
      const below = values.filter((value) => value < middle).length;
      const above = values.filter((value) => value > middle).length;
      return (
        below <= values.length / 2 && above <= values.length / 2 && median(values.toReversed()) === middle
      );
    }),
    { seed: SEED },
  );
  t.pass();
});

t.test('sums are of the known values', async (t) => {
  t.equal(sumOf(summed([])), 0, 'of nothing');
  t.equal(sumOf(summed([null, undefined])), 0, 'of unknown values');
  t.equal(sumOf(summed([0.1, 0.2])), 0.3);
  t.equal(sumOf(summed([1e16, 1, 1, -1e16])), 2, 'small values beside large ones');
  t.equal(sumOf(summed(Array.from({ length: 100_000 }, () => 0.01))), 1_000);
  t.equal(sumOf(summed([0.00004, 0.00006]), 4), 0.0001, 'to four decimals');
  t.equal(cents(1.239), 1.24);
});

const amounts = fc.array(
  fc.oneof(fc.integer({ min: 0, max: 1_000_000_000_000 }), fc.integer({ min: -100_000, max: 100_000 })),
  { maxLength: 60 },
);

t.test('a sum is exact, in whatever order its values come', async (t) => {
  fc.assert(
    fc.property(amounts, fc.nat(), (all, turn) => {
      const exact = Number(all.reduce((sum, value) => sum + BigInt(value), 0n)) / 100;
      const values = all.map((value) => value / 100);
      const at = turn % (values.length + 1);
      const turned = [...values.slice(at), ...values.slice(0, at)];
      for (const order of [values, values.toReversed(), turned, values.toSorted((a, b) => a - b)]) {
        if (sumOf(summed(order)) !== exact) throw new Error(`${sumOf(summed(order))}, not ${exact}`);
      }
    }),
    { seed: SEED, numRuns: 1_000 },
  );
  t.pass('1,000 sums');
});

t.test('averages are rounded to the cent, half a cent up, and leave out unknown values', async (t) => {
  const cases: [(number | null)[], number | null][] = [
    [[], null],
    [[null], null],
    [[0, null], 0],
    [[1, 2], 1.5],
    [[10, 10, 11], 10.33],
    [[10, 11, 11], 10.67],
    [[1.01, 1], 1.01],
    [[8.41, 8.42], 8.42],
    [[2_000.01, 2_000], 2_000.01],
  ];
  for (const [values, mean] of cases) t.equal(averageOf(summed(values)), mean, JSON.stringify(values));
  t.equal(average(343_132.47, 18), 19_062.92, '19,062.915 exactly');
  t.equal(average(0, 0), null);
});

t.test('an average is the exact one, rounded once', async (t) => {
  const positive = fc.array(fc.integer({ min: 0, max: 1_000_000_000_000 }), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(positive, (all) => {
      const total = all.reduce((sum, value) => sum + BigInt(value), 0n);
      const count = BigInt(all.length);
      const exact = Number((2n * total + count) / (2n * count)) / 100;
      const mean = averageOf(summed(all.map((value) => value / 100)));
      if (mean !== exact) throw new Error(`${mean}, not ${exact}`);
    }),
    { seed: SEED, numRuns: 1_000 },
  );
  t.pass('1,000 averages');
});

t.test('averages as whole numbers are rounded once', async (t) => {
  t.equal(wholeAverageOf(summed([])), null);
  t.equal(wholeAverageOf(summed([30, 31])), 31);
  const days = [...Array(63).fill(30), ...Array(62).fill(31)];
  t.equal(wholeAverageOf(summed(days)), 30, '30.496');
});

t.test('of equally frequent texts, the alphabetically first is the most frequent', async (t) => {
  t.equal(mostFrequent(tallied([])), null);
  t.equal(mostFrequent(tallied([null, null])), null, 'an unknown one is none');
  t.equal(mostFrequent(tallied(['b', 'a', 'b', null, null, null])), 'b');
  t.equal(mostFrequent(tallied(['b', 'a', 'b', 'a'])), 'a');
  t.equal(mostFrequent(tallied(['a', 'b', 'b', 'a'])), 'a');
  t.equal(mostFrequent(tallied(['', 'a', ''])), '', 'an empty text is a text');
  t.same(byFrequency(tallied(['c', 'b', 'a', 'b', 'd', 'd'])), ['b', 'd', 'a', 'c']);
  fc.assert(
    fc.property(fc.array(fc.constantFrom('a', 'B', 'b', 'Ä', '')), (values) => {
      const [forth, back] = [tallied(values), tallied(values.toReversed())];
      const first = byFrequency(forth)[0] ?? null;
      return mostFrequent(forth) === first && mostFrequent(back) === first;
    }),
    { seed: SEED },
  );
});

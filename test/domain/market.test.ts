import fc from 'fast-check';
import t from 'tap';
import { QUARTER_PATTERN, quarterOf, quarterYears, yoyChange } from '../../src/domain/market.ts';
import { seedOf } from '../seed.ts';

const SEED = seedOf(20_260_707);
t.comment(`seed ${SEED}`);

t.test('a date has its quarter', async (t) => {
  const cases: [string, string][] = [
    ['2025-01-01', '2025Q1'],
    ['2025-03-31', '2025Q1'],
    ['2025-04-01', '2025Q2'],
    ['2025-06-30', '2025Q2'],
    ['2025-07-01', '2025Q3'],
    ['2025-09-30', '2025Q3'],
    ['2025-10-01', '2025Q4'],
    ['2025-12-31', '2025Q4'],
    ['2024-02-29', '2024Q1'],
    ['1700-08-08', '1700Q3'],
  ];
  for (const [date, quarter] of cases) t.equal(quarterOf(date), quarter, date);
});

t.test('every day has one quarter, which begins and ends with a month', async (t) => {
  let before = '';
  for (let at = Date.UTC(1999, 0, 1); at < Date.UTC(2001, 0, 1); at += 86_400_000) {
    const date = new Date(at).toISOString().slice(0, 10);
    const quarter = quarterOf(date);
    if (!new RegExp(QUARTER_PATTERN).test(quarter)) t.fail(`${date}: ${quarter}`);
    if (quarter !== before) t.match(date, /-(01|04|07|10)-01$/, `${quarter} begins on ${date}`);
    before = quarter;
  }
});

t.test('the same quarter of another year is found', async (t) => {
  t.equal(quarterYears('2025Q4', -1), '2024Q4');
  t.equal(quarterYears('1999Q1', 1), '2000Q1');
  t.equal(quarterYears('2000Q2', -1), '1999Q2');
  t.equal(quarterYears('2000Q3', 0), '2000Q3');
});

t.test('the change from a year before has four decimals', async (t) => {
  const cases: [number, number | null, number | null][] = [
    [210_000, 200_000, 0.05],
    [190_000, 200_000, -0.05],
    [200_000, 200_000, 0],
    [200_000, null, null],
    [200_000, 0, null],
    [400_000, 200_000, 1],
    [1, 3, -0.6667],
    [2, 3, -0.3333],
    [5, 3, 0.6667],
    [200_010, 200_000, 0.0001],
    [200_009.99, 200_000, 0],
    [199_990, 200_000, 0],
    [199_989.99, 200_000, -0.0001],
    [2_000_000_000, 0.01, 199_999_999_999],
  ];
  for (const [now, before, change] of cases) {
    t.equal(yoyChange(now, before) === 0 ? 0 : yoyChange(now, before), change, `${now} after ${before}`);
  }
});

t.test('the change is the exact one, rounded once', async (t) => {
  // Medians are whole or half cents; many of these pairs are halfway between two rounded changes.
  const price = fc.oneof(
    fc.integer({ min: 200_001, max: 2_000_000_000 }),
    fc.integer({ min: 100, max: 1_000_000 }).map((tens) => tens * 2_000),
  );
  fc.assert(
    fc.property(price, price, (now, before) => {
      const [difference, base] = [BigInt(now - before), BigInt(before)];
      const doubled = 2n * difference * 10_000n + base;
      // Division of big integers rounds toward zero; half goes up.
      const floor = doubled >= 0n ? doubled / (2n * base) : -((-doubled + 2n * base - 1n) / (2n * base));
      const change = yoyChange(now / 200, before / 200)!;
      if (Math.abs(change - Number(floor) / 10_000) > 1e-12) throw new Error(`${change}, not ${floor}`);
    }),
    { seed: SEED, numRuns: 20_000 },
  );
  t.pass('20,000 pairs');
});

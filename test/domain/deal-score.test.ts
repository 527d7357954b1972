import fc from 'fast-check';
import t from 'tap';
import { DEAL_WEIGHTS, type DealScoreFacts, dealScore } from '../../src/domain/deal-score.ts';
import { holds } from '../holds.ts';

const TODAY = '2025-11-21';

const UNKNOWN: DealScoreFacts = {
  absentee_owner: null,
  out_of_state_owner: null,
  last_transfer: null,
  assessed_value: null,
  arms_length_price: null,
  county_ratio: null,
  land_value: null,
  improvement_value: null,
  year_built: null,
  last_permit: null,
  permits_linked: false,
};

const BEST: DealScoreFacts = {
  absentee_owner: true,
  out_of_state_owner: true,
  last_transfer: '1999-01-01',
  assessed_value: 400_000,
  arms_length_price: 100_000,
  county_ratio: 1,
  land_value: 400_000,
  improvement_value: 0,
  year_built: 1950,
  last_permit: null,
  permits_linked: true,
};

const parts = (facts: Partial<DealScoreFacts>) => dealScore({ ...UNKNOWN, ...facts }, TODAY).deal_score_parts;

t.test('a score needs half of the weight, and is scaled to 100', async (t) => {
  t.same(dealScore(UNKNOWN, TODAY), {
    deal_score: null,
    deal_score_parts: { absentee: null, held: null, value_gap: null, improvement: null, permits: null },
  });
  t.same(dealScore(BEST, TODAY), {
    deal_score: 100,
    deal_score_parts: {
      absentee: { points: 25, weight: 25 },
      held: { points: 25, weight: 25 },
      value_gap: { points: 25, weight: 25 },
      improvement: { points: 15, weight: 15 },
      permits: { points: 10, weight: 10 },
    },
  });
  const half = { ...UNKNOWN, absentee_owner: true, out_of_state_owner: false, last_transfer: '2025-01-01' };
  t.equal(dealScore(half, TODAY).deal_score, 30, 'half of the weight is enough: 15 of 50');
  const less = { ...UNKNOWN, absentee_owner: true, land_value: 1, improvement_value: 0 };
  t.equal(dealScore(less, TODAY).deal_score, null, '40 of 100 is less than half');
  // 15 + 25 × (12 − 5) / 15 of 50; 2013-11-21 is 4,383 days before, exactly 12 years.
  const twelve = { ...half, last_transfer: '2013-11-21' };
  t.equal(dealScore(twelve, TODAY).deal_score, 53.3);
  t.equal(dealScore({ ...BEST, county_ratio: null }, TODAY).deal_score, 100, 'the rest is rescaled');
});

t.test('an absentee owner gets points, more if out of state', async (t) => {
  const cases: [boolean | null, boolean | null, number | null][] = [
    [true, true, 25],
    [true, false, 15],
    [true, null, 15],
    [false, false, 0],
    [false, null, 0],
    [null, true, 25],
    [null, false, null],
    [null, null, null],
  ];
  for (const [absentee_owner, out_of_state_owner, points] of cases) {
    const got = parts({ absentee_owner, out_of_state_owner }).absentee;
    t.same(got, points === null ? null : { points, weight: 25 }, `${absentee_owner}, ${out_of_state_owner}`);
  }
});

t.test('the points for years held grow from 5 to 20 years', async (t) => {
  const cases: [string, number][] = [
    ['2026-05-01', 0],
    ['2025-11-21', 0],
    ['2020-11-22', 0],
    ['2005-11-20', 25],
    ['1800-01-01', 25],
    ['2013-11-21', 11.6667],
  ];
  for (const [last_transfer, points] of cases)
    t.equal(parts({ last_transfer }).held?.points, points, last_transfer);
});

t.test('a value gap gets points', async (t) => {
  const gap = (
    assessed_value: number | null,
    arms_length_price: number | null,
    county_ratio: number | null,
  ) => parts({ assessed_value, arms_length_price, county_ratio }).value_gap;
  t.same(gap(150_000, 100_000, 1), { points: 12.5, weight: 25 });
  t.same(gap(300_000, 100_000, 1), { points: 25, weight: 25 });
  t.same(gap(90_000, 100_000, 1), { points: 0, weight: 25 });
  t.same(gap(0, 100_000, 1), { points: 0, weight: 25 }, 'assessed at nothing');
  t.equal(gap(null, 100_000, 1), null, 'no assessed value');
  t.equal(gap(150_000, null, 1), null, 'no price');
  t.equal(gap(150_000, 0, 1), null, 'a price of 0');
  t.equal(gap(150_000, 100_000, null), null, 'no county figure');
  t.equal(gap(150_000, 100_000, 0), null, 'a county figure of 0');
});

t.test('a low share of improvements gets points', async (t) => {
  const low = (land_value: number | null, improvement_value: number | null) =>
    parts({ land_value, improvement_value }).improvement;
  t.same(low(100, 0), { points: 15, weight: 15 });
  t.same(low(300, 100), { points: 7.5, weight: 15 });
  t.same(low(100, 100), { points: 0, weight: 15 });
  t.same(low(0, 100), { points: 0, weight: 15 });
  t.equal(low(0, 0), null);
  t.equal(low(null, 100), null);
  t.equal(low(100, null), null);
});

t.test('a long time without permits gets points', async (t) => {
  const cases: [number | null, string | null, boolean, number | null][] = [
    [1994, null, true, 10],
    [1995, null, true, 0],
    [1950, '2010-11-20', true, 10],
    [1950, '2010-11-22', true, 0],
    [1950, '2025-01-01', true, 0],
    [2020, null, true, 0],
    [null, null, true, null],
    [1950, null, false, null],
  ];
  for (const [year_built, last_permit, permits_linked, points] of cases) {
    const got = parts({ year_built, last_permit, permits_linked }).permits;
    t.same(
      got,
      points === null ? null : { points, weight: 10 },
      `${year_built}, ${last_permit}, ${permits_linked}`,
    );
  }
});

const isoDate = fc
  .date({ min: new Date('1700-01-01'), max: new Date('2030-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const money = fc.option(fc.oneof(fc.constant(0), fc.double({ min: 0, max: 1e10, noNaN: true })));
const anyFacts = fc.record<DealScoreFacts>({
  absentee_owner: fc.option(fc.boolean()),
  out_of_state_owner: fc.option(fc.boolean()),
  last_transfer: fc.option(isoDate),
  assessed_value: money,
  arms_length_price: money,
  county_ratio: fc.option(fc.double({ min: 0, max: 1e6, noNaN: true })),
  land_value: money,
  improvement_value: money,
  year_built: fc.option(fc.integer({ min: 1600, max: 2030 })),
  last_permit: fc.option(isoDate),
  permits_linked: fc.boolean(),
});

t.test('a score follows from its parts', async () => {
  await holds(100, [anyFacts], (facts) => {
    const { deal_score, deal_score_parts } = dealScore(facts, TODAY);
    let points = 0;
    let weight = 0;
    for (const [name, part] of Object.entries(deal_score_parts)) {
      if (part === null) continue;
      const full = DEAL_WEIGHTS[name as keyof typeof DEAL_WEIGHTS];
      if (part.weight !== full) throw new Error(`${name} weighs ${part.weight}`);
      if (!(part.points >= 0 && part.points <= full)) throw new Error(`${name} has ${part.points} points`);
      points += part.points;
      weight += part.weight;
    }
    if (weight < 50) return deal_score === null;
    if (deal_score === null || !(deal_score >= 0 && deal_score <= 100)) return false;
    if (Math.round(deal_score * 10) / 10 !== deal_score) throw new Error(`${deal_score} is not one decimal`);
    return Math.abs(deal_score - (100 * points) / weight) <= 0.0511;
  });
});

t.test('years are days / 365.25', async () => {
  await holds(100, [isoDate], (last_transfer) => {
    const day = new Date(`${last_transfer}T12:00:00Z`);
    const days = Math.round((new Date(`${TODAY}T12:00:00Z`).getTime() - day.getTime()) / 86_400_000);
    const expected = 25 * Math.min(1, Math.max(0, (days / 365.25 - 5) / 15));
    const got = parts({ last_transfer }).held?.points ?? Number.NaN;
    return Math.abs(got - expected) < 1e-4;
  });
});

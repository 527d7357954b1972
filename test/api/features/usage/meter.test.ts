import t from 'tap';
import { readUsed } from '../../../../src/accounts/counters.ts';
import type { Decision } from '../../../../src/accounts/lease.ts';
import { createMeter } from '../../../../src/accounts/meter.ts';
import type { TierLimits } from '../../../../src/accounts/tiers.ts';
import { cutHungStatements } from '../../../../src/stores/mysql/database.ts';
import { eventually } from '../../../eventually.ts';
import { makeHarness } from '../../../helper.ts';
import { holds } from '../../../holds.ts';
import { runsOf } from '../../../seed.ts';
import { DAY, MINUTE, play, SECOND, START, someLimits, steps } from './meter-steps.ts';

const harness = await makeHarness(t, { indices: false });
// Other test files keep the server busy.
cutHungStatements(harness.database, 30_000);

const few = (lookups: number, burst: number): TierLimits => ({
  lookups,
  burst,
  webhooks: { endpoints: 0, events_per_day: 0 },
  exports: false,
});
const allowed = async (taken: Decision | Promise<Decision>) => (await taken).allowed;

t.test('more than the monthly limit is never served, even with kills and clocks that are set', async () => {
  const moves = [SECOND, 40 * SECOND, MINUTE, -MINUTE, -SECOND, 2 * DAY, -2 * DAY];
  await holds(runsOf(150), [someLimits, steps(['restart', 'kill'], moves)], async (limits, played) => {
    const { byMonth } = await play(harness.database, limits, played, false);
    for (const [month, served] of byMonth) {
      if (limits.lookups !== null && served > limits.lookups) throw new Error(`${served} in ${month}`);
    }
  });
});

t.test('more than the limit of a minute is never served', async () => {
  await holds(
    runsOf(100),
    [someLimits, steps(['restart', 'kill'], [SECOND, 40 * SECOND, MINUTE])],
    async (limits, played) => {
      const { byMinute } = await play(harness.database, limits, played, true);
      for (const [minute, served] of byMinute) {
        if (served > limits.burst) throw new Error(`${served} in the minute to ${minute}`);
      }
    },
  );
});

t.test('in the end, what is booked is what was allowed and not given back', async () => {
  await holds(
    runsOf(100),
    [someLimits, steps(['restart'], [SECOND, 40 * SECOND, MINUTE])],
    async (limits, played) => {
      const { subject, byMonth } = await play(harness.database, limits, played, true);
      const served = byMonth.get('2031-05') ?? 0;
      // Lookups whose lease has ended are given back in the background.
      await eventually(
        `${served} are booked`,
        async () => (await readUsed(harness.database, subject, '2031-05', 0)).lookups === served,
      );
    },
  );
});

t.test(
  'a busy subject does not wait for MySQL: its next block is booked when half of one is used',
  async (t) => {
    const meter = createMeter(harness.database, () => START);
    const limits = few(1_000_000, 6_000);
    const bookedSoFar = async () => (await readUsed(harness.database, 'account:busy', '2031-05', 0)).lookups;
    await meter.take('account:busy', limits);
    await meter.take('account:busy', limits);
    for (let half = 0; half < 4; half++) {
      const before = await bookedSoFar();
      for (let at = 0; at < 30; at++) t.notOk(meter.take('account:busy', limits) instanceof Promise);
      await eventually('the next block is booked', async () => (await bookedSoFar()) > before);
      // What is booked also has to arrive.
      await meter.read('account:busy', limits);
    }
    t.match(await meter.read('account:busy', limits), { lookups: { remaining: 1_000_000 - 122 } });
    await meter.close();
    t.equal(await bookedSoFar(), 122, 'the rest is given back');
  },
);

t.test('lookups that are given back while the next block is booked count as left', async (t) => {
  const meter = createMeter(harness.database, () => START);
  const limits = few(1_000_000, 6_000);
  const take = () => meter.take('account:returns', limits);
  for (let at = 0; at < 2; at++) await take();
  await meter.takeMore('account:returns', limits, 50);
  const other = await harness.database.$client.getConnection();
  await other.query('BEGIN');
  await other.query("SELECT 1 FROM usage_counters WHERE subject = 'account:returns' FOR UPDATE");
  for (let at = 0; at < 30; at++)
    t.notOk(take() instanceof Promise, 'the booking waits, the request does not');
  const { done } = meter.giveBackMore('account:returns', '2031-05', 50);
  await other.query('COMMIT');
  other.release();
  await done;
  t.match(await take(), { lookups: { remaining: 1_000_000 - 33 } });
});

t.test('several lookups are booked all or not at all, and do not count in the minute', async (t) => {
  const meter = createMeter(harness.database, () => START);
  const limits = few(100, 60);
  await meter.take('account:several', limits);
  t.match(await meter.takeMore('account:several', limits, 90), {
    allowed: true,
    count: 90,
    left: 9,
    windows: { lookups: { remaining: 9 }, burst: { remaining: 59 } },
  });
  t.match(await meter.takeMore('account:several', limits, 10), { allowed: false, count: 0, left: 9 });
  const { windows, done } = meter.giveBackMore('account:several', '2031-05', 1);
  t.match(windows, { lookups: { remaining: 10 } }, 'known at once');
  await done;
  const other = createMeter(harness.database, () => START);
  t.match(await other.takeMore('account:several', limits, 10), { allowed: true, left: 0, windows: null });
  t.match(await meter.takeMore('account:several', limits, 1), { allowed: false, left: 0 });
  t.equal((await readUsed(harness.database, 'account:several', '2031-05', 0)).lookups, 100);
});

t.test('a refused booking says when its own month ends', async (t) => {
  let time = Date.UTC(2031, 4, 31, 23, 59, 59);
  const meter = createMeter(harness.database, () => time);
  await meter.take('account:turn', few(10, 60));
  time += SECOND;
  t.match(await meter.takeMore('account:turn', few(10, 60), 11), {
    allowed: false,
    month: '2031-06',
    left: 10,
    reset: Date.UTC(2031, 6, 1) / 1000,
  });
});

t.test('requests without a lookup use up only the minute, in every process', async (t) => {
  const [one, other] = [
    createMeter(harness.database, () => START),
    createMeter(harness.database, () => START),
  ];
  const limits = few(1, 4);
  t.equal(await allowed(one.take('account:counted', limits)), true);
  t.equal(await allowed(one.take('account:counted', limits)), false, 'the month is used up');
  const counted = [];
  for (const meter of [one, other, one, other]) counted.push(await meter.count('account:counted', limits));
  t.same(
    counted.map((decision) => [decision.allowed, decision.burst.remaining]),
    [
      [true, 2],
      [true, 1],
      [true, 0],
      [false, 0],
    ],
  );
  t.equal((await readUsed(harness.database, 'account:counted', '2031-05', 0)).lookups, 1);
});

t.test('several lookups can be booked for a subject that has none booked yet', async (t) => {
  const meter = createMeter(harness.database, () => START);
  const limits = few(10, 60);
  t.match(await meter.takeMore('account:first', limits, 11), { allowed: false, left: 10, windows: null });
  t.match(await meter.takeMore('account:first', limits, 10), { allowed: true, left: 0 });
  t.match(await meter.take('account:first', limits), { allowed: false, lookups: { remaining: 0 } });
});

t.test('what is booked in one month and given back in the next does not add to the next', async (t) => {
  let time = Date.UTC(2031, 4, 31, 23, 59, 59);
  const meter = createMeter(harness.database, () => time);
  const booked = [];
  for (let at = 0; at < 2; at++) booked.push(await meter.take('account:months', few(2, 60)));
  time += SECOND;
  const taken = [await allowed(meter.take('account:months', few(2, 60)))];
  for (const { month } of booked) meter.giveBack('account:months', month);
  for (let at = 0; at < 4; at++) taken.push(await allowed(meter.take('account:months', few(2, 60))));
  t.same(taken, [true, true, false, false, false]);
});

t.test('a lookup that is given back after its lease has ended is not lost', async (t) => {
  let time = START;
  const meter = createMeter(harness.database, () => time);
  const { month } = await meter.take('account:late', few(1, 60));
  time += MINUTE;
  await meter.sweep();
  t.equal(meter.giveBack('account:late', month), null, 'there is no window to show');
  await eventually('it is given back', () => {
    // A refusal is remembered for a second.
    time += 1_100;
    return allowed(meter.take('account:late', few(1, 60)));
  });
});

t.test('a process whose clock is behind counts into the minute of the others', async (t) => {
  const ahead = createMeter(harness.database, () => START + MINUTE);
  const behind = createMeter(harness.database, () => START);
  const order = [ahead, behind, ahead, behind, ahead, behind];
  const taken = [];
  for (const meter of order) taken.push(await allowed(meter.take('account:clocks', few(100, 3))));
  t.same(taken, [true, true, true, false, false, false]);
});

t.test('counts may be far beyond 32 bits', async (t) => {
  const limits = few(4_000_000_000, 16_000_000);
  const minute = Math.floor(START / MINUTE);
  await harness.database.$client.query('INSERT INTO usage_counters VALUES (?, ?, ?, ?, ?, ?)', [
    'account:large',
    '2031-05',
    3_999_999_990,
    minute,
    15_999_999,
    0,
  ]);
  const meter = createMeter(harness.database, () => START);
  const decision = await meter.take('account:large', limits);
  t.match(decision, { allowed: true, lookups: { remaining: 9 }, burst: { remaining: 0 } });
  t.match(await meter.take('account:large', limits), { allowed: false, lookups: { remaining: 9 } });
});

t.test('the limit of a minute may be in the billions', async (t) => {
  const meter = createMeter(harness.database, () => START);
  const [limits, minute] = [few(4_000_000_000, 4_000_000_000), Math.floor(START / MINUTE)];
  const used = ['account:many', '2031-05', 1, minute, 3_999_999_999, 0];
  await harness.database.$client.query('INSERT INTO usage_counters VALUES (?, ?, ?, ?, ?, ?)', used);
  t.match(await meter.count('account:many', limits), { allowed: true, burst: { remaining: 0 } });
  t.match(await meter.count('account:many', limits), { allowed: false, burst: { remaining: 0 } });
  t.match(await meter.take('account:many', limits), {
    allowed: false,
    lookups: { remaining: 3_999_999_999 },
  });
});

t.test('a limit that is lowered below what is used refuses further requests', async (t) => {
  const meter = createMeter(harness.database, () => START);
  for (let at = 0; at < 5; at++) await meter.take('account:lowered', few(10, 10));
  const lowered = await meter.take('account:lowered', few(3, 2));
  t.match(lowered, {
    allowed: false,
    lookups: { limit: 3, remaining: 0 },
    burst: { limit: 2, remaining: 0 },
  });
});

t.test('many new subjects can be counted at once', async (t) => {
  const meter = createMeter(harness.database, () => START);
  const other = createMeter(harness.database, () => START);
  const limits = few(3, 60);
  // More than there are connections, but few enough that each gets one within the time of a statement.
  const AT_ONCE = 60;
  let allowed = 0;
  for (let from = 0; from < 600; from += AT_ONCE) {
    const some = Array.from({ length: AT_ONCE }, async (_, n) =>
      (n % 2 ? meter : other).take(`ip:${Math.floor((from + n) / 4)}`, limits),
    );
    allowed += (await Promise.all(some)).filter((decision) => decision.allowed).length;
  }
  t.equal(allowed, 450, 'each of the 150 got its three of four');
});

import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import t from 'tap';
import { readUsed } from '../../../../src/accounts/counters.ts';
import type { Decision } from '../../../../src/accounts/lease.ts';
import { createMeter } from '../../../../src/accounts/meter.ts';
import type { TierLimits } from '../../../../src/accounts/tiers.ts';
import { cutHungStatements } from '../../../../src/stores/mysql/database.ts';
import { makeHarness } from '../../../helper.ts';
import { runsOf, seedOf } from '../../../seed.ts';

const harness = await makeHarness(t, { indices: false });
// Other test files keep the server busy.
cutHungStatements(harness.database, 30_000);
const START = Date.UTC(2031, 4, 30, 12, 0, 10);
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;
const SEED = seedOf(20_250_102);
/** How many processes count at once. */
const PROCESSES = 2;

type Step =
  | { kind: 'take'; process: number; count: number }
  | { kind: 'count'; process: number; count: number }
  | { kind: 'giveBack'; process: number; count: number }
  | { kind: 'more'; process: number; count: number; missing: number }
  | { kind: 'sweep' | 'restart' | 'kill'; process: number }
  | { kind: 'clock'; process: number; by: number };

const process = fc.nat(PROCESSES - 1);
const steps = (kinds: ('restart' | 'kill')[], moves: number[]) =>
  fc.array(
    fc.oneof(
      {
        weight: 6,
        arbitrary: fc.record({
          kind: fc.constant('take' as const),
          process,
          count: fc.integer({ min: 1, max: 20 }),
        }),
      },
      {
        weight: 3,
        arbitrary: fc.record({
          kind: fc.constant('count' as const),
          process,
          count: fc.integer({ min: 1, max: 9 }),
        }),
      },
      {
        weight: 3,
        arbitrary: fc.record({
          kind: fc.constant('giveBack' as const),
          process,
          count: fc.integer({ min: 1, max: 9 }),
        }),
      },
      {
        weight: 3,
        arbitrary: fc.record({
          kind: fc.constant('more' as const),
          process,
          count: fc.integer({ min: 1, max: 50 }),
          missing: fc.nat(50),
        }),
      },
      { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('sweep' as const, ...kinds), process }) },
      {
        weight: 2,
        arbitrary: fc.record({ kind: fc.constant('clock' as const), process, by: fc.constantFrom(...moves) }),
      },
    ) as fc.Arbitrary<Step>,
    { maxLength: 30 },
  );
const someLimits = fc.record({
  lookups: fc.constantFrom<number | null>(1, 2, 37, 200, 5_000, null),
  burst: fc.constantFrom(1, 3, 60, 600, 6_000),
  webhooks: fc.constant({ endpoints: 0, events_per_day: 0 }),
  exports: fc.constant(false),
});

let subjects = 0;

/** Runs processes, each with its own clock, that count one subject; returns what was allowed, by month and by minute. */
async function play(limits: TierLimits, played: Step[], oneClock: boolean) {
  const subject = `account:${subjects++}`;
  const clocks = Array<number>(PROCESSES).fill(START);
  const start = (at: number) => createMeter(harness.database, () => clocks[at]!);
  const meters = clocks.map((_, at) => start(at));
  const open = clocks.map((): Decision[] => []);
  const byMonth = new Map<string, number>();
  const byMinute = new Map<number, number>();
  const add = <K>(counts: Map<K, number>, of: K, by: number) => counts.set(of, (counts.get(of) ?? 0) + by);

  for (const step of played) {
    const at = step.process;
    const meter = meters[at]!;
    if (step.kind === 'take') {
      const decisions = await Promise.all(
        Array.from({ length: step.count }, async () => meter.take(subject, limits)),
      );
      for (const decision of decisions.filter(({ allowed }) => allowed)) {
        open[at]!.push(decision);
        add(byMonth, decision.month, 1);
        add(byMinute, decision.burst.reset, 1);
      }
      for (const { lookups, burst } of decisions) {
        for (const window of [lookups, burst]) {
          if (window && (window.remaining < 0 || window.remaining > window.limit))
            throw new Error(JSON.stringify(window));
        }
      }
    } else if (step.kind === 'count') {
      // Requests that cost no lookup, among some that do.
      const taken = [0, 1].map(async () => meter.take(subject, limits));
      const counted = Array.from({ length: step.count }, async () => meter.count(subject, limits));
      for (const { allowed, burst } of await Promise.all(counted)) if (allowed) add(byMinute, burst.reset, 1);
      for (const decision of await Promise.all(taken)) {
        if (!decision.allowed) continue;
        open[at]!.push(decision);
        add(byMonth, decision.month, 1);
        add(byMinute, decision.burst.reset, 1);
      }
    } else if (step.kind === 'giveBack') {
      // Others take while these are given back.
      const taken = meter.take(subject, limits);
      for (const { month } of open[at]!.splice(0, step.count)) {
        meter.giveBack(subject, month);
        add(byMonth, month, -1);
      }
      const decision = await taken;
      if (decision.allowed) {
        open[at]!.push(decision);
        add(byMonth, decision.month, 1);
        add(byMinute, decision.burst.reset, 1);
      }
    } else if (step.kind === 'more') {
      // Three at once, with others that take one.
      const singles = [0, 1].map(async () => meter.take(subject, limits));
      const bookings = await Promise.all(
        [0, 1, 2].map(async () => meter.takeMore(subject, limits, step.count)),
      );
      const back: Promise<void>[] = [];
      for (const { allowed, month, count, left } of bookings) {
        if (count !== (allowed ? step.count : 0) || left < 0)
          throw new Error(`${count} of ${step.count}, ${left}`);
        if (!allowed) continue;
        const missing = Math.min(step.missing, count);
        add(byMonth, month, count - missing);
        if (missing > 0) back.push(meter.giveBackMore(subject, month, missing).done);
      }
      await Promise.all(back);
      for (const decision of await Promise.all(singles)) {
        if (!decision.allowed) continue;
        open[at]!.push(decision);
        add(byMonth, decision.month, 1);
        add(byMinute, decision.burst.reset, 1);
      }
    } else if (step.kind === 'clock') {
      if (oneClock) clocks.fill(clocks[0]! + step.by);
      else clocks[at]! += step.by;
    } else if (step.kind === 'sweep') await meter.sweep();
    else {
      if (step.kind === 'restart') await meter.close();
      meters[at] = start(at);
      open[at] = [];
    }
  }
  for (const meter of meters) await meter.close();
  return { subject, byMonth, byMinute };
}

t.comment(`seed ${SEED}`);

t.test(
  'more than the monthly limit is never served, even with kills and clocks that are set forward or back',
  async (t) => {
    const moves = [SECOND, 40 * SECOND, MINUTE, -MINUTE, -SECOND, 2 * DAY, -2 * DAY];
    await fc.assert(
      fc.asyncProperty(someLimits, steps(['restart', 'kill'], moves), async (limits, played) => {
        const { byMonth } = await play(limits, played, false);
        for (const [month, served] of byMonth) {
          if (limits.lookups !== null && served > limits.lookups) throw new Error(`${served} in ${month}`);
        }
      }),
      { seed: SEED, numRuns: runsOf(150) },
    );
    t.pass('in every order of steps');
  },
);

t.test('more than the limit of a minute is never served', async (t) => {
  await fc.assert(
    fc.asyncProperty(
      someLimits,
      steps(['restart', 'kill'], [SECOND, 40 * SECOND, MINUTE]),
      async (limits, played) => {
        const { byMinute } = await play(limits, played, true);
        for (const [minute, served] of byMinute) {
          if (served > limits.burst) throw new Error(`${served} in the minute to ${minute}`);
        }
      },
    ),
    { seed: SEED, numRuns: runsOf(100) },
  );
  t.pass('in every order of steps');
});

t.test('in the end, what is booked is what was allowed and not given back', async (t) => {
  await fc.assert(
    fc.asyncProperty(
      someLimits,
      steps(['restart'], [SECOND, 40 * SECOND, MINUTE]),
      async (limits, played) => {
        const { subject, byMonth } = await play(limits, played, true);
        const served = byMonth.get('2031-05') ?? 0;
        let booked = Number.NaN;
        // Lookups whose lease has ended are given back in the background.
        for (let tries = 0; tries < 1_500 && booked !== served; tries++) {
          if (tries > 0) await sleep(20);
          booked = (await readUsed(harness.database, subject, '2031-05', 0)).lookups;
        }
        if (booked !== served) throw new Error(`${booked} booked, ${served} served`);
      },
    ),
    { seed: SEED, numRuns: runsOf(100) },
  );
  t.pass('none is lost');
});

t.test('several lookups are booked all or not at all, and do not count in the minute', async (t) => {
  const meter = createMeter(harness.database, () => START);
  const limits = { lookups: 100, burst: 60, webhooks: { endpoints: 0, events_per_day: 0 }, exports: false };
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
  const limits = { lookups: 10, burst: 60, webhooks: { endpoints: 0, events_per_day: 0 }, exports: false };
  t.match(await meter.takeMore('account:first', limits, 11), { allowed: false, left: 10, windows: null });
  t.match(await meter.takeMore('account:first', limits, 10), { allowed: true, left: 0 });
  t.match(await meter.take('account:first', limits), { allowed: false, lookups: { remaining: 0 } });
});

const few = (lookups: number, burst: number): TierLimits => ({
  lookups,
  burst,
  webhooks: { endpoints: 0, events_per_day: 0 },
  exports: false,
});
const allowed = async (taken: Decision | Promise<Decision>) => (await taken).allowed;

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
  let again = false;
  // It is given back in the background; a refusal is remembered for a second.
  for (let tries = 0; tries < 1_500 && !again; tries++) {
    await sleep(20);
    time += 1_100;
    again = await allowed(meter.take('account:late', few(1, 60)));
  }
  t.ok(again);
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
  const limits = {
    lookups: 4_000_000_000,
    burst: 16_000_000,
    webhooks: { endpoints: 0, events_per_day: 0 },
    exports: false,
  };
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

t.test('a limit that is lowered below what is used refuses further requests', async (t) => {
  const webhooks = { endpoints: 0, events_per_day: 0 };
  const meter = createMeter(harness.database, () => START);
  for (let at = 0; at < 5; at++)
    await meter.take('account:lowered', { lookups: 10, burst: 10, webhooks, exports: false });
  const lowered = await meter.take('account:lowered', { lookups: 3, burst: 2, webhooks, exports: false });
  t.match(lowered, {
    allowed: false,
    lookups: { limit: 3, remaining: 0 },
    burst: { limit: 2, remaining: 0 },
  });
});

t.test('many new subjects can be counted at once', async (t) => {
  const meter = createMeter(harness.database, () => START);
  const other = createMeter(harness.database, () => START);
  const limits = { lookups: 3, burst: 60, webhooks: { endpoints: 0, events_per_day: 0 }, exports: false };
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

/** Random orders of what processes do with their meters, played on the database. */
import fc from 'fast-check';
import type { Decision } from '../../../../src/accounts/lease.ts';
import { createMeter } from '../../../../src/accounts/meter.ts';
import type { TierLimits } from '../../../../src/accounts/tiers.ts';
import type { Database } from '../../../../src/stores/mysql/database.ts';

export const START = Date.UTC(2031, 4, 30, 12, 0, 10);
export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const DAY = 24 * 60 * MINUTE;
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
const counting = <K extends Step['kind']>(kind: K, most: number) =>
  fc.record({ kind: fc.constant(kind), process, count: fc.integer({ min: 1, max: most }) });

export const steps = (kinds: ('restart' | 'kill')[], moves: number[]) =>
  fc.array(
    fc.oneof(
      { weight: 6, arbitrary: counting('take', 20) },
      { weight: 3, arbitrary: counting('count', 9) },
      { weight: 3, arbitrary: counting('giveBack', 9) },
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
export const someLimits = fc.record({
  lookups: fc.constantFrom<number | null>(1, 2, 37, 200, 5_000, null),
  burst: fc.constantFrom(1, 3, 60, 600, 6_000),
  webhooks: fc.constant({ endpoints: 0, events_per_day: 0 }),
  exports: fc.constant(false),
});

let subjects = 0;

/** Runs processes, each with its own clock, that count one subject; returns what was allowed, by month and by minute. */
export async function play(database: Database, limits: TierLimits, played: Step[], oneClock: boolean) {
  const subject = `account:${subjects++}`;
  const clocks = Array<number>(PROCESSES).fill(START);
  const start = (at: number) => createMeter(database, () => clocks[at]!);
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

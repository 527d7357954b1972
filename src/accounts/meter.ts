import type { Database } from '../stores/mysql/database.ts';
import { countRequest, giveBack, readUsed, reserve, reserveAll } from './counters.ts';
import {
  blockSize,
  countHeld,
  type Decision,
  decision,
  type Lease,
  lookupLimit,
  minuteOf,
  monthEnd,
  monthOf,
  refusalEnd,
  refusedHeld,
  takeHeld,
} from './lease.ts';
import type { TierLimits } from './tiers.ts';

export interface Booking {
  allowed: boolean;
  /** The month in which they were booked, `YYYY-MM`. */
  month: string;
  count: number;
  left: number;
  /** When that month ends, Unix epoch seconds. */
  reset: number;
  /** Both windows after the booking; null when the lease of the subject has ended. */
  windows: Decision | null;
}

/** Longest that a request waits for its booking, in milliseconds, several round trips included. */
const LONGEST_WAIT = 2_000;

/**
 * Counts requests against the limits of their subject, an account or an address.
 *
 * Lookups are booked in MySQL before they are used, in small blocks, so that several processes together never let
 * more than the limit through, and most requests need no round trip. A block is at most a hundredth of the minute's
 * limit and a twentieth of what is left; near a limit only the requests that wait are booked. Unused lookups are
 * given back. Where it is unknown whether MySQL has booked lookups or taken them back, they count as used.
 */
export function createMeter(database: Database, now: () => number = Date.now) {
  const leases = new Map<string, Lease>();
  const reserving = new Map<string, Promise<void>>();
  /** Requests that wait for a booking, by subject. */
  const waiting = new Map<string, number>();

  function leaseOf(subject: string, month: string): Lease | undefined {
    const lease = leases.get(subject);
    return lease?.month === month ? lease : undefined;
  }

  async function renew(subject: string, limits: TierLimits): Promise<void> {
    const time = now();
    const month = monthOf(time);
    const minute = minuteOf(time);
    const old = leases.get(subject);
    const sameMonth = old?.month === month;
    const unused = sameMonth ? old.lookups : 0;
    const block = blockSize(old?.minute === minute ? old : undefined, limits);
    const wanted = Math.max(block, waiting.get(subject) ?? 1);
    if (sameMonth) old.lookups = 0;
    const { granted, before } = await reserve(database, {
      subject,
      month,
      minute,
      wanted,
      unused,
      limits: { lookups: lookupLimit(limits), burst: limits.burst },
    });
    // Lookups that requests gave back during the round trip.
    const returned = sameMonth ? old.lookups : 0;
    const refused = granted === 0 && returned === 0;
    leases.set(subject, {
      month,
      minute,
      lookups: granted + returned,
      burst: granted,
      booked: { lookups: before.lookups + granted, burst: before.burst + granted },
      limits,
      refusedUntil: refused ? refusalEnd(now(), minute) : 0,
    });
  }

  function renewOnce(subject: string, limits: TierLimits): Promise<void> {
    const running = reserving.get(subject);
    if (running) return running;
    const started = renew(subject, limits).finally(() => reserving.delete(subject));
    reserving.set(subject, started);
    return started;
  }

  async function countBooked(subject: string, limits: TierLimits): Promise<Decision> {
    const time = now();
    const month = monthOf(time);
    const minute = minuteOf(time);
    const { granted, before } = await countRequest(database, { subject, month, minute, limit: limits.burst });
    const old = leases.get(subject);
    const lease: Lease = {
      month,
      minute,
      lookups: old?.month === month ? old.lookups : 0,
      burst: 0,
      booked: { lookups: before.lookups, burst: before.burst + (granted ? 1 : 0) },
      limits,
      refusedUntil: granted ? 0 : refusalEnd(now(), minute),
    };
    leases.set(subject, lease);
    return decision(lease, granted, now());
  }

  async function takeRenewed(subject: string, limits: TierLimits): Promise<Decision> {
    const end = performance.now() + LONGEST_WAIT;
    waiting.set(subject, (waiting.get(subject) ?? 0) + 1);
    try {
      while (performance.now() < end) {
        await renewOnce(subject, limits);
        const taken = takeHeld(leases.get(subject), limits, now());
        if (taken) return taken;
      }
      throw new Error('MySQL is too slow for the requests of this subject');
    } finally {
      const left = waiting.get(subject)! - 1;
      if (left > 0) waiting.set(subject, left);
      else waiting.delete(subject);
    }
  }

  async function bookAll(subject: string, limits: TierLimits, month: string, count: number) {
    const limit = lookupLimit(limits);
    const { granted, before } = await reserveAll(database, { subject, month, wanted: count, limit });
    const lookups = before + (granted ? count : 0);
    const lease = leaseOf(subject, month);
    if (lease) lease.booked.lookups = lookups;
    return { granted, left: Math.max(0, limit - lookups) };
  }

  function takeSpare(subject: string, month: string, most: number): number {
    const lease = leaseOf(subject, month);
    if (!lease) return 0;
    const spare = Math.min(lease.lookups, most);
    lease.lookups -= spare;
    return spare;
  }

  function putBack(subject: string, month: string, count: number): void {
    const lease = leaseOf(subject, month);
    if (lease) lease.lookups += count;
    else void giveBack(database, { subject, month, unused: count }).catch(() => {});
  }

  async function bookMore(subject: string, limits: TierLimits, count: number): Promise<Booking> {
    const time = now();
    const month = monthOf(time);
    const reset = monthEnd(time);
    const booking = (allowed: boolean, left: number): Booking => {
      const lease = leaseOf(subject, month);
      const windows = lease ? decision(lease, allowed, now()) : null;
      return { allowed, month, count: allowed ? count : 0, left, reset, windows };
    };
    const first = await bookAll(subject, limits, month, count);
    if (first.granted) return booking(true, first.left);
    // Near the limit, what this process holds counts as left, too.
    const spare = takeSpare(subject, month, count);
    if (spare === count) return booking(true, first.left);
    let second = first;
    try {
      if (spare > 0) second = await bookAll(subject, limits, month, count - spare);
    } catch (error) {
      putBack(subject, month, spare);
      throw error;
    }
    if (!second.granted) putBack(subject, month, spare);
    return booking(second.granted, second.left + (second.granted ? 0 : spare));
  }

  /** Runs `work` when no reservation of the subject is in progress, and delays further ones: none may report an older state. */
  async function inTurn<T>(subject: string, work: () => Promise<T>): Promise<T> {
    const end = performance.now() + LONGEST_WAIT;
    for (let running = reserving.get(subject); running; running = reserving.get(subject)) {
      await running.catch(() => {});
      if (performance.now() >= end) throw new Error('MySQL is too slow for the requests of this subject');
    }
    const started = work();
    const settled = started.then(
      () => {},
      () => {},
    );
    reserving.set(subject, settled);
    return started.finally(() => reserving.delete(subject));
  }

  async function settle(all: boolean): Promise<void> {
    const minute = minuteOf(now());
    for (const [subject, lease] of leases) {
      if (!all && (lease.minute >= minute || reserving.has(subject))) continue;
      leases.delete(subject);
      if (lease.lookups > 0) {
        await giveBack(database, { subject, month: lease.month, unused: lease.lookups });
      }
    }
  }

  return {
    /** The refusal that `take` would repeat without asking again; null when there is none. */
    refusal(subject: string, limits: TierLimits): Decision | null {
      return refusedHeld(leases.get(subject), limits, now());
    },
    /**
     * Books one lookup for `subject`. Without a round trip the answer is not a promise.
     * @throws when MySQL does not answer, or too slowly.
     */
    take(subject: string, limits: TierLimits): Decision | Promise<Decision> {
      return takeHeld(leases.get(subject), limits, now()) ?? takeRenewed(subject, limits);
    },
    /**
     * Counts a request of `subject` that costs no lookup, in the minute alone. Without a round trip the answer is not a
     * promise.
     * @throws when MySQL does not answer, or too slowly.
     */
    count(subject: string, limits: TierLimits): Decision | Promise<Decision> {
      const held = () => countHeld(leases.get(subject), limits, now());
      return held() ?? inTurn(subject, async () => held() ?? countBooked(subject, limits));
    },
    /**
     * Takes back the lookup of a request that was not answered with data; its request still counts in the burst.
     * @param month the one in which it was booked.
     * @returns both windows after that; null when its lease has ended.
     */
    giveBack(subject: string, month: string): Decision | null {
      const lease = leaseOf(subject, month);
      if (lease) {
        lease.lookups++;
        lease.refusedUntil = 0;
        return decision(lease, true, now());
      }
      // Not awaited: in an outage, a lookup that stays booked is a small loss.
      void giveBack(database, { subject, month, unused: 1 }).catch(() => {});
      return null;
    },
    /**
     * Books `count` more lookups, 1 or more, for a request that already has its first: all of them or none. One round trip, or
     * two near the limit of the month.
     * @throws when MySQL does not answer, or too slowly.
     */
    takeMore: (subject: string, limits: TierLimits, count: number): Promise<Booking> =>
      inTurn(subject, () => bookMore(subject, limits, count)),
    /**
     * Takes back `count` of the lookups that `takeMore` booked. They go to MySQL, where other processes find them,
     * and not into the lease: they may be many.
     * @returns both windows after that, and when it is done; if MySQL does not answer, the lookups count as used.
     */
    giveBackMore(
      subject: string,
      month: string,
      count: number,
    ): { windows: Decision | null; done: Promise<void> } {
      const lease = leaseOf(subject, month);
      if (lease) lease.booked.lookups -= count;
      const done = inTurn(subject, () => giveBack(database, { subject, month, unused: count }));
      return { windows: lease ? decision(lease, true, now()) : null, done: done.catch(() => {}) };
    },
    /** Both windows of a subject; costs no lookup. */
    async read(subject: string, limits: TierLimits): Promise<Decision> {
      const time = now();
      const minute = minuteOf(time);
      const booked = await readUsed(database, subject, monthOf(time), minute);
      const lease = leases.get(subject);
      const held = lease?.month === monthOf(time) ? lease.lookups : 0;
      const heldBurst = lease?.minute === minute ? lease.burst : 0;
      const shown = { ...booked, lookups: booked.lookups - held, burst: booked.burst - heldBurst };
      return decision(
        { month: '', minute, lookups: 0, burst: 0, booked: shown, limits, refusedUntil: 0 },
        true,
        time,
      );
    },
    /** Gives back what ended leases hold; called from time to time. */
    sweep: () => settle(false),
    close: () => settle(true),
  };
}
export type Meter = ReturnType<typeof createMeter>;

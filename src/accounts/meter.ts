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

/** Smaller blocks are not booked ahead: near a limit, lookups that one process holds are missing in another. */
const WORTH_AHEAD = 8;
/** Longest that a request waits for its booking, in milliseconds, several round trips included. */
const LONGEST_WAIT = 2_000;

const ignore = () => {};

/** What a process knows of its subjects, each an account or an address. */
interface State {
  database: Database;
  now: () => number;
  leases: Map<string, Lease>;
  /** The statement in progress for each subject: one at a time, so that none reports an older state. */
  running: Map<string, Promise<void>>;
  /** How many requests wait for a new lease of each subject. */
  waiting: Map<string, number>;
}

// The leases that are held.

function leaseOf({ leases }: State, subject: string, month: string): Lease | undefined {
  const lease = leases.get(subject);
  return lease?.month === month ? lease : undefined;
}

function windowsOf(state: State, subject: string, month: string, allowed = true): Decision | null {
  const lease = leaseOf(state, subject, month);
  return lease ? decision(lease, allowed, state.now()) : null;
}

/** Puts lookups into the lease, or gives them back to MySQL when it has ended. */
function putBack(state: State, subject: string, month: string, count: number): void {
  const lease = leaseOf(state, subject, month);
  if (lease) lease.lookups += count;
  // Not awaited: in an outage, a lookup that stays booked is a small loss.
  else void giveBack(state.database, { subject, month, unused: count }).catch(ignore);
}

/** Ends the leases of earlier minutes, or all of them, and gives back what they hold. */
async function endLeases({ database, now, leases, running }: State, all: boolean): Promise<void> {
  const current = minuteOf(now());
  for (const [subject, { minute, month, lookups }] of leases) {
    if (!all && (minute >= current || running.has(subject))) continue;
    leases.delete(subject);
    if (lookups > 0) await giveBack(database, { subject, month, unused: lookups });
  }
}

// Booking in MySQL, one statement at a time for each subject.

const tooSlow = () => new Error('MySQL is too slow for the requests of this subject');

/** Runs `work` when no statement of the subject is in progress. */
async function alone<T>({ running }: State, subject: string, work: () => Promise<T>): Promise<T> {
  const end = performance.now() + LONGEST_WAIT;
  for (let other = running.get(subject); other; other = running.get(subject)) {
    await other.catch(ignore);
    if (performance.now() >= end) throw tooSlow();
  }
  const started = work().finally(() => running.delete(subject));
  running.set(subject, started.then(ignore, ignore));
  return started;
}

/**
 * Books lookups in addition to those that `lease` holds. @returns how many were granted, and the new total, less what
 * `giveBackMore` returned during the round trip, which the statement cannot see.
 */
async function book(
  database: Database,
  limits: TierLimits,
  lease: Lease | undefined,
  part: Omit<Parameters<typeof reserve>[1], 'lookupLimit' | 'burstLimit'>,
) {
  const known = lease?.booked.lookups ?? 0;
  const most = { lookupLimit: lookupLimit(limits), burstLimit: limits.burst };
  const { granted, before } = await reserve(database, { ...part, ...most });
  const returned = known - (lease?.booked.lookups ?? 0);
  const booked = { lookups: before.lookups + granted - returned, burst: before.burst + granted };
  return { granted, booked };
}

/** Books a block of lookups for the requests that wait, and gives back what the lease before it still holds. */
async function renewed(state: State, subject: string, limits: TierLimits): Promise<void> {
  const { database, now, leases, waiting } = state;
  const time = now();
  const [month, minute] = [monthOf(time), minuteOf(time)];
  const old = leaseOf(state, subject, month);
  const block = blockSize(old?.minute === minute ? old : undefined, limits);
  const wanted = Math.max(block, waiting.get(subject) ?? 1);
  const unused = old?.lookups ?? 0;
  if (old) old.lookups = 0;
  const { granted, booked } = await book(database, limits, old, { subject, month, minute, wanted, unused });
  // `old` has those that requests gave back during the round trip.
  const lookups = granted + (old?.lookups ?? 0);
  const refusedUntil = lookups === 0 ? refusalEnd(now(), minute) : 0;
  leases.set(subject, { month, minute, lookups, burst: granted, booked, limits, refusedUntil });
}

/** Books ahead once half of a block is used, so that the next requests do not wait for MySQL. */
function bookAhead({ database, leases, running }: State, subject: string, limits: TierLimits): void {
  const lease = leases.get(subject)!;
  const block = blockSize(lease, limits);
  const held = Math.min(lease.lookups, lease.burst);
  if (held > block / 2 || block < WORTH_AHEAD || lease.isStalled || running.has(subject)) return;
  const { month, minute } = lease;
  const wanted = block - held;
  const booking = book(database, limits, lease, { subject, month, minute, wanted, unused: 0 })
    .then(({ granted, booked }) => {
      lease.lookups += granted;
      lease.burst += granted;
      lease.booked = booked;
    })
    .finally(() => running.delete(subject));
  running.set(subject, booking);
  // A request that finds the lease empty meanwhile shares this failure; one that is served from it does not.
  booking.catch(() => {
    lease.isStalled = true;
  });
}

/** Takes one lookup from a new lease, which all that wait for it share. */
async function takeRenewed(state: State, subject: string, limits: TierLimits): Promise<Decision> {
  const { now, leases, running, waiting } = state;
  const renew = () => renewed(state, subject, limits).finally(() => running.delete(subject));
  const end = performance.now() + LONGEST_WAIT;
  waiting.set(subject, (waiting.get(subject) ?? 0) + 1);
  try {
    while (performance.now() < end) {
      const renewing = running.get(subject) ?? renew();
      running.set(subject, renewing);
      await renewing;
      const taken = takeHeld(leases.get(subject), limits, now());
      if (taken) return taken;
    }
    throw tooSlow();
  } finally {
    const others = waiting.get(subject)! - 1;
    if (others > 0) waiting.set(subject, others);
    else waiting.delete(subject);
  }
}

/** Counts a request in the minute of its subject. */
async function countBooked(state: State, subject: string, limits: TierLimits): Promise<Decision> {
  const { database, now, leases } = state;
  const time = now();
  const [month, minute] = [monthOf(time), minuteOf(time)];
  const { granted, before } = await countRequest(database, { subject, month, minute, limit: limits.burst });
  const lease: Lease = {
    month,
    minute,
    lookups: leaseOf(state, subject, month)?.lookups ?? 0,
    burst: 0,
    booked: { lookups: before.lookups, burst: before.burst + (granted ? 1 : 0) },
    limits,
    refusedUntil: granted ? 0 : refusalEnd(now(), minute),
  };
  leases.set(subject, lease);
  return decision(lease, granted, now());
}

async function bookAll(state: State, subject: string, limits: TierLimits, month: string, count: number) {
  const limit = lookupLimit(limits);
  const { granted, before } = await reserveAll(state.database, { subject, month, wanted: count, limit });
  const lookups = before + (granted ? count : 0);
  const lease = leaseOf(state, subject, month);
  if (lease) lease.booked.lookups = lookups;
  return { granted, left: Math.max(0, limit - lookups) };
}

/** Books all of `count` lookups or none. Near the limit, what the lease holds counts as left, too. */
async function bookMore(state: State, subject: string, limits: TierLimits, count: number): Promise<Booking> {
  const time = state.now();
  const month = monthOf(time);
  const booking = (allowed: boolean, left: number): Booking => ({
    allowed,
    month,
    count: allowed ? count : 0,
    left,
    reset: monthEnd(time),
    windows: windowsOf(state, subject, month, allowed),
  });
  const first = await bookAll(state, subject, limits, month, count);
  if (first.granted) return booking(true, first.left);
  const lease = leaseOf(state, subject, month);
  const spare = Math.min(lease?.lookups ?? 0, count);
  if (lease) lease.lookups -= spare;
  if (spare === count) return booking(true, first.left);
  let second = first;
  try {
    if (spare > 0) second = await bookAll(state, subject, limits, month, count - spare);
  } catch (error) {
    putBack(state, subject, month, spare);
    throw error;
  }
  if (second.granted) return booking(true, second.left);
  putBack(state, subject, month, spare);
  return booking(false, second.left + spare);
}

/**
 * Counts requests against the limits of their subject, an account or an address.
 *
 * Lookups are booked in MySQL before they are used, in small blocks, so that several processes together never let
 * more than the limit through, and most requests need no round trip. A block is at most a hundredth of the minute's
 * limit and a twentieth of what is left; near a limit only the requests that wait are booked. Unused lookups are
 * given back. Where it is unknown whether MySQL has booked lookups or taken them back, they count as used.
 *
 * Bookings throw when MySQL does not answer, or answers too slowly.
 */
export function createMeter(database: Database, now: () => number = Date.now) {
  const leases = new Map<string, Lease>();
  const state: State = { database, now, leases, running: new Map(), waiting: new Map() };

  return {
    /** The refusal that `take` would repeat without asking again; null when there is none. */
    refusal: (subject: string, limits: TierLimits): Decision | null =>
      refusedHeld(leases.get(subject), limits, now()),

    /** Books one lookup for `subject`. Without a round trip the answer is not a promise. */
    take(subject: string, limits: TierLimits): Decision | Promise<Decision> {
      const taken = takeHeld(leases.get(subject), limits, now());
      if (taken?.allowed) bookAhead(state, subject, limits);
      return taken ?? takeRenewed(state, subject, limits);
    },

    /**
     * Counts a request of `subject` that costs no lookup, in the minute alone. Without a round trip the answer is not a
     * promise.
     */
    count(subject: string, limits: TierLimits): Decision | Promise<Decision> {
      const held = () => countHeld(leases.get(subject), limits, now());
      return held() ?? alone(state, subject, async () => held() ?? countBooked(state, subject, limits));
    },

    /**
     * Takes back the lookup of a request that was not answered with data; its request still counts in the burst.
     * @param month the one in which it was booked.
     * @returns both windows after that; null when its lease has ended.
     */
    giveBack(subject: string, month: string): Decision | null {
      putBack(state, subject, month, 1);
      const lease = leaseOf(state, subject, month);
      if (lease) lease.refusedUntil = 0;
      return windowsOf(state, subject, month);
    },

    /**
     * Books `count` more lookups, 1 or more, for a request that already has its first: all of them or none. One round trip, or
     * two near the limit of the month.
     */
    takeMore: (subject: string, limits: TierLimits, count: number): Promise<Booking> =>
      alone(state, subject, () => bookMore(state, subject, limits, count)),

    /**
     * Takes back `count` of the lookups that `takeMore` booked. They go to MySQL, where other processes find them,
     * and not into the lease: they may be many.
     * @returns both windows after that, and when it is done; if MySQL does not answer, the lookups count as used.
     */
    giveBackMore(subject: string, month: string, count: number) {
      const lease = leaseOf(state, subject, month);
      if (lease) lease.booked.lookups -= count;
      const done = alone(state, subject, () => giveBack(database, { subject, month, unused: count }));
      return { windows: windowsOf(state, subject, month), done: done.catch(ignore) };
    },

    /** Both windows of a subject; costs no lookup. */
    async read(subject: string, limits: TierLimits): Promise<Decision> {
      const time = now();
      const [month, minute] = [monthOf(time), minuteOf(time)];
      await state.running.get(subject)?.catch(ignore);
      const booked = await readUsed(database, subject, month, minute);
      const lookups = leaseOf(state, subject, month)?.lookups ?? 0;
      const lease = leases.get(subject);
      const burst = lease?.minute === minute ? lease.burst : 0;
      return decision({ month, minute, lookups, burst, booked, limits, refusedUntil: 0 }, true, time);
    },

    /** Gives back what leases of earlier minutes hold; called from time to time. */
    sweep: () => endLeases(state, false),
    async close(): Promise<void> {
      while (state.running.size > 0) await Promise.allSettled(state.running.values());
      await endLeases(state, true);
    },
  };
}
export type Meter = ReturnType<typeof createMeter>;

import type { TierLimits } from './tiers.ts';

export interface WindowState {
  limit: number;
  remaining: number;
  /** When the window ends, Unix epoch seconds. */
  reset: number;
}

/** Whether a request may go on, and both windows; `lookups` is null where they are unlimited. */
export interface Decision {
  allowed: boolean;
  /** The month in which it was booked, `YYYY-MM`. */
  month: string;
  lookups: WindowState | null;
  burst: WindowState;
}

/** Lookups that a process has reserved for a subject and not yet used. */
export interface Lease {
  month: string;
  minute: number;
  lookups: number;
  burst: number;
  /** What was booked for the subject after the last reservation, this lease included. */
  booked: { lookups: number; burst: number };
  limits: TierLimits;
  /** Until this time, a refusal is repeated without asking again; epoch milliseconds. */
  refusedUntil: number;
  /** MySQL did not answer when lookups were booked ahead; this lease does not try again. */
  isStalled?: true;
}

const MINUTE = 60_000;
const UNLIMITED = 4_000_000_000;
const LARGEST_BLOCK = 512;
const SHARE_OF_LIMIT = 100;
const SHARE_OF_LEFT = 20;
const REFUSAL_HOLDS = 1_000;

/** The UTC month of a time, `YYYY-MM`. */
export const monthOf = (now: number) => new Date(now).toISOString().slice(0, 7);

/** When the UTC month of a time ends, Unix epoch seconds. */
export function monthEnd(now: number): number {
  const date = new Date(now);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1) / 1000;
}

/** Minutes since 1970. */
export const minuteOf = (now: number) => Math.floor(now / MINUTE);

/** The most lookups in a month. */
export const lookupLimit = ({ lookups }: TierLimits) => lookups ?? UNLIMITED;

/** When a refusal given in a minute expires, epoch milliseconds: at the end of that minute at the latest. */
export const refusalEnd = (now: number, minute: number) =>
  Math.min(now + REFUSAL_HOLDS, (minute + 1) * MINUTE);

/** How many lookups to reserve next: one at first, then a block while neither limit is near. */
export function blockSize(lease: Lease | undefined, limits: TierLimits): number {
  if (!lease) return 1;
  const left = Math.min(lookupLimit(limits) - lease.booked.lookups, limits.burst - lease.booked.burst);
  const block = Math.min(LARGEST_BLOCK, limits.burst / SHARE_OF_LIMIT, left / SHARE_OF_LEFT);
  return Math.max(1, Math.floor(block));
}

/** The decision that a lease gives: the lookups that it holds count as left. */
export function decision({ booked, limits, ...lease }: Lease, allowed: boolean, now: number): Decision {
  const windowOf = (limit: number, used: number, reset: number): WindowState => ({
    limit,
    remaining: Math.max(0, limit - used),
    reset,
  });
  return {
    allowed,
    month: lease.month,
    lookups:
      limits.lookups === null
        ? null
        : windowOf(limits.lookups, booked.lookups - lease.lookups, monthEnd(now)),
    burst: windowOf(limits.burst, booked.burst - lease.burst, ((lease.minute + 1) * MINUTE) / 1000),
  };
}

const isCurrent = (lease: Lease, limits: TierLimits, now: number) =>
  lease.minute === minuteOf(now) && lease.limits === limits;

/** The refusal that a lease repeats; null when there is none. */
export function refusedHeld(lease: Lease | undefined, limits: TierLimits, now: number): Decision | null {
  if (!lease || !isCurrent(lease, limits, now)) return null;
  return lease.refusedUntil > now ? decision(lease, false, now) : null;
}

/** Takes one lookup from a lease, or repeats its refusal; null when the lease must be renewed. */
export function takeHeld(lease: Lease | undefined, limits: TierLimits, now: number): Decision | null {
  if (!lease || !isCurrent(lease, limits, now)) return null;
  if (lease.refusedUntil > now) return decision(lease, false, now);
  if (lease.lookups < 1 || lease.burst < 1) return null;
  lease.lookups--;
  lease.burst--;
  return decision(lease, true, now);
}

/** Counts a request against a lease, or repeats its refusal; null when MySQL must be asked. */
export function countHeld(lease: Lease | undefined, limits: TierLimits, now: number): Decision | null {
  if (!lease || !isCurrent(lease, limits, now)) return null;
  if (lease.burst < 1) {
    const refused = lease.refusedUntil > now && lease.booked.burst >= limits.burst;
    return refused ? decision(lease, false, now) : null;
  }
  lease.burst--;
  return decision(lease, true, now);
}

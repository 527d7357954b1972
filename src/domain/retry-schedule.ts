/** Attempts in one schedule; a re-queued delivery begins a new one. */
export const ATTEMPTS = 8;

const MINUTE = 60_000;
/** Waits between the attempts of a schedule, in minutes. */
export const WAITS_IN_MINUTES = [1, 5, 15, 30, 60, 120, 360] as const;
const JITTER = 0.1;

/**
 * Milliseconds to wait after the `made`-th attempt of a schedule has failed, or null when it was the last. Jitter, a
 * number from 0 to 1, adds at most a tenth, so that a receiver that comes back is not met by all at once.
 */
export function waitAfter(made: number, jitter: number): number | null {
  const minutes = WAITS_IN_MINUTES[made - 1];
  return minutes === undefined ? null : Math.floor(minutes * MINUTE * (1 + JITTER * jitter));
}

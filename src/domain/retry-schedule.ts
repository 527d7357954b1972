/** Attempts in one schedule; a delivery that is queued again starts a new one. */
export const ATTEMPTS = 8;

const MINUTE = 60_000;
export const WAITS_IN_MINUTES = [1, 5, 15, 30, 60, 120, 360] as const;
const JITTER = 0.1;

/**
 * Milliseconds to wait after the `made`-th failed attempt of a schedule, or null after the last. Jitter, 0 to 1, adds
 * at most a tenth, so that not all retries reach a receiver at the moment it comes back.
 */
export function waitAfter(made: number, jitter: number): number | null {
  const minutes = WAITS_IN_MINUTES[made - 1];
  return minutes === undefined ? null : Math.floor(minutes * MINUTE * (1 + JITTER * jitter));
}

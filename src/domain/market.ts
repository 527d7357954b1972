/** Sales in a county-quarter under which its median is unreliable. */
export const LOW_SAMPLE = 30;

export const QUARTER_PATTERN = '^[0-9]{4}Q[1-4]$';

/** The quarter of a date: `2025-11-03` → `2025Q4`. */
export function quarterOf(date: string): string {
  return `${date.slice(0, 4)}Q${Math.ceil(Number(date.slice(5, 7)) / 3)}`;
}

/** The quarter that a moment (epoch milliseconds) lies in, by UTC. */
export function quarterAt(now: number): string {
  const date = new Date(now);
  return `${date.getUTCFullYear()}Q${Math.floor(date.getUTCMonth() / 3) + 1}`;
}

/** The same quarter of another year. */
export function quarterYears(quarter: string, years: number): string {
  return `${String(Number(quarter.slice(0, 4)) + years).padStart(4, '0')}${quarter.slice(4)}`;
}

/**
 * Change of the median from the same quarter a year before: 0.05 is 5 %, to 4 decimals; null without that quarter.
 * Computed in half cents, in which a median is a whole number, so that exact halves round up.
 */
export function yoyChange(median: number, yearBefore: number | null): number | null {
  const now = Math.round(median * 200);
  const before = Math.round((yearBefore ?? 0) * 200);
  return before <= 0 ? null : Math.round(((now - before) * 10_000) / before) / 10_000;
}

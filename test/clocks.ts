import { resolve } from 'node:path';

const CLOCK = resolve(import.meta.dirname, 'chaos/clock.mjs');
const HOUR = 3_600_000;

const shifted = (milliseconds: number): NodeJS.ProcessEnv => ({
  NODE_OPTIONS: `--import ${CLOCK}`,
  CLOCK_SHIFT_MS: String(milliseconds),
});

/** The environment of a process whose clock is an hour wrong. */
export const wrongClock = (ahead: boolean): NodeJS.ProcessEnv => shifted(ahead ? HOUR : -HOUR);

/**
 * The environment of a process in New York, half a minute before clocks are set back there. After SIGUSR2 it is half a
 * minute later: 1:00:30 for the second time.
 */
export const clocksGoBack = (): NodeJS.ProcessEnv => ({
  ...shifted(Date.parse('2026-11-01T05:59:30Z') - Date.now()),
  CLOCK_JUMP_MS: '60000',
  TZ: 'America/New_York',
});

import { resolve } from 'node:path';
import type { Clock } from '../src/domain/timer.ts';

const CLOCK = resolve(import.meta.dirname, 'chaos/clock.mjs');
const HOUR = 3_600_000;

const shifted = (milliseconds: number): NodeJS.ProcessEnv => ({
  NODE_OPTIONS: `--import ${CLOCK}`,
  CLOCK_SHIFT_MS: String(milliseconds),
});

/** The environment of a process that starts at this time, epoch milliseconds. */
export const startsAt = (time: number): NodeJS.ProcessEnv => shifted(time - Date.now());

/** The environment of a process whose clock is an hour wrong. */
export const wrongClock = (ahead: boolean): NodeJS.ProcessEnv => shifted(ahead ? HOUR : -HOUR);

/**
 * The environment of a process in New York, half a minute before clocks are set back there. After SIGUSR2 it is half a
 * minute later: 1:00:30 for the second time.
 */
export const clocksGoBack = (): NodeJS.ProcessEnv => ({
  ...startsAt(Date.parse('2026-11-01T05:59:30Z')),
  CLOCK_JUMP_MS: '60000',
  TZ: 'America/New_York',
});

/** A clock for deadlines that stands still until a test moves it. */
export function handClock(): Clock & { pass(milliseconds: number): void } {
  let time = 0;
  const timers = new Set<{ at: number; over: () => void }>();
  return {
    now: () => time,
    startTimer(milliseconds, over) {
      const timer = { at: time + milliseconds, over };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    pass(milliseconds) {
      const end = time + milliseconds;
      for (;;) {
        const [next] = [...timers].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
        if (!next) break;
        timers.delete(next);
        time = next.at;
        next.over();
      }
      time = end;
    },
  };
}

/**
 * Calls `over` after a time in milliseconds, unless it is stopped first. After a stall of the event loop, pending input
 * is read first, since it may stop the timer. It does not keep a process alive.
 * @returns a function that stops it.
 */
export function startTimer(milliseconds: number, over: () => void): () => void {
  let reading: NodeJS.Immediate | undefined;
  const timer = setTimeout(() => {
    reading = setImmediate(over);
  }, milliseconds).unref();
  return () => {
    clearTimeout(timer);
    clearImmediate(reading);
  };
}

/** Time that never goes back, in milliseconds. A test may move its own. */
export interface Clock {
  now(): number;
  startTimer: typeof startTimer;
}

export const steadyClock: Clock = { now: () => performance.now(), startTimer };

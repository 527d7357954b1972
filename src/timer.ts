/**
 * Calls `over` after a time in milliseconds, unless it is stopped before. After a stall of the event loop, what has come
 * meanwhile is read first: it may stop the timer. It keeps no process from ending.
 * @returns how to stop it.
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

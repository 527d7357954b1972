/**
 * A signal for the newest of several requests: asking for the next one aborts the one before, and the page's end aborts all.
 * @param {AbortSignal} signal
 * @returns {() => AbortSignal}
 */
export function newest(signal) {
  let before = new AbortController();
  return () => {
    before.abort();
    before = new AbortController();
    return AbortSignal.any([signal, before.signal]);
  };
}

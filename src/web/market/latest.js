/** Signals for the newest of several requests: each call aborts the previous signal, and the page's end aborts all. */
export function newest(signal) {
  let before = new AbortController();
  return () => {
    before.abort();
    before = new AbortController();
    return AbortSignal.any([signal, before.signal]);
  };
}

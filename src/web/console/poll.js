import { useLatest, useLayoutEffect, useRef } from '../html.js';

/** Polls until the signal aborts; see `usePoll`. */
function poll(work, wait, signal) {
  let timer;
  let busy = false;
  let again = false;

  async function turn() {
    clearTimeout(timer);
    if (signal.aborted || document.hidden) return;
    if (busy) {
      again = true;
      return;
    }
    busy = true;
    await work();
    busy = false;
    if (signal.aborted) return;
    timer = setTimeout(turn, again ? 0 : wait);
    again = false;
  }

  document.addEventListener('visibilitychange', turn, { signal });
  signal.addEventListener('abort', () => clearTimeout(timer));
  void turn();
  return turn;
}

/**
 * Does `work` at once and then every `wait` milliseconds, never twice at the same time, while the page is visible. It starts
 * over when one of `inputs` changes.
 * @param {(signal: AbortSignal) => Promise<void>} work must not throw; the signal aborts when it starts over
 * @returns {() => void} does `work` now
 */
export function usePoll(work, wait, inputs = []) {
  const latest = useLatest(work);
  const turn = useRef();
  useLayoutEffect(() => {
    const leaving = new AbortController();
    turn.current = poll(() => latest.current(leaving.signal), wait, leaving.signal);
    return () => leaving.abort();
  }, inputs);
  return () => turn.current();
}

/**
 * Does `work` at once and then every `wait` milliseconds, never twice at the same time, while the page is visible.
 * @param {() => Promise<void>} work must not throw
 * @returns {() => void} does `work` now
 */
export function poll(work, wait, signal) {
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

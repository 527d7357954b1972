/** Work that is under way, by key: whoever asks for the same key meanwhile shares its outcome. */
export function createShared<T>() {
  const running = new Map<string, Promise<T>>();

  /** The outcome of the work under way for a key, or of `work`, which begins if there is none. */
  function shared(key: string, work: () => Promise<T>): Promise<T> {
    const others = running.get(key);
    if (others) return others;
    const started = work().finally(() => running.delete(key));
    running.set(key, started);
    return started;
  }
  shared.isRunning = (key: string): boolean => running.has(key);
  return shared;
}

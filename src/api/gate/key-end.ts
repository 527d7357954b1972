import { setTimeout as sleep } from 'node:timers/promises';

/** How often a key is checked, in milliseconds: twice a second, since a request may come with a cached one. */
const ASK_EVERY = 500;

/**
 * Tells answers that are still being sent when their key has ended. While the key store does not answer, keys count as not
 * ended.
 * @param hasEnded asks the key store about the key with a hash.
 */
export function keyEnds(hasEnded: (hash: string) => Promise<boolean>) {
  const watched = new Map<string, Set<() => void>>();

  async function ask(hash: string, ends: Set<() => void>): Promise<void> {
    while (ends.size > 0) {
      if (await hasEnded(hash).catch(() => false)) for (const end of [...ends]) end();
      await sleep(ASK_EVERY, undefined, { ref: false });
    }
    watched.delete(hash);
  }

  /**
   * Calls `end` when the key has ended, until it is stopped.
   * @returns a function that stops it.
   */
  return (hash: string, end: () => void): (() => void) => {
    const ends = watched.get(hash) ?? new Set();
    ends.add(end);
    if (!watched.has(hash)) {
      watched.set(hash, ends);
      void ask(hash, ends);
    }
    return () => void ends.delete(end);
  };
}

import { LRUCache } from 'lru-cache';

const MINUTE = 60_000;
const SUBJECTS_REMEMBERED = 50_000;

/** Counts by subject and minute, in this process alone: for what must be counted without a round trip. */
export function createWindow(now: () => number) {
  const counts = new LRUCache<string, { minute: number; count: number }>({ max: SUBJECTS_REMEMBERED });
  return {
    /**
     * Counts one more for a subject.
     * @returns whether that is beyond `most`, and so is not counted; and when the minute ends, Unix epoch seconds.
     */
    add(subject: string, most: number): { refused: boolean; reset: number } {
      const minute = Math.floor(now() / MINUTE);
      const reset = ((minute + 1) * MINUTE) / 1000;
      const entry = counts.get(subject);
      const count = entry?.minute === minute ? entry.count : 0;
      if (count >= most) return { refused: true, reset };
      counts.set(subject, { minute, count: count + 1 });
      return { refused: false, reset };
    },
    remove(subject: string): void {
      const entry = counts.get(subject);
      if (entry && entry.count > 0) entry.count--;
    },
  };
}

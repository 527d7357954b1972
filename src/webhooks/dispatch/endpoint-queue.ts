import PQueue from 'p-queue';
import type { Responsiveness } from './slots.ts';

/** Concurrent attempts to one endpoint: the fewest, the number at first, and the most. */
const LEAST = 1;
const FIRST = 8;
const MOST = 64;
/** Deliveries held ready for an endpoint, besides those under way. */
const LEAST_AHEAD = 8;
const MOST_AHEAD = 256;
/** Deliveries that may be claimed for an endpoint that has no queue yet. */
export const INITIAL_CAPACITY = FIRST + LEAST_AHEAD;

/**
 * Attempts to one endpoint. Each answer allows one more at once; each attempt without an answer halves the number. So an
 * endpoint that hangs soon has very few under way, and very few held ready.
 */
export function createEndpointQueue() {
  const queue = new PQueue({ concurrency: FIRST });
  let answered = 0;
  let responsiveness: Responsiveness = 'new';

  return {
    add: (attempt: () => Promise<void>): void => {
      void queue.add(attempt);
    },
    answered(): void {
      answered++;
      responsiveness = 'answers';
      queue.concurrency = Math.min(MOST, queue.concurrency + 1);
    },
    unanswered(): void {
      responsiveness = 'silent';
      queue.concurrency = Math.max(LEAST, Math.floor(queue.concurrency / 2));
    },
    /** How many more deliveries may be claimed for it. Twice as many are held ready as were answered since the last claim. */
    capacity(): number {
      const least = responsiveness === 'silent' ? LEAST : LEAST_AHEAD;
      const ahead = Math.min(MOST_AHEAD, Math.max(least, answered * 2));
      return Math.max(0, queue.concurrency + ahead - queue.size - queue.pending);
    },
    /** How many attempts would begin at once. */
    free: (): number => queue.concurrency - queue.size - queue.pending,
    responsiveness: () => responsiveness,
    /** Call it after a claim that took the answers into account. */
    resetAnswered(): void {
      answered = 0;
    },
    size: () => queue.size + queue.pending,
    clear: () => queue.clear(),
  };
}
export type EndpointQueue = ReturnType<typeof createEndpointQueue>;

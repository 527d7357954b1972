import PQueue from 'p-queue';
import type { Standing } from './places.ts';

/** Attempts to one endpoint at once: the least, at first, and the most. */
const LEAST = 1;
const FIRST = 8;
const MOST = 64;
/** Deliveries that are held ready for an endpoint beyond those under way. */
const LEAST_AHEAD = 8;
const MOST_AHEAD = 256;
/** Deliveries that may be claimed for an endpoint that has no queue yet. */
export const ROOM_AT_FIRST = FIRST + LEAST_AHEAD;

/**
 * What is under way to one endpoint. Each answer makes room for one more, each attempt without an answer halves it. So
 * an endpoint that hangs soon holds almost nothing, and hardly anything is held ready for it.
 */
export function createEndpointQueue() {
  const queue = new PQueue({ concurrency: FIRST });
  let answered = 0;
  let standing: Standing = 'new';

  return {
    add: (attempt: () => Promise<void>): void => {
      void queue.add(attempt);
    },
    answered(): void {
      answered++;
      standing = 'answers';
      queue.concurrency = Math.min(MOST, queue.concurrency + 1);
    },
    unanswered(): void {
      standing = 'silent';
      queue.concurrency = Math.max(LEAST, Math.floor(queue.concurrency / 2));
    },
    /** How many more deliveries may be claimed for it. Twice as many are held ready as were answered since the last claim. */
    room(): number {
      const least = standing === 'silent' ? LEAST : LEAST_AHEAD;
      const ahead = Math.min(MOST_AHEAD, Math.max(least, answered * 2));
      return Math.max(0, queue.concurrency + ahead - queue.size - queue.pending);
    },
    standing: () => standing,
    counted(): void {
      answered = 0;
    },
    held: () => queue.size + queue.pending,
    clear: () => queue.clear(),
  };
}
export type EndpointQueue = ReturnType<typeof createEndpointQueue>;

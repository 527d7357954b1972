/** A request that has waited this long to be read is late, in milliseconds. */
const LATE = 25;
/** One slow request makes those behind it late. Only under overload are requests late for this long, in milliseconds. */
const LASTING = 250;

interface Loop {
  /** Milliseconds, on a monotonic clock. */
  now(): number;
  /** Runs `end` when this turn of the event loop has read all that had arrived. */
  onTurnEnd(end: () => void): void;
}
const EVENT_LOOP: Loop = { now: () => performance.now(), onTurnEnd: setImmediate };

/**
 * Call the result when a request is read: it returns whether requests have been read late for a while. The event loop reads
 * all that has arrived in one turn, one after the other, so each has waited at least as long as that turn has lasted.
 */
export function lateness({ now, onTurnEnd }: Loop = EVENT_LOOP): () => boolean {
  let isReading = false;
  let began = 0;
  let ended = 0;
  /** When the first of the late turns ended. A single one, however long, is no overload. */
  let since = Number.POSITIVE_INFINITY;

  function end(): void {
    isReading = false;
    ended = now();
    since = ended - began < LATE ? Number.POSITIVE_INFINITY : Math.min(since, ended);
  }

  return () => {
    const time = now();
    if (!isReading) {
      isReading = true;
      began = time;
      // Between the turns of an overload there is no pause.
      if (time - ended >= LATE) since = Number.POSITIVE_INFINITY;
      onTurnEnd(end);
    }
    return time - began >= LATE && time - since >= LASTING;
  };
}

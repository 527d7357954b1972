import type { Limit } from './limit.ts';

/** Who waits in front: callers who pay, then the others. */
export const RANKS = ['paying', 'other'] as const;
export type Rank = (typeof RANKS)[number];

/** Why a request was refused: there was no room to wait, or its wait became too long. */
export type Refusal = 'full' | 'late';

/** A request in work. */
export interface Place {
  /** Makes room for the next one. Calling it again changes nothing. */
  leave(): void;
}

export interface Figures {
  limit: number;
  inWork: number;
  waiting: Record<Rank, number>;
  admitted: Record<Rank, number>;
  refused: Record<Rank, Record<Refusal, number>>;
}

interface Waiter {
  begin(place: Place): void;
  refuse(why: Refusal): void;
  timer: NodeJS.Timeout | undefined;
}

/** So many may always wait: with those in work, what a few callers send who ask again as soon as they are answered. */
const FEWEST_WAITING = 4;
/** Most that wait in a burst. */
const MOST_WAITING = 1_000;
/** So long one may wait in any case, in milliseconds. */
const SHORTEST = 10;
/** When this share of the requests had to wait, what waits is no burst: more come than can be served. */
const STANDING = 0.9;

/**
 * Lets in as many requests at once as `limit` says; others wait, who pays in front. A burst may wait for up to `patience`
 * milliseconds. Where a queue was never empty for as long as that, waiting serves nobody: then only half as many may wait as
 * are in work, none of them longer than a request takes, and the rest is refused at once, until some find no queue.
 */
export function createGate(limit: Limit, patience: Record<Rank, number>) {
  const queues: Record<Rank, Waiter[]> = { paying: [], other: [] };
  const again: Waiter[] = [];
  let isTurnOfAgain = false;
  const admitted = { paying: 0, other: 0 };
  const refused = { paying: { full: 0, late: 0 }, other: { full: 0, late: 0 } };
  let inWork = 0;
  const since = { paying: performance.now(), other: performance.now() };
  const came = { paying: 0, other: 0 };
  const behind = { paying: 0, other: 0 };
  /** Whether a queue was empty at some time since then. */
  const wasEmpty = { paying: true, other: true };
  const stands = { paying: false, other: false };

  /** Finds out whether a queue stands: judged by all who came in a time as long as one may wait in it. */
  function look(rank: Rank): void {
    const now = performance.now();
    const passed = now - since[rank];
    if (passed < patience[rank]) return;
    // What was seen before a pause says nothing about now, unless this process stood still with work to do.
    const isPast = passed > 2 * patience[rank] && inWork < limit.current();
    // A short queue may be empty for a moment although it stands: it does until fewer find one.
    const goesOn = stands[rank] || !wasEmpty[rank];
    stands[rank] = goesOn && !isPast && behind[rank] > came[rank] * STANDING;
    wasEmpty[rank] = queues[rank].length === 0;
    came[rank] = behind[rank] = 0;
    since[rank] = now;
  }

  function enter(): Place {
    inWork++;
    let isIn = true;
    return {
      leave() {
        if (!isIn) return;
        isIn = false;
        inWork--;
        next();
      },
    };
  }

  function next(): void {
    while (inWork < limit.current()) {
      isTurnOfAgain = !isTurnOfAgain;
      const [first, second] = isTurnOfAgain ? [again, queues.paying] : [queues.paying, again];
      const waiter = first.shift() ?? second.shift() ?? queues.other.shift();
      for (const rank of RANKS) if (queues[rank].length === 0) wasEmpty[rank] = true;
      if (waiter === undefined) return;
      clearTimeout(waiter.timer);
      waiter.begin(enter());
    }
  }

  const waiting = () => queues.paying.length + queues.other.length;

  /** Whether one more may wait. Those who pay are in front, and see only each other. */
  function hasRoom(rank: Rank): boolean {
    const most = stands[rank] ? Math.max(FEWEST_WAITING, limit.current() / 2) : MOST_WAITING;
    return (rank === 'paying' ? queues.paying.length : waiting()) < most;
  }

  /** How long one more may wait. In a queue that stands, only those who pay get in front. */
  const longest = (rank: Rank): number => (stands[rank] ? Math.max(SHORTEST, limit.takes()) : patience[rank]);

  function wait(rank: Rank): Promise<Place | Refusal> {
    return new Promise((resolve) => {
      const queue = queues[rank];
      const waiter: Waiter = {
        begin(place) {
          admitted[rank]++;
          resolve(place);
        },
        refuse(why) {
          refused[rank][why]++;
          resolve(why);
        },
        timer: setTimeout(() => {
          queue.splice(queue.indexOf(waiter), 1);
          waiter.refuse('late');
        }, longest(rank)).unref(),
      };
      queue.push(waiter);
    });
  }

  return {
    /** A place, or why there is none. Without a wait the answer is not a promise. */
    ask(rank: Rank): Place | Refusal | Promise<Place | Refusal> {
      look(rank);
      came[rank]++;
      // Those who pay wait behind each other alone: that others fill all places says nothing about their queue.
      if (rank === 'paying' ? queues.paying.length > 0 : inWork >= limit.current()) behind[rank]++;
      if (inWork < limit.current() && waiting() === 0) {
        admitted[rank]++;
        return enter();
      }
      limit.felt();
      if (!hasRoom(rank)) {
        refused[rank].full++;
        return 'full';
      }
      return wait(rank);
    },
    /**
     * A place for more work of a request that was let in. It is never refused, takes no room from those that wait, and
     * gets its turn with those who pay.
     */
    again(): Place | Promise<Place> {
      if (inWork < limit.current()) return enter();
      return new Promise((begin) => again.push({ begin, refuse() {}, timer: undefined }));
    },
    figures: (): Figures => ({
      limit: limit.current(),
      inWork,
      waiting: { paying: queues.paying.length, other: queues.other.length },
      admitted,
      refused,
    }),
    inWork: () => inWork,
  };
}
export type Gate = ReturnType<typeof createGate>;

import type { Socket } from 'node:net';
import { LRUCache } from 'lru-cache';
import { startTimer } from '../../domain/timer.ts';

/** A connection idle for longer, in milliseconds, is not reused. */
export const IDLE = 200;
/** A connection is reused only if the watched one stayed open for this many times its age. */
const TIMES = 1.5;
/** How often, and for how long, the watched connection of an origin is checked, in milliseconds. */
const STEP = 100;
const LONGEST = 10_000;
const MOST_WATCHED = 256;
/** How many origins are remembered, and for how long, in milliseconds. */
const REMEMBERED = 10_000;
const FORGOTTEN = 6 * 3_600_000;
/** Milliseconds that must be left of an announced timeout when a connection has been idle for as long as allowed. */
const MARGIN = 1_000;

/** How a request is sent: over the watched connection, over a kept one, or over one of its own. */
export type Way = 'watched' | 'kept' | 'single';

/** Whether a `Keep-Alive` header allows a connection to be kept: its timeout, if it has one, is long enough. */
export function lastsLongEnough(header: string | undefined): boolean {
  const [, seconds] = /(?:^|[\s,;])timeout\s*=\s*"?(\d+)/i.exec(header ?? '') ?? [];
  return seconds === undefined || Number(seconds) * 1_000 >= IDLE + MARGIN;
}

/**
 * Learns how long origins keep connections open. Nobody knows whether a receiver has read a request that was written just
 * as it closed the connection. So no delivery takes that risk: the first connection to an origin is watched while it is
 * idle, and others are reused only at ages well below the one that it has reached.
 */
export function createKeeping() {
  /** How long the watched connection of an origin has been idle and open, in milliseconds. */
  const origins = new LRUCache<string, { openFor: number }>({
    max: REMEMBERED,
    ttl: FORGOTTEN,
    // The cache sets a timer this often to read the clock; its default would wake the thread each millisecond.
    ttlResolution: 60_000,
  });
  let watched = 0;

  /** Whether a connection of this age, in milliseconds, may be reused. */
  function mayKeep(origin: string, age: number): boolean {
    return (age + IDLE) * TIMES <= (origins.get(origin)?.openFor ?? 0);
  }

  return {
    mayKeep,
    /** How to send the next request. After a `watched` one has ended, pass its connection to `watch`. */
    wayTo(origin: string): Way {
      if (origins.has(origin)) return mayKeep(origin, 0) ? 'kept' : 'single';
      if (watched >= MOST_WATCHED) return 'single';
      watched++;
      origins.set(origin, { openFor: 0 });
      return 'watched';
    },
    /** Watches a connection. If it is already closed, the connection of another request will be watched. */
    watch(origin: string, socket: Socket | null): void {
      const known = origins.get(origin);
      const since = performance.now();
      function checkAgain(): void {
        const age = performance.now() - since + STEP;
        // Pending input is read first, even if a stall delays this, so a close that has arrived is noticed.
        startTimer(STEP, () => {
          if (!socket!.readable || age > LONGEST) {
            watched--;
            socket!.destroy();
            return;
          }
          if (known && known.openFor >= 0) known.openFor = age;
          checkAgain();
        });
      }
      if (socket?.readable) checkAgain();
      else {
        watched--;
        if (known?.openFor === 0) origins.delete(origin);
      }
    },
    /** Stops reusing connections: the origin has closed one that was being reused. */
    closes(origin: string): void {
      origins.set(origin, { openFor: Number.NEGATIVE_INFINITY });
    },
  };
}

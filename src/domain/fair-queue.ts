/** What waits for a slot. */
export interface Waiter {
  /** Begins it in its slot, which `release` then gives back. */
  begin(): void;
  /** Refuses it, so that another one can wait; absent where it must not be refused. */
  refuse?(): void;
}

/**
 * A queue for slots. A free slot goes to the highest rank that waits, and within it to each caller in turn. While others of
 * its rank wait, a caller that holds half of the slots gets no more.
 * @param slots how many there are.
 * @param ranks how many ranks there are; 0 is the highest.
 */
export function createFairQueue(slots: number, ranks: number) {
  /** By rank: what waits of each caller, the next caller first. */
  const queues = Array.from({ length: ranks }, () => new Map<string, Waiter[]>());
  const held = new Map<string, number>();
  let free = slots;
  let isDealing = false;

  function nextIn(queue: Map<string, Waiter[]>): string | undefined {
    for (const caller of queue.keys()) if ((held.get(caller) ?? 0) < slots / 2) return caller;
    return queue.keys().next().value;
  }

  /** Begins the next one; returns whether any waited. */
  function beginNext(): boolean {
    const queue = queues.find(({ size }) => size > 0);
    if (queue === undefined) return false;
    const caller = nextIn(queue)!;
    const own = queue.get(caller)!;
    const [next] = own.splice(0, 1);
    queue.delete(caller);
    if (own.length > 0) queue.set(caller, own);
    held.set(caller, (held.get(caller) ?? 0) + 1);
    free--;
    next!.begin();
    return true;
  }

  /** Deals the free slots. What begins may release its slot at once: such calls leave the rest to the first one. */
  function deal(): void {
    if (isDealing) return;
    isDealing = true;
    try {
      while (free > 0 && beginNext());
    } finally {
      isDealing = false;
    }
  }

  return {
    /** How many slots are in use. */
    inUse: (): number => slots - free,

    /** Begins one of a caller's, or lets it wait. */
    acquire(rank: number, caller: string, waiter: Waiter): void {
      const queue = queues[rank]!;
      const own = queue.get(caller);
      if (own) own.push(waiter);
      else queue.set(caller, [waiter]);
      deal();
    },

    /** Gives back a slot that a caller held. */
    release(caller: string): void {
      const others = held.get(caller)! - 1;
      if (others > 0) held.set(caller, others);
      else held.delete(caller);
      free++;
      deal();
    },

    /**
     * Lets one more of a caller's wait: refuses the last one of whoever has the most waiting in that rank.
     * @returns whether it did; not when the caller would then have as many waiting.
     */
    evictFor(rank: number, caller: string): boolean {
      const waitingOf = (own: Waiter[] = []) => own.filter(({ refuse }) => refuse).length;
      const queue = queues[rank]!;
      let [most, longest] = [waitingOf(queue.get(caller)) + 1, undefined as string | undefined];
      for (const [other, own] of queue) if (waitingOf(own) > most) [most, longest] = [waitingOf(own), other];
      if (longest === undefined) return false;
      const own = queue.get(longest)!;
      const [last] = own.splice(
        own.findLastIndex(({ refuse }) => refuse),
        1,
      );
      if (own.length === 0) queue.delete(longest);
      last!.refuse!();
      return true;
    },
  };
}

/** What waits for a place. */
export interface Waiting {
  /** Begins it in its place, which `leave` then gives back. */
  begin(): void;
  /** Refuses it, so that another one can wait; absent where it must not be refused. */
  refuse?(): void;
}

/**
 * Shares places among callers. A free place goes to the highest rank that waits, and within it to each caller in turn. While
 * others of its rank wait, a caller that holds half of the places gets no more.
 * @param places how many there are.
 * @param ranks how many ranks there are; 0 is the highest.
 */
export function createShares(places: number, ranks: number) {
  /** By rank: what waits of each caller, in the order of their turns. */
  const lines = Array.from({ length: ranks }, () => new Map<string, Waiting[]>());
  const held = new Map<string, number>();
  let free = places;
  let isDealing = false;

  function nextIn(line: Map<string, Waiting[]>): string | undefined {
    for (const caller of line.keys()) if ((held.get(caller) ?? 0) < places / 2) return caller;
    return line.keys().next().value;
  }

  /** Begins the next one; returns whether any waited. */
  function beginNext(): boolean {
    const line = lines.find(({ size }) => size > 0);
    if (line === undefined) return false;
    const caller = nextIn(line)!;
    const own = line.get(caller)!;
    const [next] = own.splice(0, 1);
    line.delete(caller);
    if (own.length > 0) line.set(caller, own);
    held.set(caller, (held.get(caller) ?? 0) + 1);
    free--;
    next!.begin();
    return true;
  }

  /** Deals the free places. What begins may give its place back at once: such calls leave the rest to the first one. */
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
    /** How many places are taken. */
    taken: (): number => places - free,

    /** Begins one of a caller's, or lets it wait. */
    enter(rank: number, caller: string, waiting: Waiting): void {
      const line = lines[rank]!;
      const own = line.get(caller);
      if (own) own.push(waiting);
      else line.set(caller, [waiting]);
      deal();
    },

    /** Gives back a place that a caller held. */
    leave(caller: string): void {
      const left = held.get(caller)! - 1;
      if (left > 0) held.set(caller, left);
      else held.delete(caller);
      free++;
      deal();
    },

    /**
     * Makes room for one more of a caller's to wait: refuses the last one of whoever has the most waiting in that rank.
     * @returns whether it did; not when the caller would then have as many waiting.
     */
    makeRoom(rank: number, caller: string): boolean {
      const waitingOf = (own: Waiting[] = []) => own.filter(({ refuse }) => refuse).length;
      const line = lines[rank]!;
      let [most, longest] = [waitingOf(line.get(caller)) + 1, undefined as string | undefined];
      for (const [other, own] of line) if (waitingOf(own) > most) [most, longest] = [waitingOf(own), other];
      if (longest === undefined) return false;
      const own = line.get(longest)!;
      const [last] = own.splice(
        own.findLastIndex(({ refuse }) => refuse),
        1,
      );
      if (own.length === 0) line.delete(longest);
      last!.refuse!();
      return true;
    },
  };
}

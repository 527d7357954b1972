export interface Waiting {
  endpoint: number;
  account: number;
}

/**
 * Whose turn it is: round robin over accounts, and over the endpoints of each account. So neither an account with many
 * endpoints nor one with a long backlog keeps others waiting.
 */
export function createRoundRobin() {
  /** Accounts, each with its endpoints, in the order of their turns. */
  let line = new Map<number, Set<number>>();

  return {
    /** Sets who is waiting now. Those already waiting keep their turns. */
    waiting(all: Iterable<Waiting>): void {
      const now = new Map<number, Set<number>>();
      for (const { endpoint, account } of all) {
        const endpoints = now.get(account);
        if (endpoints) endpoints.add(endpoint);
        else now.set(account, new Set([endpoint]));
      }
      const kept = new Map<number, Set<number>>();
      for (const [account, endpoints] of line) {
        const still = now.get(account);
        if (!still) continue;
        const ordered = new Set([...endpoints].filter((endpoint) => still.has(endpoint)));
        for (const endpoint of still) ordered.add(endpoint);
        kept.set(account, ordered);
        now.delete(account);
      }
      for (const [account, endpoints] of now) kept.set(account, endpoints);
      line = kept;
    },

    done(endpoint: number): void {
      for (const [account, endpoints] of line) {
        if (!endpoints.delete(endpoint)) continue;
        if (endpoints.size === 0) line.delete(account);
        return;
      }
    },

    isEmpty: () => line.size === 0,

    /**
     * Deals out up to `places` places, one at a time.
     * @param roomOf how many places an endpoint may have.
     * @param take takes a place for an endpoint of an account. Returns false if it may not have one.
     */
    deal(
      places: number,
      roomOf: (endpoint: number) => number,
      take: (endpoint: number, account: number) => boolean,
    ): Map<number, number> {
      const dealt = new Map<number, number>();
      let passed = 0;
      while (places > 0 && passed < line.size) {
        const [account, endpoints] = line.entries().next().value!;
        line.delete(account);
        line.set(account, endpoints);
        const endpoint = nextOf(
          endpoints,
          (candidate) => roomOf(candidate) > (dealt.get(candidate) ?? 0) && take(candidate, account),
        );
        if (endpoint === undefined) {
          passed++;
          continue;
        }
        passed = 0;
        places--;
        dealt.set(endpoint, (dealt.get(endpoint) ?? 0) + 1);
      }
      return dealt;
    },
  };
}

function nextOf(endpoints: Set<number>, gets: (endpoint: number) => boolean): number | undefined {
  for (const endpoint of endpoints) {
    if (!gets(endpoint)) continue;
    endpoints.delete(endpoint);
    endpoints.add(endpoint);
    return endpoint;
  }
  return undefined;
}

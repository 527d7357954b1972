/** Deliveries that a dispatcher may hold at once. */
export const SLOTS = 1_024;
/** The share of the free slots that an account may hold for endpoints that have not answered. */
const TRIAL_SHARE = 1 / 8;
/** Slots for all endpoints that do not answer, together; the rest are for those that do, and for new ones. */
const MOST_SILENT = SLOTS / 2;

/** Whether an endpoint answers: not tried yet, or whether its last attempt was answered. */
export type Responsiveness = 'new' | 'answers' | 'silent';

/** Who holds a slot: an account, for an endpoint of this responsiveness. */
export interface SlotHolder {
  account: number;
  responsiveness: Responsiveness;
}

/**
 * The slots of a dispatcher. An account may hold as many as are free, so that some are always left for one more account. For
 * endpoints that have not answered it may hold far fewer.
 */
export function createSlots(held: Iterable<SlotHolder>) {
  const all = new Map<number, number>();
  const trials = new Map<number, number>();
  let free = SLOTS;
  let silent = 0;

  function fits({ account, responsiveness }: SlotHolder): boolean {
    if ((all.get(account) ?? 0) >= free) return false;
    if (responsiveness === 'answers') return true;
    if (responsiveness === 'silent' && silent >= MOST_SILENT) return false;
    return (trials.get(account) ?? 0) < free * TRIAL_SHARE;
  }

  function add({ account, responsiveness }: SlotHolder): void {
    free--;
    all.set(account, (all.get(account) ?? 0) + 1);
    if (responsiveness === 'silent') silent++;
    if (responsiveness !== 'answers') trials.set(account, (trials.get(account) ?? 0) + 1);
  }

  for (const holder of held) add(holder);
  return {
    free: () => Math.max(0, free),
    take(holder: SlotHolder): boolean {
      if (!fits(holder)) return false;
      add(holder);
      return true;
    },
  };
}

/** An endpoint that waits for slots. */
export interface WaitingEndpoint {
  endpoint: number;
  account: number;
}

/**
 * Who gets the next slots: round robin over accounts, and over the endpoints of each account. So neither an account with many
 * endpoints nor one with a long backlog keeps others waiting.
 */
export function createRoundRobin() {
  /** Accounts, each with its endpoints, the next one first. */
  let rotation = new Map<number, Set<number>>();

  return {
    /** Sets who is waiting now. Those already waiting keep their order. */
    waiting(all: Iterable<WaitingEndpoint>): void {
      const now = new Map<number, Set<number>>();
      for (const { endpoint, account } of all) {
        const endpoints = now.get(account);
        if (endpoints) endpoints.add(endpoint);
        else now.set(account, new Set([endpoint]));
      }
      const kept = new Map<number, Set<number>>();
      for (const [account, endpoints] of rotation) {
        const still = now.get(account);
        if (!still) continue;
        const ordered = new Set([...endpoints].filter((endpoint) => still.has(endpoint)));
        for (const endpoint of still) ordered.add(endpoint);
        kept.set(account, ordered);
        now.delete(account);
      }
      for (const [account, endpoints] of now) kept.set(account, endpoints);
      rotation = kept;
    },

    done(endpoint: number): void {
      for (const [account, endpoints] of rotation) {
        if (!endpoints.delete(endpoint)) continue;
        if (endpoints.size === 0) rotation.delete(account);
        return;
      }
    },

    isEmpty: () => rotation.size === 0,

    /**
     * Deals out up to `slots` slots, one at a time.
     * @param capacityOf how many slots an endpoint may have.
     * @param take takes a slot for an endpoint of an account. Returns false if it may not have one.
     */
    deal(
      slots: number,
      capacityOf: (endpoint: number) => number,
      take: (endpoint: number, account: number) => boolean,
    ): Map<number, number> {
      const dealt = new Map<number, number>();
      let passed = 0;
      while (slots > 0 && passed < rotation.size) {
        const [account, endpoints] = rotation.entries().next().value!;
        rotation.delete(account);
        rotation.set(account, endpoints);
        const endpoint = nextOf(
          endpoints,
          (candidate) => capacityOf(candidate) > (dealt.get(candidate) ?? 0) && take(candidate, account),
        );
        if (endpoint === undefined) {
          passed++;
          continue;
        }
        passed = 0;
        slots--;
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

import { STATE } from '../../domain/delivery-states.ts';
import type { Database } from '../../stores/mysql/database.ts';
import { CLAIM_LEASE, claim, release } from './claim.ts';
import { type Queue, readQueue, type WaitingState } from './due.ts';
import type { EndpointReader } from './endpoints.ts';
import type { Outbox } from './outbox.ts';
import { createRoundRobin, createSlots, SLOTS } from './slots.ts';

const MOST_RETRIES = SLOTS / 2;
/** The share of time that reading the queue may take. */
const POLLING_SHARE = 0.2;
/** Milliseconds: a slow answer of MySQL must not hide for long what is due. */
const LONGEST_PAUSE = 2_000;

/** The endpoints that have deliveries in a waiting state, and when the next delivery becomes due. */
function createBacklog(state: WaitingState) {
  return { state, roundRobin: createRoundRobin(), nextDue: Number.POSITIVE_INFINITY };
}
type Backlog = ReturnType<typeof createBacklog>;

/** Claims due deliveries: as many as there are free slots for, in turn among accounts and their endpoints. */
export function createClaimer(
  database: Database,
  readEndpoints: EndpointReader,
  outbox: Outbox,
  now: () => number,
) {
  const pending = createBacklog(STATE.pending);
  const retrying = createBacklog(STATE.retrying);
  const backlogs = [pending, retrying];
  /** Milliseconds of the steady clock. */
  let nextPoll = 0;

  async function poll(backlog: Backlog): Promise<Queue> {
    const began = performance.now();
    // One time for both: what becomes due during the reading is due later, and not taken out of the backlog.
    const time = now();
    const queue = await readQueue(database, backlog.state, time);
    const ready = [...queue.firstDue].filter(([, at]) => at <= time).map(([endpoint]) => endpoint);
    const owners = await readEndpoints(ready);
    backlog.roundRobin.waiting([...owners].map(([endpoint, { account }]) => ({ endpoint, account })));
    backlog.nextDue = Number.POSITIVE_INFINITY;
    for (const at of queue.firstDue.values()) if (at > time && at < backlog.nextDue) backlog.nextDue = at;
    const end = performance.now();
    const pause = (end - began) * (1 / POLLING_SHARE - 1);
    // Both backlogs are polled, one after the other: their pauses add up.
    nextPoll = Math.min(Math.max(nextPoll, end) + pause, end + LONGEST_PAUSE);
    return queue;
  }

  /** How many deliveries of which endpoints are to be claimed. */
  function share({ roundRobin }: Backlog, most: number): Map<number, number> {
    if (roundRobin.isEmpty() || most <= 0) return new Map();
    const holder = (endpoint: number, account: number) => ({
      account,
      responsiveness: outbox.responsiveness(endpoint),
    });
    const slots = createSlots(
      [...outbox.deliveries].map(({ claim, endpoint }) => holder(claim.endpoint, endpoint.account)),
    );
    return roundRobin.deal(Math.min(most, slots.free()), outbox.capacity, (endpoint, account) =>
      slots.take(holder(endpoint, account)),
    );
  }

  /** @param queue what waits in the backlog, if it has just been read. */
  async function claimFrom(backlog: Backlog, most: number, queue?: Queue): Promise<void> {
    const wanted = share(backlog, most);
    if (wanted.size === 0) return;
    const { claimed, events, drained } = await claim(
      database,
      backlog.state,
      wanted,
      now(),
      outbox.atOnce,
      queue?.whole,
    );
    for (const endpoint of drained) backlog.roundRobin.done(endpoint);
    for (const endpoint of wanted.keys()) outbox.resetAnswered(endpoint);
    if (claimed.length === 0) return;
    const endpoints = await readEndpoints(claimed.map(({ endpoint }) => endpoint)).catch((error) => {
      outbox.atOnce.giveBack(claimed);
      throw error;
    });
    const unsendable = outbox.take(claimed, endpoints, events);
    // Only these: the others may be under way. Some may be recorded as begun.
    await release(database, unsendable, now() + CLAIM_LEASE).catch(() => outbox.atOnce.giveBack(unsendable));
  }

  function countRetries(): number {
    let retries = 0;
    for (const { claim } of outbox.deliveries) if (claim.attempt > 1) retries++;
    return retries;
  }

  return {
    /**
     * Claims what is due, first attempts before others.
     * @param polls whether to read first what waits.
     */
    async claim(polls: boolean): Promise<void> {
      await claimFrom(pending, SLOTS, polls ? await poll(pending) : undefined);
      const queue = polls ? await poll(retrying) : undefined;
      await claimFrom(retrying, MOST_RETRIES - countRetries(), queue);
    },
    /** How long it should not poll again, in milliseconds. */
    nextPollIn: (): number => Math.max(0, nextPoll - performance.now()),
    /** Whether a delivery has become due since the last poll. */
    hasDue: (): boolean => backlogs.some(({ nextDue }) => nextDue <= now()),
    /** Whether no endpoint waits for slots. */
    isEmpty: (): boolean => backlogs.every(({ roundRobin }) => roundRobin.isEmpty()),
  };
}

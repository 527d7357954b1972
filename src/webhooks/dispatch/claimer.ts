import { STATE } from '../../domain/delivery-states.ts';
import type { Database } from '../../stores/mysql/database.ts';
import { CLAIM_LEASE, claim, release } from './claim.ts';
import { type Queue, readQueue, type WaitingState } from './due.ts';
import type { EndpointReader } from './endpoints.ts';
import type { Outbox } from './outbox.ts';
import { createPlaces, PLACES } from './places.ts';
import { createRoundRobin } from './round-robin.ts';

const MOST_RETRIES = PLACES / 2;
/** The share of time that the search for waiting endpoints may take. */
const LOOKING_SHARE = 0.2;
/** Milliseconds: a slow answer of MySQL must not hide for long what is due. */
const LONGEST_PAUSE = 2_000;

/** The endpoints that have deliveries in a waiting state, in the order of their turns, and when the next one becomes due. */
function createLine(state: WaitingState) {
  return { state, roundRobin: createRoundRobin(), nextDue: Number.POSITIVE_INFINITY };
}
type Line = ReturnType<typeof createLine>;

/** Claims due deliveries: as many as the outbox has room for, in turn among accounts and their endpoints. */
export function createClaimer(
  database: Database,
  readEndpoints: EndpointReader,
  outbox: Outbox,
  now: () => number,
) {
  const first = createLine(STATE.pending);
  const further = createLine(STATE.retrying);
  const lines = [first, further];
  /** Milliseconds of the steady clock. */
  let lookAgain = 0;

  async function look(line: Line): Promise<Queue> {
    const began = performance.now();
    // One time for both: what becomes due during the reading is due later, and not taken out of the line.
    const time = now();
    const queue = await readQueue(database, line.state, time);
    const ready = [...queue.firstDue].filter(([, at]) => at <= time).map(([endpoint]) => endpoint);
    const owners = await readEndpoints(ready);
    line.roundRobin.waiting([...owners].map(([endpoint, { account }]) => ({ endpoint, account })));
    line.nextDue = Number.POSITIVE_INFINITY;
    for (const at of queue.firstDue.values()) if (at > time && at < line.nextDue) line.nextDue = at;
    const end = performance.now();
    const pause = (end - began) * (1 / LOOKING_SHARE - 1);
    // Both lines are looked at, one after the other: their pauses add up.
    lookAgain = Math.min(Math.max(lookAgain, end) + pause, end + LONGEST_PAUSE);
    return queue;
  }

  /** How many deliveries of which endpoints are to be claimed. */
  function share({ roundRobin }: Line, most: number): Map<number, number> {
    if (roundRobin.isEmpty() || most <= 0) return new Map();
    const occupant = (endpoint: number, account: number) => ({
      account,
      standing: outbox.standing(endpoint),
    });
    const places = createPlaces(
      [...outbox.held].map(({ claim, endpoint }) => occupant(claim.endpoint, endpoint.account)),
    );
    return roundRobin.deal(Math.min(most, places.free()), outbox.room, (endpoint, account) =>
      places.take(occupant(endpoint, account)),
    );
  }

  /** @param queue the queue of the line, if it has just been read. */
  async function claimFrom(line: Line, most: number, queue?: Queue): Promise<void> {
    const wanted = share(line, most);
    if (wanted.size === 0) return;
    const { claimed, events, drained } = await claim(
      database,
      line.state,
      wanted,
      now(),
      outbox.atOnce,
      queue?.whole,
    );
    for (const endpoint of drained) line.roundRobin.done(endpoint);
    for (const endpoint of wanted.keys()) outbox.counted(endpoint);
    if (claimed.length === 0) return;
    const endpoints = await readEndpoints(claimed.map(({ endpoint }) => endpoint)).catch((error) => {
      outbox.atOnce.giveBack(claimed);
      throw error;
    });
    const unsendable = outbox.take(claimed, endpoints, events);
    // Only these: the others may be under way. Some may be recorded as begun.
    await release(database, unsendable, now() + CLAIM_LEASE).catch(() => outbox.atOnce.giveBack(unsendable));
  }

  function heldRetries(): number {
    let retries = 0;
    for (const { claim } of outbox.held) if (claim.attempt > 1) retries++;
    return retries;
  }

  return {
    /**
     * Claims what is due, first attempts before others.
     * @param looks whether to look who waits.
     */
    async claim(looks: boolean): Promise<void> {
      await claimFrom(first, PLACES, looks ? await look(first) : undefined);
      const queue = looks ? await look(further) : undefined;
      await claimFrom(further, MOST_RETRIES - heldRetries(), queue);
    },
    /** How long it should not look again, in milliseconds. */
    lookAgainIn: (): number => Math.max(0, lookAgain - performance.now()),
    /** Whether a delivery has become due since the last look. */
    hasDue: (): boolean => lines.some(({ nextDue }) => nextDue <= now()),
    /** Whether nobody waits for a turn. */
    isEmpty: (): boolean => lines.every(({ roundRobin }) => roundRobin.isEmpty()),
  };
}

import cron from 'node-cron';
import type { Logger } from 'pino';
import type { Database } from '../mysql/database.ts';
import { listenForBell } from '../webhooks/doorbell.ts';
import { STATE } from '../webhooks/states.ts';
import { createBatcher } from './batcher.ts';
import {
  begin,
  type Claimed,
  claim,
  readWaiting,
  recoverLeases,
  release,
  type WaitingState,
} from './claim.ts';
import type { Courier } from './courier.ts';
import { type Endpoint, endpointReader } from './endpoints.ts';
import { readEvents, type StoredEvent } from './events.ts';
import { type Ended, finish, resultOf } from './finish.ts';
import { createLane, type Lane, ROOM_AT_FIRST } from './lane.ts';
import * as metrics from './metrics.ts';
import type { Job, Outcome } from './outcome.ts';
import { createTurns } from './turns.ts';

/** Deliveries that one process holds at once; of these, further attempts may have half. */
const MOST_HELD = 1_024;
/** The share of the places that one account may have. */
const ACCOUNT_SHARE = 0.5;
const RETRY_SHARE = 0.5;
/** While there is a backlog, claims wait until so many places are free, or for so many milliseconds. */
const WORTHWHILE = 128;
const PATIENCE = 25;
const STARTS_AT_ONCE = 64;
const FINISHES_AT_ONCE = 256;
const FINISH_WAIT = 15;
const DRAIN = 12_000;
/** How long a stopping dispatcher tries to tell outcomes to a database that is away. */
const LAST_WORDS = 3_000;
const PAUSE = 500;
/** Lanes of endpoints that were quiet for so many seconds are forgotten. */
const QUIET = 60;
const TICK = 1_000;
const EVERY_SECOND = '* * * * * *';
/** Finding out who waits may take this share of the time. */
const LOOKING_SHARE = 0.2;

export interface DispatcherOptions {
  database: Database;
  /** Connections that sleep until somebody rings; those of the database when not given. */
  bell?: Database;
  courier: Courier;
  /** Decrypts signing secrets. */
  secretKey: Buffer;
  log: Logger;
  /** The clock, epoch milliseconds. */
  now?: () => number;
}

/** A claimed delivery with what sending it takes. */
interface Held {
  claim: Claimed;
  endpoint: Endpoint;
  event: StoredEvent;
  ended: () => void;
}

const jobOf = ({ claim, endpoint, event }: Held): Job => ({
  id: claim.id,
  url: endpoint.url,
  secret: endpoint.secret,
  event: event.body,
  eventId: event.eventId,
  eventType: event.eventType,
  attempt: claim.attempt,
  parcelScoped: endpoint.parcelScoped,
  canonicalId: event.canonicalId,
  matchBasis: event.matchBasis,
});

/** Deliveries of one of the two waiting states: who waits, and whose turn it is. */
function createLine(state: WaitingState) {
  return { state, turns: createTurns(), held: 0, nextDue: Number.POSITIVE_INFINITY };
}
type Line = ReturnType<typeof createLine>;

/**
 * Sends what is due, until it is stopped. Any number of dispatchers may run on one database.
 *
 * Each delivery is claimed, noted as begun in the moment before it is sent, and finished with what became of it; a
 * process that dies leaves claims, which another takes over, and begun ones, whose outcome stays unknown.
 */
export function startDispatcher({
  database,
  bell: sleeping = database,
  courier,
  secretKey,
  log,
  now = Date.now,
}: DispatcherOptions) {
  const first = createLine(STATE.pending);
  const further = createLine(STATE.retrying);
  const lanes = new Map<number, Lane>();
  /** What is claimed and not begun, by delivery. */
  const waiting = new Map<number, Claimed>();
  const accountHeld = new Map<number, number>();
  let held = 0;
  let stopping = false;
  let outOfTime = false;
  let stopped = false;
  let rung = true;
  let lookAgain = 0;

  const failed = (what: string) => (error: unknown) => {
    const { code, errno } = error as { code?: string; errno?: number };
    log.error({ what, code, errno }, 'the dispatcher could not reach its database; it tries again');
  };

  const readEndpoints = endpointReader(database, secretKey, (endpoint) => {
    log.error({ endpoint }, 'nothing is sent to an endpoint: its secret has another WEBHOOK_SECRET_KEY');
  });

  function laneOf(endpoint: number): Lane {
    let lane = lanes.get(endpoint);
    if (!lane) {
      lane = createLane();
      lanes.set(endpoint, lane);
    }
    return lane;
  }

  /** Does what must be done until it is done, or until there is no more time to. */
  async function persistently(what: string, work: () => Promise<void>): Promise<void> {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        failed(what)(error);
        if (outOfTime) return;
        await new Promise((again) => setTimeout(again, PAUSE));
      }
    }
  }

  const finishes = createBatcher<Ended>((ended) => persistently('finish', () => finish(database, ended)), {
    most: FINISHES_AT_ONCE,
    wait: FINISH_WAIT,
    concurrency: 1,
  });

  function note({ claim, endpoint }: Held, ended: Ended): void {
    const { outcome } = ended;
    metrics.attempts.inc({ outcome: outcome.kind });
    const { state } = resultOf(ended, 0);
    if (state === STATE.retrying) return;
    const name =
      state === STATE.delivered ? 'delivered' : state === STATE.unknown ? 'unknown' : 'dead_lettered';
    metrics.deliveries.inc({ outcome: name });
    if (name !== 'delivered') {
      const { id, attempt } = claim;
      log.warn(
        { delivery: id, endpoint: claim.endpoint, account: endpoint.account, attempt, outcome: name },
        'not delivered',
      );
    }
  }

  function end(one: Held, outcome: Outcome, startedAt: number | null): void {
    // What has no outcome when the draining ends stays begun, until its lease runs out.
    if (stopped) return;
    const ended = { claim: one.claim, outcome, startedAt, endedAt: now() };
    note(one, ended);
    finishes.add(ended);
    one.ended();
  }

  const starts = createBatcher<Held>(
    async (batch) => {
      const startedAt = now();
      const byClaim = new Map(batch.map((one) => [one.claim, one]));
      const { started, disabled } = await begin(
        database,
        batch.map(({ claim }) => claim),
        startedAt,
      ).catch(async (error) => {
        failed('begin')(error);
        // They may be noted as begun, and have not been sent.
        await persistently('release', () =>
          release(
            database,
            batch.map(({ claim }) => claim),
            now(),
          ),
        );
        return { started: [], disabled: [] };
      });
      for (const claim of disabled) {
        end(byClaim.get(claim)!, { kind: 'refused', error: 'Not sent: the endpoint is disabled' }, null);
        byClaim.delete(claim);
      }
      const sent = new Map(started.map((claim) => [claim.id, byClaim.get(claim)!]));
      const jobs = [...sent.values()].map(jobOf);
      for (const [{ id }, one] of byClaim) if (sent.get(id) !== one) one.ended();
      if (jobs.length === 0) return;
      for (const { attempt, createdAt } of started) {
        if (attempt === 1) metrics.lag.observe(Math.max(0, startedAt - createdAt.getTime()) / 1000);
      }
      courier.send(jobs, (job, outcome) => {
        const one = sent.get(job.id)!;
        const lane = laneOf(one.claim.endpoint);
        if (outcome.kind === 'answered') lane.answered();
        else lane.unanswered();
        end(one, outcome, startedAt);
      });
    },
    { most: STARTS_AT_ONCE, wait: 0, concurrency: 4 },
  );

  function freed(line: Line, account: number): void {
    held--;
    line.held--;
    accountHeld.set(account, accountHeld.get(account)! - 1);
    if (accountHeld.get(account) === 0) accountHeld.delete(account);
    patiently();
  }

  /** Hands claims to the lanes of their endpoints. */
  function enlist(
    line: Line,
    claims: Claimed[],
    endpoints: Map<number, Endpoint>,
    events: Map<number, StoredEvent>,
  ) {
    for (const claimed of claims) {
      const endpoint = endpoints.get(claimed.endpoint);
      const event = events.get(claimed.event);
      if (!endpoint || !event) continue;
      const before = waiting.get(claimed.id);
      if (before) {
        // It still stands in its lane from a claim that ran out.
        Object.assign(before, claimed);
        continue;
      }
      held++;
      line.held++;
      accountHeld.set(endpoint.account, (accountHeld.get(endpoint.account) ?? 0) + 1);
      waiting.set(claimed.id, claimed);
      laneOf(claimed.endpoint).add(
        () =>
          new Promise<void>((done) => {
            waiting.delete(claimed.id);
            const ended = () => {
              freed(line, endpoint.account);
              done();
            };
            starts.add({ claim: claimed, endpoint, event, ended });
          }),
      );
    }
  }

  /** Finds out who waits, and when the next one does. */
  async function look(line: Line): Promise<void> {
    const due = await readWaiting(database, line.state);
    const time = now();
    const ready = [...due].filter(([, at]) => at <= time).map(([endpoint]) => endpoint);
    const endpoints = await readEndpoints(ready);
    line.turns.waiting(
      ready
        .filter((one) => endpoints.has(one))
        .map((endpoint) => ({ endpoint, account: endpoints.get(endpoint)!.account })),
    );
    line.nextDue = [...due.values()].reduce(
      (least, at) => (at > time && at < least ? at : least),
      Number.POSITIVE_INFINITY,
    );
  }

  async function claimFrom(line: Line, places: number): Promise<void> {
    if (line.turns.isEmpty() || places <= 0) return;
    const share = Math.floor(MOST_HELD * ACCOUNT_SHARE);
    const wanted = line.turns.deal(
      places,
      (endpoint) => lanes.get(endpoint)?.room() ?? ROOM_AT_FIRST,
      (account) => share - (accountHeld.get(account) ?? 0),
    );
    if (wanted.size === 0) return;
    const { claimed, drained } = await claim(database, line.state, wanted, now());
    for (const endpoint of drained) line.turns.done(endpoint);
    for (const endpoint of wanted.keys()) lanes.get(endpoint)?.counted();
    if (claimed.length === 0) return;
    try {
      const endpoints = await readEndpoints(claimed.map(({ endpoint }) => endpoint));
      const events = await readEvents(
        database,
        claimed.map(({ event }) => event),
      );
      enlist(line, claimed, endpoints, events);
    } catch (error) {
      await release(database, claimed, now()).catch(() => {});
      throw error;
    }
  }

  /** Claims what there is room for. */
  async function claimDue(): Promise<void> {
    const time = performance.now();
    const looks = rung || first.nextDue <= now() || further.nextDue <= now();
    if (looks && time >= lookAgain) {
      rung = false;
      await look(first);
      await look(further);
      const took = performance.now() - time;
      lookAgain = performance.now() + took * (1 / LOOKING_SHARE - 1);
    }
    await claimFrom(first, MOST_HELD - held);
    await claimFrom(further, Math.min(MOST_HELD - held, MOST_HELD * RETRY_SHARE - further.held));
  }

  let wake = () => {};
  let freedSince = 0;
  /** Wakes the loop when enough places are free for a claim to be worth its commit. */
  function patiently(): void {
    if (++freedSince >= WORTHWHILE) wake();
  }

  /** How long there is nothing to do unless somebody wakes the loop, in milliseconds. */
  function idleTime(): number {
    const time = performance.now();
    if (rung) return Math.max(0, lookAgain - time);
    return first.turns.isEmpty() && further.turns.isEmpty() ? TICK : PATIENCE;
  }

  const woken = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(() => wake(), idleTime());
      wake = () => {
        clearTimeout(timer);
        freedSince = 0;
        wake = () => {};
        resolve();
      };
    });

  async function loop(): Promise<void> {
    while (!stopping) {
      const reached = await claimDue().then(
        () => true,
        (error) => {
          failed('claim')(error);
          return false;
        },
      );
      if (!reached) await new Promise((again) => setTimeout(again, PAUSE));
      await woken();
    }
  }

  function bell(): void {
    rung = true;
    wake();
  }

  let ticks = 0;
  async function tick(): Promise<void> {
    bell();
    if (++ticks % QUIET === 0) {
      for (const [endpoint, lane] of lanes) if (lane.held() === 0) lanes.delete(endpoint);
    }
    const { released, unknown } = await recoverLeases(database, now()).catch((error) => {
      failed('recover')(error);
      return { released: 0, unknown: 0 };
    });
    metrics.recoveries.inc({ lease: 'claim' }, released);
    metrics.recoveries.inc({ lease: 'send' }, unknown);
    if (unknown > 0) log.warn({ deliveries: unknown }, 'outcomes are unknown: their dispatcher stopped');
    if (released > 0) bell();
  }

  const stopListening = listenForBell(sleeping, bell);
  const ticking = cron.schedule(EVERY_SECOND, tick, { noOverlap: true });
  const looping = loop();

  return {
    /** Looks at once for what is due, and ends leases that ran out. */
    tick,
    held: () => held,
    /** Stops claiming, gives back what has not begun, and waits for what has. */
    async stop(): Promise<void> {
      stopping = true;
      wake();
      await ticking.destroy();
      await stopListening();
      await looping;
      const unbegun = [...waiting.values()];
      waiting.clear();
      for (const lane of lanes.values()) lane.clear();
      held -= unbegun.length;
      await release(database, unbegun, now()).catch(failed('release'));
      const deadline = Date.now() + DRAIN;
      while (held > 0 && Date.now() < deadline) await new Promise((again) => setTimeout(again, 20));
      stopped = true;
      // What cannot be told now is of unknown outcome when its lease ends.
      setTimeout(() => {
        outOfTime = true;
      }, LAST_WORDS).unref();
      await finishes.idle();
    },
  };
}
export type Dispatcher = ReturnType<typeof startDispatcher>;

import type { Logger } from 'pino';
import { STATE } from '../../domain/delivery-states.ts';
import { every } from '../../domain/repeat.ts';
import type { Database } from '../../stores/mysql/database.ts';
import { codesOf } from '../../stores/mysql/retry.ts';
import * as metrics from '../attempts.ts';
import { webhookIds } from '../ids.ts';
import { listenForWakeUps } from '../wake-up.ts';
import {
  CLAIM_LEASE,
  type Claimed,
  claim,
  readWaiting,
  recoverLeases,
  release,
  type WaitingState,
} from './claim.ts';
import { endpointReader } from './endpoints.ts';
import type { Journal } from './journal.ts';
import { createOutbox, type Held } from './outbox.ts';
import { createPlaces, PLACES } from './places.ts';
import { createRecovery } from './recovery.ts';
import { createRoundRobin } from './round-robin.ts';
import { openSendWindow } from './send-window.ts';
import type { WorkerPool } from './worker-pool.ts';

const MOST_RETRIES = PLACES / 2;
/** While there is a backlog, claims wait until this many places are free, or for PATIENCE milliseconds. */
const WORTHWHILE = 128;
const PATIENCE = 25;
const PAUSE = 500;
/** Seconds after which the queues of quiet endpoints are forgotten. */
const QUIET = 60;
const TICK = 1_000;
/** The share of time that the search for waiting endpoints may take. */
const LOOKING_SHARE = 0.2;

interface DispatcherOptions {
  database: Database;
  /** Connections that sleep until a wake-up; those of `database` when not given. */
  wakeUps?: Database;
  workerPool: WorkerPool;
  /** Tells another process what this one had not sent when it was killed. */
  journal?: Journal;
  secretKey: Buffer;
  log: Logger;
  /** The clock, epoch milliseconds. */
  now?: () => number;
  /** Opens the window in which what is about to begin may be sent. */
  openWindow?: typeof openSendWindow;
  /** Milliseconds between looks at the queue without a wake-up. */
  tickEvery?: number;
}

/** The deliveries in one of the two waiting states: whose turn it is, and when the next one becomes due. */
function createLine(state: WaitingState) {
  return { state, roundRobin: createRoundRobin(), nextDue: Number.POSITIVE_INFINITY };
}
type Line = ReturnType<typeof createLine>;

function countRetries(held: Iterable<Held>): number {
  let retries = 0;
  for (const { claim } of held) if (claim.attempt > 1) retries++;
  return retries;
}

/**
 * Sends due deliveries until it is stopped. Any number of dispatchers may run on one database.
 *
 * It claims as many as its outbox has room for, and gives accounts and endpoints their turns. When a process dies, another
 * one takes over its claims, and those begun deliveries that its journal proves were not sent. The outcome of the rest
 * stays unknown.
 */
export function startDispatcher({
  database,
  wakeUps: sleeping = database,
  workerPool,
  journal,
  secretKey,
  log,
  now = Date.now,
  openWindow = openSendWindow,
  tickEvery = TICK,
}: DispatcherOptions) {
  const first = createLine(STATE.pending);
  const further = createLine(STATE.retrying);
  let stopping = false;
  let isWoken = true;
  let lookAgain = 0;
  let freedSince = 0;
  let wake = () => {};

  function failed(what: string, error: unknown): void {
    log.error({ what, ...codesOf(error) }, 'the dispatcher failed at this and will try again');
  }

  const readEndpoints = endpointReader(database, secretKey, (endpoint) => {
    log.error(
      { endpoint },
      'nothing is sent to this endpoint: its secret was encrypted with a different WEBHOOK_SECRET_KEY',
    );
  });

  const outbox = createOutbox({
    database,
    ids: webhookIds(secretKey),
    workerPool,
    journal,
    log,
    now,
    openWindow,
    failed,
    // Wakes the loop when enough places are free for a claim to be worth its commit.
    freed() {
      if (++freedSince >= WORTHWHILE) wake();
    },
  });

  async function look(line: Line): Promise<void> {
    const due = await readWaiting(database, line.state);
    const time = now();
    const ready = [...due].filter(([, at]) => at <= time).map(([endpoint]) => endpoint);
    const owners = await readEndpoints(ready);
    line.roundRobin.waiting([...owners].map(([endpoint, { account }]) => ({ endpoint, account })));
    line.nextDue = Number.POSITIVE_INFINITY;
    for (const at of due.values()) if (at > time && at < line.nextDue) line.nextDue = at;
  }

  async function claimFrom(line: Line, most: number): Promise<void> {
    if (line.roundRobin.isEmpty() || most <= 0) return;
    const occupant = (endpoint: number, account: number) => ({
      account,
      standing: outbox.standing(endpoint),
    });
    const places = createPlaces(
      [...outbox.held].map(({ claim, endpoint }) => occupant(claim.endpoint, endpoint.account)),
    );
    const wanted = line.roundRobin.deal(Math.min(most, places.free()), outbox.room, (endpoint, account) =>
      places.take(occupant(endpoint, account)),
    );
    if (wanted.size === 0) return;
    const { claimed, events, drained } = await claim(database, line.state, wanted, now(), outbox.atOnce);
    for (const endpoint of drained) line.roundRobin.done(endpoint);
    for (const endpoint of wanted.keys()) outbox.counted(endpoint);
    if (claimed.length === 0) return;
    const owners = await readEndpoints(claimed.map(({ endpoint }) => endpoint)).catch((error) => {
      outbox.atOnce.giveBack(claimed);
      throw error;
    });
    const unsendable: Claimed[] = [];
    for (const delivery of claimed) {
      const endpoint = owners.get(delivery.endpoint);
      const event = events.get(delivery.event);
      if (endpoint && event) outbox.take(delivery, endpoint, event);
      else unsendable.push(delivery);
    }
    // Only these: the others may be under way. Some may be recorded as begun.
    await release(database, unsendable, now() + CLAIM_LEASE).catch(() => outbox.atOnce.giveBack(unsendable));
  }

  async function claimDue(): Promise<void> {
    const time = performance.now();
    const looks = isWoken || first.nextDue <= now() || further.nextDue <= now();
    if (looks && time >= lookAgain) {
      isWoken = false;
      await Promise.all([look(first), look(further)]);
      const took = performance.now() - time;
      lookAgain = performance.now() + took * (1 / LOOKING_SHARE - 1);
    }
    await claimFrom(first, PLACES);
    await claimFrom(further, MOST_RETRIES - countRetries(outbox.held));
  }

  /** How long the loop sleeps unless it is woken, in milliseconds. */
  function idleTime(): number {
    if (isWoken) return Math.max(0, lookAgain - performance.now());
    return first.roundRobin.isEmpty() && further.roundRobin.isEmpty() ? TICK : PATIENCE;
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
      try {
        await claimDue();
      } catch (error) {
        failed('claim', error);
        await new Promise((again) => setTimeout(again, PAUSE));
      }
      if (!stopping) await woken();
    }
  }

  function wakeUp(): void {
    isWoken = true;
    wake();
  }

  const recover = journal && createRecovery(database, journal, (error) => failed('journal', error));
  let ticks = 0;
  async function tick(): Promise<void> {
    wakeUp();
    if (++ticks % QUIET === 0) outbox.forgetQuiet();
    // Before leases are ended: what another process provably did not send must not get an unknown outcome.
    const unsent = recover ? await recover(now()) : 0;
    const { released, unknown } = await recoverLeases(database, now()).catch((error) => {
      failed('recover', error);
      return { released: 0, unknown: 0 };
    });
    metrics.recoveries.inc({ lease: 'unsent' }, unsent);
    metrics.recoveries.inc({ lease: 'claim' }, released);
    metrics.recoveries.inc({ lease: 'send' }, unknown);
    if (unknown > 0) log.warn({ deliveries: unknown }, 'outcomes are unknown: their dispatcher stopped');
    if (unsent + released > 0) wakeUp();
  }

  const stopListening = listenForWakeUps(sleeping, wakeUp);
  const stopTicking = every(tickEvery, tick, (sentence) => log.warn({ what: 'tick' }, sentence));
  const looping = loop();

  return {
    tick,
    held: () => outbox.held.size,
    async stop(): Promise<void> {
      stopping = true;
      wake();
      stopTicking();
      await stopListening();
      await looping;
      await outbox.close();
    },
  };
}
export type Dispatcher = ReturnType<typeof startDispatcher>;

import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { every } from '../../domain/repeat.ts';
import type { Database } from '../../stores/mysql/database.ts';
import { codesOf } from '../../stores/mysql/retry.ts';
import * as metrics from '../attempts.ts';
import { webhookIds } from '../ids.ts';
import { listenForWakeUps } from '../wake-up.ts';
import { recoverLeases } from './claim.ts';
import { createClaimer } from './claimer.ts';
import { endpointReader } from './endpoints.ts';
import type { Journal } from './journal.ts';
import { createOutbox } from './outbox.ts';
import { createRecovery } from './recovery.ts';
import { openSendWindow } from './send-window.ts';
import type { WorkerPool } from './worker-pool.ts';

/** While there is a backlog, claims wait until this many slots are free, or for PATIENCE milliseconds. */
const WORTHWHILE = 128;
const PATIENCE = 25;
const PAUSE = 500;
/** Seconds after which the queues of quiet endpoints are forgotten. */
const QUIET = 60;
const TICK = 1_000;

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
  /** Milliseconds between polls of the queue without a wake-up. */
  tickEvery?: number;
}

/** Ends the leases of dispatchers that have stopped. @returns how many deliveries wait again. */
async function recoverAll(
  { database, log }: Pick<DispatcherOptions, 'database' | 'log'>,
  now: () => number,
  recover: ReturnType<typeof createRecovery> | undefined,
  failed: (what: string, error: unknown) => void,
): Promise<number> {
  // This comes first, so that what another process provably did not send gets no unknown outcome.
  const unsent = recover ? await recover(now()) : 0;
  const { released, unknown } = await recoverLeases(database, now()).catch((error) => {
    failed('recover', error);
    return { released: 0, unknown: 0 };
  });
  metrics.recoveries.inc({ lease: 'unsent' }, unsent);
  metrics.recoveries.inc({ lease: 'claim' }, released);
  metrics.recoveries.inc({ lease: 'send' }, unknown);
  if (unknown > 0) log.warn({ deliveries: unknown }, 'outcomes are unknown: their dispatcher stopped');
  return unsent + released;
}

/**
 * Sends due deliveries until it is stopped. Any number of dispatchers may run on one database.
 *
 * It claims as many as it has free slots for, in turn among accounts and endpoints. When a process dies, another
 * one takes over its claims, and those begun deliveries that its journal proves were not sent. The outcome of the rest
 * stays unknown.
 */
export function startDispatcher({
  now = Date.now,
  openWindow = openSendWindow,
  tickEvery = TICK,
  ...options
}: DispatcherOptions) {
  const { database, wakeUps = database, journal, secretKey, log } = options;
  let stopping = false;
  let isWoken = true;
  let freedSince = 0;
  let ticks = 0;
  let sleeping = new AbortController();
  const wake = () => sleeping.abort();

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
    ...options,
    ids: webhookIds(secretKey),
    now,
    openWindow,
    failed,
    // Wakes the loop when enough slots are free for a claim to be worth its commit.
    freed() {
      if (++freedSince >= WORTHWHILE) wake();
    },
  });

  const claimer = createClaimer(database, readEndpoints, outbox, now);

  async function claimDue(): Promise<void> {
    const polls = (isWoken || claimer.hasDue()) && claimer.nextPollIn() === 0;
    if (polls) isWoken = false;
    await claimer.claim(polls);
  }

  /** How long the loop sleeps unless it is woken, in milliseconds. */
  function idleTime(): number {
    if (isWoken) return claimer.nextPollIn();
    return claimer.isEmpty() ? TICK : PATIENCE;
  }

  async function loop(): Promise<void> {
    while (!stopping) {
      try {
        await claimDue();
      } catch (error) {
        failed('claim', error);
        await sleep(PAUSE);
      }
      if (stopping) return;
      sleeping = new AbortController();
      await sleep(idleTime(), undefined, { signal: sleeping.signal }).catch(() => {});
      freedSince = 0;
    }
  }

  function wakeUp(): void {
    isWoken = true;
    wake();
  }

  const recover = journal && createRecovery(database, journal, (error) => failed('journal', error));
  async function tick(): Promise<void> {
    wakeUp();
    if (++ticks % QUIET === 0) outbox.forgetQuiet();
    if ((await recoverAll(options, now, recover, failed)) > 0) wakeUp();
  }

  const stopListening = listenForWakeUps(wakeUps, wakeUp);
  const stopTicking = every(tickEvery, tick, (sentence) => log.warn({ what: 'tick' }, sentence));
  const looping = loop();

  return {
    tick,
    claimed: () => outbox.deliveries.size,
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

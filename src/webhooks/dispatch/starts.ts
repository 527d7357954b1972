import type { Database } from '../../stores/mysql/database.ts';
import { retried } from '../../stores/mysql/retry.ts';
import * as metrics from '../attempts.ts';
import { createBatcher } from './batcher.ts';
import { type AtOnce, begin, beginWaiting, type Claimed } from './claim.ts';
import type { Delivery } from './deliver-task.ts';
import type { Outcomes } from './ended.ts';
import type { Writer } from './finish.ts';
import type { Journal } from './journal.ts';
import type { openSendWindow } from './send-window.ts';
import type { WorkerPool } from './worker-pool.ts';

const BATCH = { most: 64, wait: 0, concurrency: 4 };

export interface StartsOptions {
  database: Database;
  workerPool: WorkerPool;
  /** If kept, proves after a crash what was not sent. */
  journal?: Journal;
  now: () => number;
  openWindow: typeof openSendWindow;
  failed: (what: string, error: unknown) => void;
}

const claimOf = ({ claim }: Delivery) => claim;

/** Begins attempts: records them, in the journal and then in MySQL, and hands them to the threads. */
export function createStarts(
  { database, workerPool, journal, now, openWindow, failed }: StartsOptions,
  writer: Writer,
  outcomes: Outcomes,
  forget: (delivery: Delivery) => void,
) {
  /**
   * Writes into the journal that attempts begin now, before MySQL records it: whatever is recorded as begun has its entry
   * there. The send window opens before the lease begins: a stall in between shortens the window, not the lease.
   */
  function note(claims: Claimed[]): number {
    const sendWindow = openWindow();
    const at = now();
    const records = journal?.begin(claims) ?? null;
    for (const [n, claim] of claims.entries())
      claim.begun = { at, sendWindow, record: records && records[n]! };
    return at;
  }

  const atOnce: Pick<AtOnce, 'begin' | 'giveBack'> = {
    async begin(state, claims) {
      const at = note(claims);
      return retried(() => beginWaiting(database, state, claims, at)).catch((error) => {
        // They may be recorded as begun, but have not been sent.
        atOnce.giveBack(claims);
        throw error;
      });
    },
    giveBack(claims) {
      for (const claim of claims) writer.release(claim);
    },
  };

  const record = async (claims: Claimed[]) => begin(database, claims, note(claims));

  /** Returns those that may be sent: the others are disabled, or another dispatcher took them over. */
  async function beginAll(batch: Delivery[]): Promise<Delivery[]> {
    if (batch.length === 0) return [];
    const claims = batch.map(claimOf);
    const { started, disabled } = await record(claims).catch(async (error) => {
      failed('begin', error);
      // They may be recorded as begun, but have not been sent.
      await writer.releaseAll(claims);
      return { started: [], disabled: [] };
    });
    const begun = new Set(started);
    const refused = new Set(disabled);
    for (const delivery of batch) {
      if (begun.has(delivery.claim)) continue;
      delivery.claim.begun = undefined;
      if (!refused.has(delivery.claim)) forget(delivery);
      else outcomes.end(delivery, { kind: 'refused', error: 'Not sent: the endpoint is disabled' });
    }
    return batch.filter(({ claim }) => begun.has(claim));
  }

  /** Hands attempts that have begun to a thread. */
  function send(batch: Delivery[]): void {
    if (batch.length === 0) return;
    for (const { claim } of batch) {
      const lag = claim.begun!.at - claim.createdAt.getTime();
      if (claim.attempt === 1) metrics.lag.observe(Math.max(0, lag) / 1000);
    }
    workerPool.send(batch, outcomes.report);
  }

  const batches = createBatcher<Delivery>(async (batch) => {
    send(batch.filter(({ claim }) => claim.begun));
    send(await beginAll(batch.filter(({ claim }) => !claim.begun)));
  }, BATCH);

  return {
    /** Begins an attempt if it has not begun, and sends it. */
    start: batches.add,
    /** Starts what was gathered now. */
    flush: batches.flush,
    most: BATCH.most,
    atOnce,
  };
}

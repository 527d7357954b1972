import type { Logger } from 'pino';
import { STATE, stateName } from '../../domain/delivery-states.ts';
import type { Database } from '../../stores/mysql/database.ts';
import { retried } from '../../stores/mysql/retry.ts';
import * as metrics from '../attempts.ts';
import type { WebhookIds } from '../ids.ts';
import { createBatcher } from './batcher.ts';
import { type AtOnce, type Begun, begin, beginWaiting, type Claimed } from './claim.ts';
import type { Job } from './deliver-task.ts';
import { type EndedAttempt, endOf, type FinalOutcome } from './ended.ts';
import { createEndpointQueue, type EndpointQueue, ROOM_AT_FIRST } from './endpoint-queue.ts';
import type { Endpoint } from './endpoints.ts';
import type { StoredEvent } from './events.ts';
import type { Journal } from './journal.ts';
import type { Standing } from './places.ts';
import { type openSendWindow, type SendWindow, steadyLeft } from './send-window.ts';
import type { WorkerPool } from './worker-pool.ts';
import { createWriter } from './writer.ts';

const STARTS_AT_ONCE = 64;
/** How long attempts under way may take to end when the outbox closes, in milliseconds. */
export const DRAIN = 12_000;

/** When attempts began, and until when they may be sent. */
interface Beginning {
  startedAt: number;
  sendWindow: SendWindow;
}

/** A delivery that this dispatcher has claimed and not let go. */
export interface Held extends Job {
  /** Set if it began when it was claimed. */
  beginning: Beginning | undefined;
  /** Frees its place in the queue of its endpoint. */
  leave: () => void;
}

export interface OutboxOptions {
  database: Database;
  ids: WebhookIds;
  workerPool: WorkerPool;
  /** If kept, proves after a crash what was not sent. */
  journal?: Journal;
  log: Logger;
  now: () => number;
  openWindow: typeof openSendWindow;
  failed: (what: string, error: unknown) => void;
  freed: () => void;
}

const claimOf = ({ claim }: Held) => claim;

const jobOf = ({ beginning: _, leave: __, ...job }: Held): Job => job;

/**
 * What a dispatcher holds: each claimed delivery waits in the queue of its endpoint, is recorded as begun right before it
 * is sent, and is finished with its outcome. Begins and finishes are written in batches.
 */
export function createOutbox(options: OutboxOptions) {
  const { database, ids, workerPool, journal, log, now, openWindow, failed, freed } = options;
  const queues = new Map<number, EndpointQueue>();
  const held = new Set<Held>();
  /** Those that have not begun, by delivery. */
  const waiting = new Map<number, Held>();
  const writer = createWriter(database, now, failed);
  let closed = false;

  function queueOf(endpoint: number): EndpointQueue {
    const queue = queues.get(endpoint) ?? createEndpointQueue();
    queues.set(endpoint, queue);
    return queue;
  }

  function letGo(delivery: Held): void {
    held.delete(delivery);
    delivery.leave();
    freed();
  }

  function note({ claim, endpoint, deliveryId }: Held, { state }: EndedAttempt): void {
    if (state === STATE.retrying) return;
    const outcome = stateName(state);
    metrics.deliveries.inc({ outcome });
    if (state === STATE.delivered) return;
    const about = { delivery: deliveryId, endpoint: endpoint.id, attempt: claim.attempt };
    // At debug level: the receiver is at fault, and operators see it in the metrics.
    log.debug({ ...about, outcome }, 'not delivered');
  }

  function end(delivery: Held, outcome: FinalOutcome, startedAt: number | null): void {
    // A delivery without an outcome when draining ends stays begun until its lease expires.
    if (closed) return;
    const { claim, event } = delivery;
    const byHand = event.isTest || claim.requeued;
    const ended = endOf({ claim, byHand, outcome, startedAt, endedAt: now() }, Math.random());
    metrics.attempts.inc({ outcome: outcome.kind });
    note(delivery, ended);
    writer.finish(ended);
    letGo(delivery);
  }

  function giveBack(delivery: Held): void {
    if (closed) return;
    metrics.attempts.inc({ outcome: 'unsent' });
    writer.release(delivery.claim);
    letGo(delivery);
  }

  /** For an attempt whose thread ended: if it is not marked when its send window has ended, it was never sent. */
  function investigate(delivery: Held, sendWindow: SendWindow, startedAt: number): void {
    const { claim, record } = delivery;
    const provable = record !== null && journal !== undefined;
    const left = provable ? steadyLeft(sendWindow) : 0;
    if (left > 0) setTimeout(() => investigate(delivery, sendWindow, startedAt), left);
    else if (provable && !journal.mayHaveLeft(record, claim)) giveBack(delivery);
    else
      end(
        delivery,
        { kind: 'unknown', error: 'response: the sending thread reported no outcome' },
        startedAt,
      );
  }

  /** Those that have begun and are not in a queue yet. */
  const begunClaims = new WeakMap<Claimed, Pick<Held, 'record' | 'beginning'>>();

  /** For deliveries that nothing waits before: one commit claims and begins them. The journal comes first here, too. */
  const atOnce: AtOnce = {
    fits(counts) {
      let all = 0;
      for (const [endpoint, count] of counts) {
        all += count;
        if (count > queueOf(endpoint).free()) return false;
      }
      return all <= STARTS_AT_ONCE;
    },
    async begin(state, claims) {
      const beginning = { sendWindow: openWindow(), startedAt: now() };
      const records = journal?.begin(claims) ?? null;
      const recorded = retried(() => beginWaiting(database, state, claims, beginning.startedAt));
      const started = await recorded.catch((error) => {
        // They may be recorded as begun, but have not been sent.
        atOnce.giveBack(claims);
        throw error;
      });
      for (const [n, claim] of claims.entries())
        begunClaims.set(claim, { beginning, record: records && records[n]! });
      return started;
    },
    giveBack(claims) {
      for (const claim of claims) writer.release(claim);
    },
  };

  /** The journal comes first, so that whatever is recorded as begun has its entry there. */
  async function beginning(batch: Held[], startedAt: number): Promise<Begun> {
    const claims = batch.map(claimOf);
    const records = journal?.begin(claims) ?? null;
    for (const [n, delivery] of batch.entries()) delivery.record = records && records[n]!;
    return begin(database, claims, startedAt);
  }

  /** Returns those that may be sent: the others are disabled, or another dispatcher took them over. */
  async function beginAll(batch: Held[], startedAt: number): Promise<Held[]> {
    const claims = batch.map(claimOf);
    const { started, disabled } = await beginning(batch, startedAt).catch(async (error) => {
      failed('begin', error);
      // They may be recorded as begun, but have not been sent.
      await writer.releaseAll(claims);
      return { started: [], disabled: [] };
    });
    const begun = new Set(started);
    const refused = new Set(disabled);
    for (const delivery of batch) {
      if (begun.has(delivery.claim)) continue;
      if (!refused.has(delivery.claim)) letGo(delivery);
      else end(delivery, { kind: 'refused', error: 'Not sent: the endpoint is disabled' }, null);
    }
    return batch.filter(({ claim }) => begun.has(claim));
  }

  function send(begun: Map<number, Held>, { startedAt, sendWindow }: Beginning): void {
    if (begun.size === 0) return;
    for (const { claim } of begun.values()) {
      if (claim.attempt === 1) metrics.lag.observe(Math.max(0, startedAt - claim.createdAt.getTime()) / 1000);
    }
    const jobs = [...begun.values()].map(jobOf);
    workerPool.send(jobs, sendWindow, (job, outcome) => {
      const delivery = begun.get(job.claim.id)!;
      const queue = queueOf(delivery.claim.endpoint);
      if (outcome.kind === 'answered') queue.answered();
      else queue.unanswered();
      if (outcome.kind === 'lost') investigate(delivery, sendWindow, startedAt);
      else if (outcome.kind === 'unsent') giveBack(delivery);
      else end(delivery, outcome, startedAt);
    });
  }

  const byId = (batch: Held[]) => new Map(batch.map((delivery) => [delivery.claim.id, delivery]));

  const starts = createBatcher<Held>(
    async (claimed) => {
      const ready = claimed.filter(({ beginning }) => beginning !== undefined);
      for (const [beginning, some] of Map.groupBy(ready, (delivery) => delivery.beginning!))
        send(byId(some), beginning);
      const batch = claimed.filter(({ beginning }) => beginning === undefined);
      if (batch.length === 0) return;
      // Taken before the lease begins: a stall in between shortens the send window, not the lease.
      const sendWindow = openWindow();
      const startedAt = now();
      send(byId(await beginAll(batch, startedAt)), { startedAt, sendWindow });
    },
    { most: STARTS_AT_ONCE, wait: 0, concurrency: 4 },
  );

  return {
    take(claim: Claimed, endpoint: Endpoint, event: StoredEvent): void {
      const begun = begunClaims.get(claim) ?? { record: null, beginning: undefined };
      const before = waiting.get(claim.id);
      if (before) {
        // It is still in its queue from a claim that ran out.
        Object.assign(before.claim, claim);
        Object.assign(before, begun);
        return;
      }
      const deliveryId = ids.deliveryId(claim.id);
      const delivery: Held = { claim, endpoint, event, deliveryId, ...begun, leave: () => {} };
      held.add(delivery);
      waiting.set(claim.id, delivery);
      queueOf(claim.endpoint).add(
        () =>
          new Promise<void>((leave) => {
            delivery.leave = leave;
            waiting.delete(claim.id);
            starts.add(delivery);
          }),
      );
    },
    atOnce,
    held: held as ReadonlySet<Held>,
    room: (endpoint: number): number => queues.get(endpoint)?.room() ?? ROOM_AT_FIRST,
    standing: (endpoint: number): Standing => queues.get(endpoint)?.standing() ?? 'new',
    /** Call it after a claim that took the endpoint's answers into account. */
    counted: (endpoint: number): void => queues.get(endpoint)?.counted(),
    forgetQuiet(): void {
      for (const [endpoint, queue] of queues) if (queue.held() === 0) queues.delete(endpoint);
    },
    async close(): Promise<void> {
      const unbegun = [...waiting.values()];
      waiting.clear();
      for (const queue of queues.values()) queue.clear();
      for (const delivery of unbegun) held.delete(delivery);
      const releasing = writer.releaseAll(unbegun.map(claimOf));
      const deadline = Date.now() + DRAIN;
      while (held.size > 0 && Date.now() < deadline) await new Promise((again) => setTimeout(again, 20));
      closed = true;
      await Promise.all([releasing, writer.close()]);
    },
  };
}

import type { Logger } from 'pino';
import { STATE, stateName } from '../../domain/delivery-states.ts';
import type { Database } from '../../stores/mysql/database.ts';
import { retried } from '../../stores/mysql/retry.ts';
import * as metrics from '../attempts.ts';
import type { WebhookIds } from '../ids.ts';
import { createBatcher } from './batcher.ts';
import { type AtOnce, type Begun, begin, beginWaiting, type Claimed, release } from './claim.ts';
import { type EndedAttempt, endOf, type FinalOutcome } from './ended.ts';
import { createEndpointQueue, type EndpointQueue, ROOM_AT_FIRST } from './endpoint-queue.ts';
import type { Endpoint } from './endpoints.ts';
import type { StoredEvent } from './events.ts';
import { finish } from './finish.ts';
import type { Journal } from './journal.ts';
import type { Job } from './outcome.ts';
import type { Standing } from './places.ts';
import { type openSendWindow, type SendWindow, steadyLeft } from './send-window.ts';
import type { WorkerPool } from './worker-pool.ts';

const STARTS_AT_ONCE = 64;
const FINISHES_AT_ONCE = 256;
const FINISH_WAIT = 15;
/** How long attempts under way may take to end when the outbox closes, in milliseconds. */
export const DRAIN = 12_000;
/** How long a closing outbox tries to write outcomes to a database that is down, in milliseconds. */
export const LAST_WORDS = 3_000;
const PAUSE = 500;

/** When attempts began, and until when they may be sent. */
interface Beginning {
  startedAt: number;
  sendWindow: SendWindow;
}

export interface Held {
  claim: Claimed;
  endpoint: Endpoint;
  event: StoredEvent;
  /** Its record in the journal, once it begins. */
  record: number | null;
  /** Set if it began when it was claimed. */
  beginning: Beginning | undefined;
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

const jobOf = (ids: WebhookIds, { claim, endpoint, event, record }: Held): Job => ({
  id: claim.id,
  deliveryId: ids.deliveryId(claim.id),
  account: endpoint.account,
  url: endpoint.url,
  secret: endpoint.secret,
  event: event.body,
  eventId: event.eventId,
  eventType: event.eventType,
  attempt: claim.attempt,
  record,
  parcelScoped: endpoint.parcelScoped,
  canonicalId: event.canonicalId,
  matchBasis: event.matchBasis,
});

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
  let closed = false;
  let outOfTime = false;

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

  /** Repeats until it succeeds, or until the closing outbox is out of time. */
  async function persistently(what: string, work: () => Promise<void>): Promise<void> {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        failed(what, error);
        if (outOfTime) return;
        await new Promise((again) => setTimeout(again, PAUSE));
      }
    }
  }

  const finishes = createBatcher<EndedAttempt>(
    (ended) => persistently('finish', () => finish(database, ended)),
    {
      most: FINISHES_AT_ONCE,
      wait: FINISH_WAIT,
      concurrency: 1,
    },
  );

  const releases = createBatcher<Claimed>(
    (claims) =>
      persistently('release', async () => void (await retried(() => release(database, claims, now())))),
    { most: FINISHES_AT_ONCE, wait: FINISH_WAIT, concurrency: 1 },
  );

  function note({ claim, endpoint }: Held, { outcome, result }: EndedAttempt): void {
    metrics.attempts.inc({ outcome: outcome.kind });
    if (result.state === STATE.retrying) return;
    const left = stateName(result.state);
    metrics.deliveries.inc({ outcome: left });
    if (result.state === STATE.delivered) return;
    const about = { delivery: ids.deliveryId(claim.id), endpoint: endpoint.id, attempt: claim.attempt };
    // At debug level: the receiver is at fault, and operators see it in the metrics.
    log.debug({ ...about, outcome: left }, 'not delivered');
  }

  function end(delivery: Held, outcome: FinalOutcome, startedAt: number | null): void {
    // A delivery without an outcome when draining ends stays begun until its lease expires.
    if (closed) return;
    const { claim, event } = delivery;
    const byHand = event.isTest || claim.requeued;
    const ended = endOf({ claim, byHand, outcome, startedAt, endedAt: now() }, Math.random());
    note(delivery, ended);
    finishes.add(ended);
    letGo(delivery);
  }

  function giveBack(delivery: Held): void {
    if (closed) return;
    metrics.attempts.inc({ outcome: 'unsent' });
    releases.add(delivery.claim);
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
        for (const claim of claims) releases.add(claim);
        throw error;
      });
      for (const [n, claim] of claims.entries())
        begunClaims.set(claim, { beginning, record: records && records[n]! });
      return started;
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
      await persistently('release', async () => void (await retried(() => release(database, claims, now()))));
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
    const jobs = [...begun.values()].map((delivery) => jobOf(ids, delivery));
    workerPool.send(jobs, sendWindow, (job, outcome) => {
      const delivery = begun.get(job.id)!;
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
      const delivery: Held = { claim, endpoint, event, ...begun, leave: () => {} };
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
      const claims = unbegun.map(claimOf);
      const releasing = persistently(
        'release',
        async () => void (await retried(() => release(database, claims, now()))),
      );
      const deadline = Date.now() + DRAIN;
      while (held.size > 0 && Date.now() < deadline) await new Promise((again) => setTimeout(again, 20));
      closed = true;
      // What cannot be written now gets an unknown outcome when its lease ends.
      setTimeout(() => {
        outOfTime = true;
      }, LAST_WORDS).unref();
      await Promise.all([releasing, finishes.idle(), releases.idle()]);
    },
  };
}

import type { Logger } from 'pino';
import type { WebhookIds } from '../ids.ts';
import type { Claimed } from './claim.ts';
import type { Delivery } from './deliver-task.ts';
import type { StoredEvent } from './due.ts';
import { createOutcomes } from './ended.ts';
import { createEndpointQueue, type EndpointQueue, INITIAL_CAPACITY } from './endpoint-queue.ts';
import type { Endpoint } from './endpoints.ts';
import { createWriter } from './finish.ts';
import type { Responsiveness } from './slots.ts';
import { createStarts, type StartsOptions } from './starts.ts';

/** How long attempts under way may take to end when the outbox closes, in milliseconds. */
export const DRAIN = 12_000;

export interface OutboxOptions extends StartsOptions {
  ids: WebhookIds;
  log: Logger;
  /** Called when a delivery has left the outbox. */
  freed: () => void;
}

/**
 * What a dispatcher holds: each claimed delivery waits in the queue of its endpoint, is recorded as begun right before it
 * is sent (`starts.ts`), and is finished with its outcome (`ended.ts`).
 */
export function createOutbox({ ids, log, freed, ...options }: OutboxOptions) {
  const queues = new Map<number, EndpointQueue>();
  const deliveries = new Set<Delivery>();
  /** Those that wait in a queue, by delivery. */
  const queued = new Map<number, Delivery>();
  const writer = createWriter(options.database, options.now, options.failed);
  const outcomes = createOutcomes({ ...options, writer, log, forget });
  const starts = createStarts(options, writer, outcomes, forget);

  function queueOf(endpoint: number): EndpointQueue {
    const queue = queues.get(endpoint) ?? createEndpointQueue();
    queues.set(endpoint, queue);
    return queue;
  }

  function forget(delivery: Delivery): void {
    deliveries.delete(delivery);
    delivery.freeSlot();
    freed();
  }

  function put(claim: Claimed, endpoint: Endpoint, event: StoredEvent): void {
    const before = queued.get(claim.id);
    if (before) {
      // It is still in its queue from a claim that ran out.
      before.claim = claim;
      return;
    }
    const queue = queueOf(claim.endpoint);
    const deliveryId = ids.deliveryId(claim.id);
    const delivery: Delivery = { claim, endpoint, event, deliveryId, queue, freeSlot: () => {} };
    deliveries.add(delivery);
    queued.set(claim.id, delivery);
    queue.add(
      () =>
        new Promise<void>((freeSlot) => {
          delivery.freeSlot = freeSlot;
          queued.delete(claim.id);
          starts.start(delivery);
        }),
    );
  }

  return {
    /** Takes what was claimed. Returns what cannot be sent: its endpoint or event is not among these. */
    take(claims: Claimed[], endpoints: Map<number, Endpoint>, events: Map<number, StoredEvent>): Claimed[] {
      const unsendable = claims.filter((claim) => {
        const endpoint = endpoints.get(claim.endpoint);
        const event = events.get(claim.event);
        if (endpoint && event) put(claim, endpoint, event);
        return !endpoint || !event;
      });
      starts.flush();
      return unsendable;
    },
    atOnce: {
      ...starts.atOnce,
      fits(counts: Map<number, number>): boolean {
        let all = 0;
        for (const [endpoint, count] of counts) {
          all += count;
          if (count > queueOf(endpoint).free()) return false;
        }
        return all <= starts.most;
      },
    },
    deliveries: deliveries as ReadonlySet<Delivery>,
    capacity: (endpoint: number): number => queues.get(endpoint)?.capacity() ?? INITIAL_CAPACITY,
    responsiveness: (endpoint: number): Responsiveness => queues.get(endpoint)?.responsiveness() ?? 'new',
    /** See `createEndpointQueue`. */
    resetAnswered: (endpoint: number): void => queues.get(endpoint)?.resetAnswered(),
    forgetQuiet(): void {
      for (const [endpoint, queue] of queues) if (queue.size() === 0) queues.delete(endpoint);
    },
    async close(): Promise<void> {
      const unbegun = [...queued.values()];
      queued.clear();
      for (const queue of queues.values()) queue.clear();
      for (const delivery of unbegun) deliveries.delete(delivery);
      const releasing = writer.releaseAll(unbegun.map(({ claim }) => claim));
      const deadline = Date.now() + DRAIN;
      while (deliveries.size > 0 && Date.now() < deadline)
        await new Promise((again) => setTimeout(again, 20));
      outcomes.close();
      await Promise.all([releasing, writer.close()]);
    },
  };
}
export type Outbox = ReturnType<typeof createOutbox>;

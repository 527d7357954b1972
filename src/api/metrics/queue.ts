import { Gauge, Registry } from 'prom-client';
import { STATE, type State } from '../../domain/delivery-states.ts';
import type { Executor } from '../../stores/mysql/database.ts';
import { count, inArray, min } from '../../stores/mysql/drizzle.ts';
import { webhookDeliveries } from '../../stores/mysql/schema.ts';
import type { Part } from './render.ts';

const WAITING = [STATE.pending, STATE.retrying];
const SHOWN = { pending: WAITING, in_flight: [STATE.claimed, STATE.sending], unknown: [STATE.unknown] };

type Open = Map<State, { deliveries: number; oldest: Date | null }>;

/** Deliveries that are not final, by state. Final ones may be many, and are not counted. */
export async function countOpen(executor: Executor): Promise<Open> {
  const rows = await executor
    .select({
      state: webhookDeliveries.state,
      deliveries: count(),
      oldest: min(webhookDeliveries.dueAt),
    })
    .from(webhookDeliveries)
    .where(inArray(webhookDeliveries.state, Object.values(SHOWN).flat()))
    .groupBy(webhookDeliveries.state);
  return new Map(rows.map(({ state, ...counted }) => [state, counted]));
}

/** How long the most overdue delivery has waited, in seconds; 0 when none is due. */
export function oldestDue(open: Open, now: number): number {
  const due = WAITING.map((state) => open.get(state)?.oldest?.getTime() ?? Number.POSITIVE_INFINITY);
  return Math.max(0, (now - Math.min(...due)) / 1000);
}

/** The webhook queue, as MySQL has it when the metrics are read: the same from every process. */
export function queuePart(executor: Executor, now: () => number = Date.now): Part {
  const registry = new Registry();
  // All gauges are collected at once, so they share the counts of one statement.
  let counting: ReturnType<typeof countOpen> | null = null;
  function counted() {
    counting ??= countOpen(executor).finally(() => {
      counting = null;
    });
    return counting;
  }

  new Gauge({
    name: 'terrier_webhook_queue_deliveries',
    help: 'Deliveries that wait, are being sent, or have an unknown outcome',
    labelNames: ['state'] as const,
    registers: [registry],
    async collect() {
      const counts = await counted();
      for (const [name, states] of Object.entries(SHOWN)) {
        this.set(
          { state: name },
          states.reduce<number>((sum, state) => sum + (counts.get(state)?.deliveries ?? 0), 0),
        );
      }
    },
  });
  new Gauge({
    name: 'terrier_webhook_oldest_due_seconds',
    help: 'How long the delivery that is longest due has waited',
    registers: [registry],
    async collect() {
      this.set(oldestDue(await counted(), now()));
    },
  });
  return { name: 'webhook_queue', registry };
}

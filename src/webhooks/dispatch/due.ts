import type { RowDataPacket } from 'mysql2/promise';
import type { STATE } from '../../domain/delivery-states.ts';
import type { Database } from '../../stores/mysql/database.ts';
import { eq, min } from '../../stores/mysql/drizzle.ts';
import { webhookDeliveries } from '../../stores/mysql/schema.ts';

/** Queues of fewer deliveries are read whole. */
const SHORT = 64;
/** Endpoints whose deliveries are read by one statement. */
const BRANCHES = 64;

export type WaitingState = typeof STATE.pending | typeof STATE.retrying;

/** A delivery that waits, as it was read: another dispatcher may claim it. */
export interface Waiting {
  id: number;
  endpoint: number;
  event: number;
  /** The number of the next attempt. */
  attempt: number;
  attemptsBefore: number;
  /** Whether it was queued again by hand. */
  requeued: boolean;
  createdAt: Date;
  /** Epoch milliseconds. */
  due: number;
}

/** What waits in a state. */
export interface Queue {
  /** When the first delivery of each endpoint is due, epoch milliseconds. */
  firstDue: Map<number, number>;
  /** All that were due, the first due first, and their events; undefined if more wait than can be read at once. */
  whole?: { deliveries: Waiting[]; events: Map<number, StoredEvent> };
}

const COLUMNS =
  'd.id, d.endpoint_id, d.event_id, d.attempt, d.attempts_before, d.requeued, d.created_at, d.due_at';
const DELIVERIES = 'webhook_deliveries d FORCE INDEX (webhook_deliveries_queue)';

const toWaiting = (row: RowDataPacket): Waiting => ({
  id: Number(row.id),
  endpoint: Number(row.endpoint_id),
  event: Number(row.event_id),
  attempt: Number(row.attempt) + 1,
  attemptsBefore: Number(row.attempts_before),
  requeued: Boolean(row.requeued),
  createdAt: row.created_at as Date,
  // A waiting delivery always has a due time.
  due: (row.due_at as Date).getTime(),
});

/** Reads a short queue in one round trip; of a longer one, when each endpoint is due, with a loose index scan. */
export async function readQueue(database: Database, state: WaitingState, now: number): Promise<Queue> {
  const [rows] = await database.$client.query<RowDataPacket[]>(
    `SELECT ${COLUMNS}, ${EVENT_COLUMNS} FROM ${DELIVERIES}
     LEFT JOIN webhook_events e ON e.id = d.event_id AND d.due_at <= ? WHERE d.state = ? LIMIT ?`,
    [new Date(now), state, SHORT],
  );
  if (rows.length === SHORT) return { firstDue: await readFirstDue(database, state) };
  const waiting = rows.map(toWaiting).sort((a, b) => a.due - b.due);
  const firstDue = new Map<number, number>();
  for (const { endpoint, due } of waiting) if (!firstDue.has(endpoint)) firstDue.set(endpoint, due);
  const found = rows.filter(({ public_id }) => public_id !== null);
  const events = new Map(found.map((row) => [Number(row.event_id), toEvent(row)]));
  return { firstDue, whole: { deliveries: waiting.filter(({ due }) => due <= now), events } };
}

async function readFirstDue(database: Database, state: WaitingState): Promise<Map<number, number>> {
  const rows = await database
    .select({ endpoint: webhookDeliveries.endpointId, due: min(webhookDeliveries.dueAt) })
    .from(webhookDeliveries)
    .where(eq(webhookDeliveries.state, state))
    .groupBy(webhookDeliveries.endpointId);
  return new Map(rows.map(({ endpoint, due }) => [endpoint, due!.getTime()]));
}

/** The deliveries of some endpoints that are due `now` (epoch milliseconds), the first due first, as many of each as wanted. */
export async function readDue(
  database: Database,
  state: WaitingState,
  wanted: Map<number, number>,
  now: number,
): Promise<Waiting[]> {
  const due: Waiting[] = [];
  const all = [...wanted];
  const branch = `(SELECT ${COLUMNS} FROM ${DELIVERIES} WHERE state = ? AND endpoint_id = ? AND due_at <= ? ORDER BY due_at LIMIT ?)`;
  for (let from = 0; from < all.length; from += BRANCHES) {
    const some = all.slice(from, from + BRANCHES);
    // Raw SQL: the query builder would render each branch again.
    const [rows] = await database.$client.query<RowDataPacket[]>(
      some.map(() => branch).join(' UNION ALL '),
      some.flatMap(([endpoint, count]) => [state, endpoint, new Date(now), count]),
    );
    due.push(...rows.map(toWaiting));
  }
  return due;
}

/** Like `readDue`, of a queue that was read whole. */
export function dueIn(deliveries: Waiting[], wanted: Map<number, number>): Waiting[] {
  const counts = new Map<number, number>();
  return deliveries.filter(({ endpoint }) => {
    const count = counts.get(endpoint) ?? 0;
    counts.set(endpoint, count + 1);
    return count < (wanted.get(endpoint) ?? 0);
  });
}

export interface StoredEvent {
  eventId: string;
  eventType: string;
  /** The payload as JSON, without what differs between endpoints and attempts. */
  body: string;
  canonical_id: string | null;
  match_basis: string | null;
  isTest: boolean;
}

/** What `toEvent` reads, of `webhook_events e`. */
export const EVENT_COLUMNS =
  'e.event_id AS public_id, e.event_type, e.body, CONVERT(e.canonical_id USING utf8mb4) AS canonical_id, e.match_basis, e.is_test';

export const toEvent = (row: RowDataPacket): StoredEvent => ({
  eventId: row.public_id,
  eventType: row.event_type,
  body: row.body,
  canonical_id: row.canonical_id,
  match_basis: row.match_basis,
  isTest: Boolean(row.is_test),
});

export async function readEvents(
  database: Database,
  numbers: Iterable<number>,
): Promise<Map<number, StoredEvent>> {
  // Raw SQL: every delivery reads its event, and Drizzle takes longer to read a row than MySQL's driver does.
  const [rows] = await database.$client.query<RowDataPacket[]>(
    `SELECT e.id, ${EVENT_COLUMNS} FROM webhook_events e WHERE e.id IN (?)`,
    [[...new Set(numbers)]],
  );
  return new Map(rows.map((row) => [Number(row.id), toEvent(row)]));
}

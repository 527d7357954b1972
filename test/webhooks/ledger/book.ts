import { readFileSync } from 'node:fs';
import type { RowDataPacket } from 'mysql2/promise';
import type { Database } from '../../../src/stores/mysql/database.ts';
import type { WebhookIds } from '../../../src/webhooks/ids.ts';
import type { Line } from './receiver.ts';
import { type Expected, nameOf, type Watch } from './records.ts';

/** All of these are killed, except for a stall: a dispatcher is suspended for longer than its leases last, then goes on. */
export const FAULTS = ['dispatcher', 'thread', 'ingest', 'mysql', 'receiver', 'stall'] as const;
export type FaultKind = (typeof FAULTS)[number];

/** Something that was killed, when it was back, and for receivers which one. `clock`: a clock that was an hour wrong. */
export interface Fault {
  kind: FaultKind | 'clock';
  at: number;
  until: number;
  receiver?: number;
}

/** An order to send deliveries again, given by an operator between two times. */
export interface Resending {
  ids: Set<string>;
  from: number;
  to: number;
}

/** An endpoint as the service knows it, and its receiver. */
export interface Endpoint {
  id: string;
  watch: Watch;
  path: string;
  receiver: number;
}

/** Everything that is known at the end. */
export interface Book {
  ids: WebhookIds;
  expected: Expected[];
  endpoints: Endpoint[];
  logs: string[];
  faults: Fault[];
  resendings: Resending[];
  /** Ids of endpoints that are checked elsewhere. */
  apart?: string[];
}

export interface Delivery {
  id: string;
  endpoint: string;
  /** The event's name in the records that it comes from. */
  name: string;
  event: string;
  state: number;
  attempt: number;
  attemptsBefore: number;
  lastAttempt: number;
  error: string;
}

export const readLines = (log: string): Line[] =>
  readFileSync(log, 'utf8')
    .split('\n')
    // The last line of a receiver that was killed while writing it does not count: nothing was answered.
    .flatMap((text) => (text.endsWith('}') ? [JSON.parse(text) as Line] : []));

export async function readDeliveries(database: Database, { deliveryId }: WebhookIds): Promise<Delivery[]> {
  const [rows] = await database.$client.query<RowDataPacket[]>(
    `SELECT d.id, d.state, d.attempt, d.attempts_before, d.last_attempt_at, d.last_error, e.public_id, v.event_id, v.body
     FROM webhook_deliveries d JOIN webhook_endpoints e ON e.id = d.endpoint_id JOIN webhook_events v ON v.id = d.event_id`,
  );
  return rows.map((row) => ({
    id: deliveryId(row.id),
    endpoint: row.public_id,
    name: nameOf(JSON.parse(row.body)),
    event: row.event_id,
    state: row.state,
    attempt: row.attempt,
    attemptsBefore: row.attempts_before,
    lastAttempt: row.last_attempt_at?.getTime() ?? 0,
    error: row.last_error ?? '',
  }));
}

/** The recorded answers to attempts, by delivery and attempt number. */
export async function readAttempts(
  database: Database,
  { deliveryId }: WebhookIds,
): Promise<Map<string, Map<number, number | null>>> {
  const [rows] = await database.$client.query<RowDataPacket[]>(
    'SELECT delivery_id, attempt, response_status FROM webhook_attempts',
  );
  const found = new Map<string, Map<number, number | null>>();
  for (const { delivery_id, attempt, response_status } of rows) {
    const id = deliveryId(delivery_id);
    const of = found.get(id) ?? new Map();
    found.set(id, of.set(attempt, response_status));
  }
  return found;
}

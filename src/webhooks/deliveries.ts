import type { SQL } from 'drizzle-orm';
import type { Static } from 'typebox';
import {
  type Settlement,
  type Settler,
  STATE,
  type Status,
  statesOf,
  statusOf,
} from '../domain/delivery-states.ts';
import { payload } from '../domain/event-payload.ts';
import type { WebhookDelivery } from '../records/schemas/delivery.ts';
import type { Executor } from '../stores/mysql/database.ts';
import { and, desc, eq, gte, inArray, lt, sql } from '../stores/mysql/drizzle.ts';
import {
  webhookAttempts,
  webhookDeliveries,
  webhookEndpoints,
  webhookEvents,
} from '../stores/mysql/schema.ts';
import { deliveryHeaders } from './delivery-headers.ts';
import type { WebhookIds } from './ids.ts';

export type DeliveryRecord = Static<typeof WebhookDelivery>;
type AttemptRecord = DeliveryRecord['attempts'][number];

/** Shown in place of every endpoint's response body. */
export const NOT_PERSISTED = 'Response bodies are not persisted.';

const iso = (time: Date | null): string | null => time?.toISOString() ?? null;
const waits = (state: number) =>
  state === STATE.pending || state === STATE.retrying || state === STATE.claimed;

const select = (executor: Executor, limit: number, condition: SQL | undefined) =>
  executor
    .select({
      delivery: webhookDeliveries,
      endpoint: { id: webhookEndpoints.publicId, filterKind: webhookEndpoints.filterKind },
      event: {
        id: webhookEvents.eventId,
        type: webhookEvents.eventType,
        canonicalId: webhookEvents.canonicalId,
        matchBasis: webhookEvents.matchBasis,
      },
    })
    .from(webhookDeliveries)
    .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, webhookDeliveries.endpointId))
    .innerJoin(webhookEvents, eq(webhookEvents.id, webhookDeliveries.eventId))
    .where(condition)
    .orderBy(desc(webhookDeliveries.id))
    .limit(limit);
type DeliveryRow = Awaited<ReturnType<typeof select>>[number];

/** Whether the payload names the parcel that matched. */
const isParcelScoped = ({ filterKind }: { filterKind: string }) => filterKind === 'parcel_ids';

/** The casts are safe: nothing else is stored. */
const settledOf = ({ settledAs, settledBy, settledAt }: DeliveryRow['delivery']) =>
  settledAt && { as: settledAs as Settlement, by: settledBy as Settler, at: settledAt.toISOString() };

function toRecord(
  ids: WebhookIds,
  { delivery, endpoint, event }: DeliveryRow,
  attempts: AttemptRecord[],
): DeliveryRecord {
  return {
    id: ids.deliveryId(delivery.id),
    endpoint_id: endpoint.id,
    event_id: event.id,
    event_type: event.type as DeliveryRecord['event_type'],
    canonical_id: isParcelScoped(endpoint) ? event.canonicalId : null,
    status: statusOf(delivery.state),
    attempt: delivery.attempt,
    created_at: delivery.createdAt.toISOString(),
    next_attempt_at: waits(delivery.state) ? iso(delivery.dueAt) : null,
    delivered_at: iso(delivery.deliveredAt),
    last_attempt_at: iso(delivery.lastAttemptAt),
    last_response_status: delivery.lastResponseStatus,
    last_response_body: delivery.lastResponseStatus === null ? null : NOT_PERSISTED,
    last_error: delivery.lastError,
    outcome_unknown: delivery.state === STATE.unknown,
    settled: settledOf(delivery),
    attempts,
  };
}

async function attemptsOf(executor: Executor, deliveries: number[]): Promise<Map<number, AttemptRecord[]>> {
  const attempts = new Map<number, AttemptRecord[]>();
  if (deliveries.length === 0) return attempts;
  const rows = await executor
    .select()
    .from(webhookAttempts)
    .where(inArray(webhookAttempts.deliveryId, deliveries))
    .orderBy(webhookAttempts.deliveryId, webhookAttempts.attempt);
  for (const { deliveryId: of, attempt, startedAt, durationMs, responseStatus, error } of rows) {
    const shown = {
      attempt,
      started_at: startedAt.toISOString(),
      duration_ms: durationMs,
      response_status: responseStatus,
      error,
    };
    attempts.set(of, [...(attempts.get(of) ?? []), shown]);
  }
  return attempts;
}

async function read<T>(
  executor: Executor,
  limit: number,
  condition: SQL | undefined,
  shown: (row: DeliveryRow, attempts: AttemptRecord[]) => T,
): Promise<T[]> {
  const rows = await select(executor, limit, condition);
  const attempts = await attemptsOf(
    executor,
    rows.map(({ delivery }) => delivery.id),
  );
  return rows.map((row) => shown(row, attempts.get(row.delivery.id) ?? []));
}

/** Chooses deliveries; all of these must fit. */
export interface Choice {
  /** `unknown`: only those whose outcome is unknown, which are shown as in flight though nobody is sending them. */
  status?: Status | 'unknown';
  /** An endpoint's public id. */
  endpoint?: string;
  event_type?: string;
  canonical_id?: string;
  /** Queued from then on; ISO 8601. */
  since?: string;
  /** Queued before then. */
  until?: string;
  /** Their numbers. */
  ids?: number[];
  /** How far the last attempt got: the first word of `last_error`. */
  phases?: string[];
}

/** The condition of a choice, on deliveries alone: subqueries match their events and endpoints. */
export function choiceOf(choice: Choice): SQL | undefined {
  const { status, endpoint, event_type, canonical_id, since, until, ids, phases } = choice;
  const events = and(
    event_type === undefined ? undefined : eq(webhookEvents.eventType, event_type),
    canonical_id === undefined ? undefined : eq(webhookEvents.canonicalId, canonical_id),
  );
  return and(
    status && inArray(webhookDeliveries.state, status === 'unknown' ? [STATE.unknown] : statesOf(status)),
    endpoint === undefined ? undefined : ofEndpoints(eq(webhookEndpoints.publicId, endpoint)),
    events &&
      sql`${webhookDeliveries.eventId} IN (SELECT ${webhookEvents.id} FROM ${webhookEvents} WHERE ${events})`,
    since === undefined ? undefined : gte(webhookDeliveries.createdAt, new Date(since)),
    until === undefined ? undefined : lt(webhookDeliveries.createdAt, new Date(until)),
    ids && inArray(webhookDeliveries.id, ids),
    phases && inArray(sql`SUBSTRING_INDEX(${webhookDeliveries.lastError}, ':', 1)`, phases),
  );
}

/** Deliveries of the endpoints that meet a condition. */
export const ofEndpoints = (condition: SQL): SQL =>
  sql`${webhookDeliveries.endpointId} IN (SELECT ${webhookEndpoints.id} FROM ${webhookEndpoints} WHERE ${condition})`;

interface Page {
  endpoint: number;
  limit: number;
  /** The number of a delivery: only lower ones are read. */
  before?: number;
  choice?: Choice;
}

/** Deliveries of an endpoint, newest first. */
export const deliveriesOf = (
  executor: Executor,
  ids: WebhookIds,
  { endpoint, limit, before, choice = {} }: Page,
): Promise<DeliveryRecord[]> =>
  read(
    executor,
    limit,
    and(
      eq(webhookDeliveries.endpointId, endpoint),
      before === undefined ? undefined : lt(webhookDeliveries.id, before),
      choiceOf(choice),
    ),
    (row, attempts) => toRecord(ids, row, attempts),
  );

/**
 * A delivery of an endpoint with its payload and headers, as last sent or as it will first be sent. Null when it has no
 * delivery with this number.
 */
export async function readDetail(executor: Executor, ids: WebhookIds, endpoint: number, number: number) {
  const chosen = and(eq(webhookDeliveries.id, number), eq(webhookDeliveries.endpointId, endpoint));
  const [found] = await read(executor, 1, chosen, (row, attempts) => ({
    row,
    record: toRecord(ids, row, attempts),
  }));
  if (!found) return null;
  const { delivery, event, endpoint: owner } = found.row;
  const [stored] = await executor
    .select({ body: webhookEvents.body })
    .from(webhookEvents)
    .where(eq(webhookEvents.id, delivery.eventId));
  const attempt = Math.max(1, delivery.attempt);
  const body = payload(stored!.body, {
    attempt,
    parcelScoped: isParcelScoped(owner),
    canonical_id: event.canonicalId,
    match_basis: event.matchBasis,
  });
  const about = {
    deliveryId: found.record.id,
    secret: '',
    eventId: event.id,
    eventType: event.type,
    attempt,
  };
  const {
    'x-terrier-signature': _,
    'webhook-signature': __,
    'webhook-timestamp': ___,
    ...headers
  } = deliveryHeaders(about, body, 0);
  return { ...found.record, payload: JSON.parse(body) as Record<string, unknown>, headers };
}

/** One delivery; null when no delivery has this number. */
export async function readDelivery(
  executor: Executor,
  ids: WebhookIds,
  number: number,
): Promise<DeliveryRecord | null> {
  const [record] = await read(executor, 1, eq(webhookDeliveries.id, number), (row, attempts) =>
    toRecord(ids, row, attempts),
  );
  return record ?? null;
}

/** The newest deliveries of all endpoints that a choice fits. */
export const listDeliveries = (
  executor: Executor,
  ids: WebhookIds,
  choice: Choice,
  limit: number,
): Promise<DeliveryRecord[]> =>
  read(executor, limit, choiceOf(choice), (row, attempts) => toRecord(ids, row, attempts));

/** The numbers that belong to no delivery. */
export async function missingDeliveries(executor: Executor, ids: number[]): Promise<number[]> {
  const rows = await executor
    .select({ id: webhookDeliveries.id })
    .from(webhookDeliveries)
    .where(inArray(webhookDeliveries.id, ids));
  const known = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => !known.has(id));
}

/** Whether an endpoint has this public id. */
export async function isEndpoint(executor: Executor, id: string): Promise<boolean> {
  const rows = await executor
    .select({ id: webhookEndpoints.id })
    .from(webhookEndpoints)
    .where(eq(webhookEndpoints.publicId, id));
  return rows.length > 0;
}

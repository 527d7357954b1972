import type { PoolConnection, RowDataPacket } from 'mysql2/promise';
import type { Static } from 'typebox';
import type { Tier, TierLimits } from '../accounts/tiers.ts';
import { STATE, type Status, statesOf, statusOf } from '../domain/delivery-states.ts';
import { type Database, inTransaction } from '../mysql/database.ts';
import type { WebhookDelivery } from '../schemas/webhook.ts';
import { allowances, spend } from './accounts.ts';
import { deliveryId } from './delivery-id.ts';

/** A delivery as the API and the command line show it. */
export type DeliveryRecord = Static<typeof WebhookDelivery>;
type AttemptRecord = DeliveryRecord['attempts'][number];
type Queryable = Pick<PoolConnection, 'query'>;

/** What stands in place of every body that an endpoint answers. */
export const NOT_PERSISTED = 'Response bodies are not persisted.';

const SELECT = `
  SELECT d.*, e.public_id, e.filter_kind, v.event_id AS event_hash, v.event_type,
    CONVERT(v.canonical_id USING utf8mb4) AS canonical_id
  FROM webhook_deliveries d JOIN webhook_endpoints e ON e.id = d.endpoint_id JOIN webhook_events v ON v.id = d.event_id`;

const iso = (time: Date | null): string | null => time?.toISOString() ?? null;
const waits = (state: number) =>
  state === STATE.pending || state === STATE.retrying || state === STATE.claimed;

function toRecord(row: RowDataPacket, attempts: AttemptRecord[]): DeliveryRecord {
  return {
    id: deliveryId(row.id),
    endpoint_id: row.public_id,
    event_id: row.event_hash,
    event_type: row.event_type,
    canonical_id: row.filter_kind === 'parcel_ids' ? row.canonical_id : null,
    status: statusOf(row.state),
    attempt: row.attempt,
    created_at: row.created_at.toISOString(),
    next_attempt_at: waits(row.state) ? iso(row.due_at) : null,
    delivered_at: iso(row.delivered_at),
    last_attempt_at: iso(row.last_attempt_at),
    last_response_status: row.last_response_status,
    last_response_body: row.last_response_status === null ? null : NOT_PERSISTED,
    last_error: row.last_error,
    attempts,
  };
}

async function attemptsOf(
  connection: Queryable,
  deliveries: unknown[],
): Promise<Map<number, AttemptRecord[]>> {
  const found = new Map<number, AttemptRecord[]>();
  if (deliveries.length === 0) return found;
  const [rows] = await connection.query<RowDataPacket[]>(
    'SELECT * FROM webhook_attempts WHERE delivery_id IN (?) ORDER BY delivery_id, attempt',
    [deliveries],
  );
  for (const row of rows) {
    const attempt = {
      attempt: row.attempt,
      started_at: row.started_at.toISOString(),
      duration_ms: row.duration_ms,
      response_status: row.response_status,
      error: row.error,
    };
    const of = Number(row.delivery_id);
    found.set(of, [...(found.get(of) ?? []), attempt]);
  }
  return found;
}

async function read<T>(
  connection: Queryable,
  condition: string,
  values: unknown[],
  limit: number,
  shown: (row: RowDataPacket, attempts: AttemptRecord[]) => T,
): Promise<T[]> {
  const [rows] = await connection.query<RowDataPacket[]>(
    `${SELECT} WHERE ${condition} ORDER BY d.id DESC LIMIT ?`,
    [...values, limit],
  );
  const attempts = await attemptsOf(
    connection,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => shown(row, attempts.get(Number(row.id)) ?? []));
}

/** The newest deliveries of an endpoint. */
export const deliveriesOf = (
  database: Database,
  endpoint: number,
  limit: number,
): Promise<DeliveryRecord[]> =>
  read(database.$client as Queryable, 'd.endpoint_id = ?', [endpoint], limit, toRecord);

/** One delivery, or null when there is no such one; in a transaction as it sees it. */
export async function readDelivery(connection: Queryable, number: number): Promise<DeliveryRecord | null> {
  const [found] = await read(connection, 'd.id = ?', [number], 1, toRecord);
  return found ?? null;
}

/** What operators choose deliveries by. */
export interface DeliveryFilter {
  status?: Status;
  /** Only those whose outcome is unknown: in flight with nobody sending them. */
  unknown?: boolean;
  /** Public id of an endpoint. */
  endpoint?: string;
  since?: Date;
  ids?: number[];
  /** How far the last attempt came: the first word of `last_error`. */
  phases?: string[];
}

function conditionOf({ status, unknown, endpoint, since, ids, phases }: DeliveryFilter): [string, unknown[]] {
  const parts: [string, unknown[]][] = [['TRUE', []]];
  if (unknown) parts.push([`d.state = ${STATE.unknown}`, []]);
  else if (status) parts.push(['d.state IN (?)', [statesOf(status)]]);
  if (endpoint !== undefined) parts.push(['e.public_id = ?', [endpoint]]);
  if (since) parts.push(['d.created_at >= ?', [since]]);
  if (ids) parts.push(['d.id IN (?)', [ids.length > 0 ? ids : [0]]]);
  if (phases) parts.push(["SUBSTRING_INDEX(d.last_error, ':', 1) IN (?)", [phases]]);
  return [parts.map(([sql]) => sql).join(' AND '), parts.flatMap(([, values]) => values)];
}

/** A delivery as operators see it: of those in flight, some are being sent, and of some the outcome is unknown. */
export type OperatorsRecord = DeliveryRecord & { outcome_unknown: boolean };

/** The newest deliveries of all endpoints that a filter chooses. */
export function listDeliveries(
  database: Database,
  filter: DeliveryFilter,
  limit: number,
): Promise<OperatorsRecord[]> {
  const [condition, values] = conditionOf(filter);
  return read(database.$client as Queryable, condition, values, limit, (row, attempts) => ({
    ...toRecord(row, attempts),
    outcome_unknown: row.state === STATE.unknown,
  }));
}

/** Those of some numbers that are of no delivery. */
export async function missingDeliveries(database: Database, ids: number[]): Promise<number[]> {
  const [rows] = await database.$client.query<RowDataPacket[]>(
    'SELECT id FROM webhook_deliveries WHERE id IN (?)',
    [ids],
  );
  const known = new Set(rows.map(({ id }) => Number(id)));
  return ids.filter((id) => !known.has(id));
}

/** Whether there is an endpoint of this public id. */
export async function isEndpoint(database: Database, id: string): Promise<boolean> {
  const [rows] = await database.$client.query<RowDataPacket[]>(
    'SELECT 1 FROM webhook_endpoints WHERE public_id = ?',
    [id],
  );
  return rows.length > 0;
}

/** How an operator settles an unknown outcome. */
export const SETTLEMENTS = ['delivered', 'requeue', 'dead_letter'] as const;
export type Settlement = (typeof SETTLEMENTS)[number];

const SETTLED: Record<Settlement, string> = {
  delivered: `d.state = ${STATE.delivered}, d.delivered_at = :now, d.last_error = NULL, d.due_at = NULL`,
  requeue: `d.attempts_before = d.attempt, d.due_at = :now, d.state = ${STATE.retrying}`,
  dead_letter: `d.state = ${STATE.dead_lettered}, d.due_at = NULL`,
};

const AT_ONCE = 1_000;

async function changeAll(
  database: Database,
  filter: DeliveryFilter,
  states: number[],
  assignments: string,
  extra: string,
  now: Date,
): Promise<number> {
  const [condition, values] = conditionOf(filter);
  let changed = 0;
  for (let after = 0; ; ) {
    const [rows] = await database.$client.query<RowDataPacket[]>(
      `SELECT d.id FROM webhook_deliveries d JOIN webhook_endpoints e ON e.id = d.endpoint_id
       WHERE d.id > ? AND d.state IN (?) AND ${extra} AND ${condition} ORDER BY d.id LIMIT ?`,
      [after, states, ...values, AT_ONCE],
    );
    if (rows.length === 0) return changed;
    after = Number(rows.at(-1)!.id);
    const ids = rows.map(({ id }) => id);
    const [result] = await inTransaction(database, (connection) =>
      connection.query<RowDataPacket[]>(
        {
          sql: `UPDATE webhook_deliveries d JOIN webhook_endpoints e ON e.id = d.endpoint_id
                SET ${assignments}, d.lease_token = NULL
                WHERE d.id IN (:ids) AND d.state IN (:states) AND ${extra}`,
          namedPlaceholders: true,
        },
        { ids, states, now },
      ),
    );
    changed += (result as unknown as { affectedRows: number }).affectedRows;
  }
}

/** Decides about unknown outcomes. Returns how many; those of disabled endpoints are not re-queued. */
export const settleDeliveries = (database: Database, filter: DeliveryFilter, as: Settlement, now: Date) =>
  changeAll(database, filter, [STATE.unknown], SETTLED[as], as === 'requeue' ? 'e.is_active' : 'TRUE', now);

/** Re-queues dead letters of active endpoints, but for those that no quota was left for. Returns how many. */
export const requeueDeliveries = (database: Database, filter: DeliveryFilter, now: Date) =>
  changeAll(
    database,
    filter,
    [STATE.dead_lettered, STATE.failed],
    SETTLED.requeue,
    'e.is_active AND NOT d.owes_quota',
    now,
  );

/** Why a delivery cannot be re-queued. */
export type RetryRefusal = 'status' | 'disabled' | 'quota' | 'plan';

/**
 * Re-queues one delivery of an endpoint: it is due now, with a fresh schedule of attempts. One that was stored beyond
 * the day's quota is counted now.
 * @param connection in a transaction.
 * @returns null when it is done, why it is not, or undefined when the endpoint has no such delivery.
 */
export async function retryDelivery(
  connection: PoolConnection,
  tiers: Record<Tier, TierLimits>,
  endpoint: number,
  number: number,
  now: number,
): Promise<RetryRefusal | null | undefined> {
  const [rows] = await connection.query<RowDataPacket[]>(
    'SELECT state, owes_quota FROM webhook_deliveries WHERE id = ? AND endpoint_id = ? FOR UPDATE',
    [number, endpoint],
  );
  const delivery = rows[0];
  if (!delivery) return undefined;
  const [endpoints] = await connection.query<RowDataPacket[]>(
    'SELECT is_active, account_id FROM webhook_endpoints WHERE id = ?',
    [endpoint],
  );
  if (!endpoints[0]!.is_active) return 'disabled';
  if (delivery.state !== STATE.dead_lettered && delivery.state !== STATE.failed) return 'status';
  if (delivery.owes_quota) {
    const account = Number(endpoints[0]!.account_id);
    const allowed = (await allowances(connection, tiers, [account], now)).get(account)!;
    if (allowed.left < 1) return allowed.why === 'used up' ? 'quota' : 'plan';
    await spend(connection, account, 1, now);
  }
  await connection.query(
    `UPDATE webhook_deliveries SET attempts_before = attempt, state = IF(attempt = 0, ?, ?), due_at = ?,
       owes_quota = FALSE WHERE id = ?`,
    [STATE.pending, STATE.retrying, new Date(now), number],
  );
  return null;
}

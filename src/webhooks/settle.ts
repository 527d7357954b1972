import type { SQL } from 'drizzle-orm';
import { STATE, type State } from '../domain/delivery-states.ts';
import { type Database, inTransaction } from '../mysql/database.ts';
import { and, eq, gt, inArray, sql } from '../mysql/drizzle.ts';
import { webhookDeliveries, webhookEndpoints } from '../mysql/schema.ts';
import { conditionOf, type DeliveryFilter } from './deliveries.ts';

export const SETTLEMENTS = ['delivered', 'requeue', 'dead_letter'] as const;
export type Settlement = (typeof SETTLEMENTS)[number];

const AT_ONCE = 1_000;

const valuesOf = (as: Settlement, now: Date) =>
  ({
    delivered: { state: STATE.delivered, deliveredAt: now, lastError: null, dueAt: null },
    requeue: { state: STATE.retrying, attemptsBefore: sql`attempt`, dueAt: now, requeued: true },
    dead_letter: { state: STATE.dead_lettered, dueAt: null },
  })[as];

interface StateChange {
  as: Settlement;
  from: State[];
  only?: SQL;
}

async function changeAll(
  database: Database,
  filter: DeliveryFilter,
  { as, from, only }: StateChange,
  now: Date,
): Promise<number> {
  const active = database
    .select({ id: webhookEndpoints.id })
    .from(webhookEndpoints)
    .where(eq(webhookEndpoints.isActive, true));
  const changeable = and(
    inArray(webhookDeliveries.state, from),
    as === 'requeue' ? inArray(webhookDeliveries.endpointId, active) : undefined,
    only,
  );
  let changed = 0;
  for (let after = 0; ; ) {
    const rows = await database
      .select({ id: webhookDeliveries.id })
      .from(webhookDeliveries)
      .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, webhookDeliveries.endpointId))
      .where(and(gt(webhookDeliveries.id, after), changeable, conditionOf(filter)))
      .orderBy(webhookDeliveries.id)
      .limit(AT_ONCE);
    const ids = rows.map(({ id }) => id);
    const last = ids.at(-1);
    if (last === undefined) return changed;
    after = last;
    const [{ affectedRows }] = await inTransaction(database, (tx) =>
      tx
        .update(webhookDeliveries)
        .set({ ...valuesOf(as, now), leaseToken: null })
        .where(and(inArray(webhookDeliveries.id, ids), changeable)),
    );
    changed += affectedRows;
  }
}

/** Settles unknown outcomes. Returns how many; deliveries of disabled endpoints are not re-queued. */
export const settleDeliveries = (database: Database, filter: DeliveryFilter, as: Settlement, now: Date) =>
  changeAll(database, filter, { as, from: [STATE.unknown] }, now);

/** Re-queues dead letters of active endpoints, except those beyond a quota. Returns how many. */
export const requeueDeliveries = (database: Database, filter: DeliveryFilter, now: Date) =>
  changeAll(
    database,
    filter,
    {
      as: 'requeue',
      from: [STATE.dead_lettered, STATE.failed],
      only: eq(webhookDeliveries.owesQuota, false),
    },
    now,
  );

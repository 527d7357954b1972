import type { SQL } from 'drizzle-orm';
import { type Settlement, type Settler, STATE, type State } from '../domain/delivery-states.ts';
import { type Database, type Executor, inTransaction } from '../stores/mysql/database.ts';
import { and, eq, gt, inArray, sql } from '../stores/mysql/drizzle.ts';
import { list } from '../stores/mysql/list.ts';
import { webhookDeliveries, webhookEndpoints } from '../stores/mysql/schema.ts';
import { conditionOf, type DeliveryFilter } from './deliveries.ts';

const AT_ONCE = 1_000;
/** The most deliveries that one request of an account settles. */
const MOST_SETTLED = 5_000;

const valuesOf = (as: Settlement, now: Date) =>
  ({
    delivered: { state: STATE.delivered, deliveredAt: now, lastError: null, dueAt: null },
    requeue: { state: STATE.retrying, attemptsBefore: sql`attempt`, dueAt: now, requeued: true },
    dead_letter: { state: STATE.dead_lettered, dueAt: null },
  })[as];

const noted = (as: Settlement, by: Settler, at: Date) => ({ settledAs: as, settledBy: by, settledAt: at });

interface StateChange {
  as: Settlement;
  from: State[];
  only?: SQL;
  /** Who settles; without it, nothing is recorded as settled. */
  by?: Settler;
}

async function changeAll(
  database: Database,
  filter: DeliveryFilter,
  { as, from, only, by }: StateChange,
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
        .set({ ...valuesOf(as, now), ...(by && noted(as, by, now)), leaseToken: null })
        .where(and(inArray(webhookDeliveries.id, ids), changeable)),
    );
    changed += affectedRows;
  }
}

/** Settles unknown outcomes for an operator. Returns how many; deliveries of disabled endpoints are not re-queued. */
export const settleDeliveries = (database: Database, filter: DeliveryFilter, as: Settlement, now: Date) =>
  changeAll(database, filter, { as, from: [STATE.unknown], by: 'operator' }, now);

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

/**
 * Settles unknown outcomes of one endpoint that meet a condition, for its account: oldest first and at most 5,000.
 * @returns how many, and whether there are more.
 */
export async function settleOwn(
  tx: Executor,
  { endpoint, as, condition, now }: { endpoint: number; as: Settlement; condition?: SQL; now: Date },
): Promise<{ settled: number; has_more: boolean }> {
  const rows = await tx
    .select({ id: webhookDeliveries.id })
    .from(webhookDeliveries)
    .where(
      and(eq(webhookDeliveries.state, STATE.unknown), eq(webhookDeliveries.endpointId, endpoint), condition),
    )
    .orderBy(webhookDeliveries.id)
    .limit(MOST_SETTLED + 1)
    .for('update');
  const ids = rows.slice(0, MOST_SETTLED).map(({ id }) => id);
  if (ids.length > 0) {
    await tx
      .update(webhookDeliveries)
      .set({ ...valuesOf(as, now), ...noted(as, 'account', now), leaseToken: null })
      .where(sql`${webhookDeliveries.id} IN (${list(ids)})`);
  }
  return { settled: ids.length, has_more: rows.length > ids.length };
}

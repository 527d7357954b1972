import type { SQL } from 'drizzle-orm';
import { STATE } from '../domain/delivery-states.ts';
import { type Database, inTransaction } from '../mysql/database.ts';
import { and, count, desc, eq, gt, inArray, lt, lte, or } from '../mysql/drizzle.ts';
import {
  webhookAttempts,
  webhookDeliveries,
  webhookEndpoints,
  webhookHealth,
  webhookWatches,
} from '../mysql/schema.ts';

/** Days that a disabled endpoint is kept, and how many of an account at most, the last disabled. */
export const DISABLED_DAYS = 90;
export const MOST_DISABLED = 1_000;

const HOUR = 3_600_000;
const AT_ONCE = 1_000;
/** The account of endpoints that are being deleted: nobody finds, enables or queues for them any more. */
const NOBODY = 0;
const OPEN = [STATE.pending, STATE.retrying, STATE.claimed, STATE.sending];

const isDisabled = eq(webhookEndpoints.isActive, false);

const deleteSomeDeliveries = (database: Database, endpoints: number[]): Promise<number> =>
  inTransaction(database, async (tx) => {
    const rows = await tx
      .select({ id: webhookDeliveries.id })
      .from(webhookDeliveries)
      .where(inArray(webhookDeliveries.endpointId, endpoints))
      .limit(AT_ONCE);
    const ids = rows.map(({ id }) => id);
    if (ids.length === 0) return 0;
    await tx.delete(webhookAttempts).where(inArray(webhookAttempts.deliveryId, ids));
    await tx.delete(webhookDeliveries).where(inArray(webhookDeliveries.id, ids));
    return ids.length;
  });

/** Takes endpoints from their accounts, with what they watch, but for those that were enabled in the meantime. */
const detach = (database: Database, endpoints: number[]): Promise<number[]> =>
  inTransaction(database, async (tx) => {
    const rows = await tx
      .select({ id: webhookEndpoints.id })
      .from(webhookEndpoints)
      .where(and(inArray(webhookEndpoints.id, endpoints), isDisabled))
      .for('update');
    const ids = rows.map(({ id }) => id);
    if (ids.length === 0) return ids;
    await tx.update(webhookEndpoints).set({ accountId: NOBODY }).where(inArray(webhookEndpoints.id, ids));
    await tx.delete(webhookWatches).where(inArray(webhookWatches.endpointId, ids));
    await tx.delete(webhookHealth).where(inArray(webhookHealth.endpointId, ids));
    return ids;
  });

/** Deletes endpoints with their deliveries, except those that a dispatcher is still busy with. */
async function deleteEndpoints(database: Database, endpoints: number[]): Promise<number> {
  if (endpoints.length === 0) return 0;
  const open = await database
    .selectDistinct({ id: webhookDeliveries.endpointId })
    .from(webhookDeliveries)
    .where(and(inArray(webhookDeliveries.state, OPEN), inArray(webhookDeliveries.endpointId, endpoints)));
  const busy = new Set(open.map(({ id }) => id));
  const done = endpoints.filter((id) => !busy.has(id));
  if (done.length === 0) return 0;
  const taken = await detach(database, done);
  if (taken.length === 0) return 0;
  while ((await deleteSomeDeliveries(database, taken)) === AT_ONCE);
  await database.delete(webhookEndpoints).where(inArray(webhookEndpoints.id, taken));
  return taken.length;
}

async function deleteDisabled(database: Database, condition: SQL | undefined): Promise<number> {
  let deleted = 0;
  for (let after = 0; ; ) {
    const rows = await database
      .select({ id: webhookEndpoints.id })
      .from(webhookEndpoints)
      .where(and(isDisabled, condition, gt(webhookEndpoints.id, after)))
      .orderBy(webhookEndpoints.id)
      .limit(AT_ONCE);
    const endpoints = rows.map(({ id }) => id);
    deleted += await deleteEndpoints(database, endpoints);
    if (endpoints.length < AT_ONCE) return deleted;
    after = endpoints.at(-1)!;
  }
}

/** Selects the endpoints of an account that were disabled before its last 1,000; null when there are none. */
async function beyondMost(database: Database, account: number): Promise<SQL | undefined | null> {
  const [newest] = await database
    .select({ id: webhookEndpoints.id, disabledAt: webhookEndpoints.disabledAt })
    .from(webhookEndpoints)
    .where(and(eq(webhookEndpoints.accountId, account), isDisabled))
    .orderBy(desc(webhookEndpoints.disabledAt), desc(webhookEndpoints.id))
    .limit(1)
    .offset(MOST_DISABLED);
  if (!newest?.disabledAt) return null;
  const { id, disabledAt } = newest;
  return and(
    eq(webhookEndpoints.accountId, account),
    or(
      lt(webhookEndpoints.disabledAt, disabledAt),
      and(eq(webhookEndpoints.disabledAt, disabledAt), lte(webhookEndpoints.id, id)),
    ),
  );
}

/**
 * Deletes endpoints that have been disabled for 90 days. Of an account with more than 1,000 disabled ones it deletes the
 * oldest, unless disabled within the hour: a load may still queue deliveries for them. Their deliveries are deleted too.
 * @returns how many endpoints were deleted.
 */
export async function deleteOldEndpoints(database: Database, now: Date): Promise<number> {
  const disabledFor = (hours: number) =>
    lt(webhookEndpoints.disabledAt, new Date(now.getTime() - hours * HOUR));
  let deleted = await deleteDisabled(database, disabledFor(24 * DISABLED_DAYS));
  const crowded = await database
    .select({ account: webhookEndpoints.accountId })
    .from(webhookEndpoints)
    .where(isDisabled)
    .groupBy(webhookEndpoints.accountId)
    .having(gt(count(), MOST_DISABLED));
  for (const { account } of crowded) {
    const beyond = await beyondMost(database, account);
    if (beyond !== null) deleted += await deleteDisabled(database, and(beyond, disabledFor(1)));
  }
  return deleted;
}

import { STATE, type State } from '../domain/delivery-states.ts';
import { type Database, inTransaction } from '../stores/mysql/database.ts';
import { and, eq, exists, gt, inArray, list, sql } from '../stores/mysql/drizzle.ts';
import {
  webhookAccountEvents,
  webhookAccounts,
  webhookAttempts,
  webhookDeliveries,
  webhookEvents,
} from '../stores/mysql/schema.ts';

const DAY = 86_400_000;
const DAYS_KEPT = 30;
const ROWS_AT_ONCE = 1_000;
const FINAL: State[] = [STATE.delivered, STATE.dead_lettered, STATE.failed];

/** The time since which events and final deliveries are kept. */
export const keptSince = (now: number) => new Date(now - DAYS_KEPT * DAY);

function deleteFinal(database: Database, deliveries: number[]): Promise<number> {
  return inTransaction(database, async (tx) => {
    const rows = await tx
      .select({ id: webhookDeliveries.id })
      .from(webhookDeliveries)
      .where(and(inArray(webhookDeliveries.id, deliveries), inArray(webhookDeliveries.state, FINAL)))
      .for('update');
    const ids = rows.map(({ id }) => id);
    if (ids.length === 0) return 0;
    await tx.delete(webhookAttempts).where(inArray(webhookAttempts.deliveryId, ids));
    await tx.delete(webhookDeliveries).where(inArray(webhookDeliveries.id, ids));
    return ids.length;
  });
}

const endedAt = sql`GREATEST(${webhookDeliveries.createdAt},
  COALESCE(${webhookDeliveries.lastAttemptAt}, ${webhookDeliveries.createdAt}),
  COALESCE(${webhookDeliveries.deliveredAt}, ${webhookDeliveries.createdAt}))`.mapWith(
  webhookDeliveries.createdAt,
);

/** Deletes the expired ones of the next deliveries after `after`. `next` is where to continue; null at the end. */
async function deleteDeliveries(database: Database, after: number, before: Date) {
  const rows = await database
    .select({
      id: webhookDeliveries.id,
      state: webhookDeliveries.state,
      createdAt: webhookDeliveries.createdAt,
      endedAt,
    })
    .from(webhookDeliveries)
    .where(gt(webhookDeliveries.id, after))
    .orderBy(webhookDeliveries.id)
    .limit(ROWS_AT_ONCE);
  const old = rows.filter(({ createdAt }) => createdAt < before);
  const expired = old.filter(({ state, endedAt }) => FINAL.includes(state) && endedAt < before);
  const ids = expired.map(({ id }) => id);
  const deleted = ids.length === 0 ? 0 : await deleteFinal(database, ids);
  return { deleted, next: nextAfter(old) };
}

async function deleteEvents(database: Database, after: number, before: Date) {
  const deliveries = database
    .select({ id: webhookDeliveries.id })
    .from(webhookDeliveries)
    .where(eq(webhookDeliveries.eventId, webhookEvents.id));
  const rows = await database
    .select({
      id: webhookEvents.id,
      createdAt: webhookEvents.createdAt,
      used: exists(deliveries).mapWith(Boolean),
    })
    .from(webhookEvents)
    .where(gt(webhookEvents.id, after))
    .orderBy(webhookEvents.id)
    .limit(ROWS_AT_ONCE);
  const old = rows.filter(({ createdAt }) => createdAt < before);
  const ids = old.filter(({ used }) => !used).map(({ id }) => id);
  if (ids.length > 0) {
    await inTransaction(database, async (tx) => {
      // The key of the table begins with the account, so every account is joined.
      await tx.execute(
        sql`DELETE e FROM ${webhookAccounts} a STRAIGHT_JOIN ${webhookAccountEvents} e
            ON e.account_id = a.id AND e.event_id IN (${list(ids)})`,
      );
      await tx.delete(webhookEvents).where(inArray(webhookEvents.id, ids));
    });
  }
  return { deleted: ids.length, next: nextAfter(old) };
}

/** The number to continue after; null when fewer rows were old than were read at once. */
const nextAfter = (old: { id: number }[]) => (old.length < ROWS_AT_ONCE ? null : (old.at(-1)?.id ?? null));

/**
 * Deletes deliveries that have been final for 30 days, and their events. Those that wait, are under way or of unknown
 * outcome are kept, however old.
 * @returns how many deliveries and events were deleted.
 */
export async function deleteOldDeliveries(database: Database, now: Date): Promise<number> {
  const before = keptSince(now.getTime());
  let deleted = 0;
  for (const step of [deleteDeliveries, deleteEvents]) {
    for (let after: number | null = 0; after !== null; ) {
      const done: { deleted: number; next: number | null } = await step(database, after, before);
      deleted += done.deleted;
      after = done.next;
    }
  }
  return deleted;
}

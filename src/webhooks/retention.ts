import type { RowDataPacket } from 'mysql2/promise';
import { STATE } from '../domain/delivery-states.ts';
import { type Database, inTransaction } from '../mysql/database.ts';

const DAY = 86_400_000;
/** Days that events and final deliveries are kept. */
const DAYS_KEPT = 30;
const ROWS_AT_ONCE = 1_000;
const FINAL = [STATE.delivered, STATE.dead_lettered, STATE.failed];

/** The time that what is kept goes back to. */
export const keptSince = (now: number) => new Date(now - DAYS_KEPT * DAY);

/** Deletes deliveries with their attempts, but for those that were re-queued in the meantime. */
function deleteFinal(database: Database, deliveries: RowDataPacket[]): Promise<number> {
  return inTransaction(database, async (connection) => {
    const [rows] = await connection.query<RowDataPacket[]>(
      'SELECT id FROM webhook_deliveries WHERE id IN (?) AND state IN (?) FOR UPDATE',
      [deliveries.map(({ id }) => id), FINAL],
    );
    const ids = rows.map(({ id }) => id);
    if (ids.length === 0) return 0;
    await connection.query('DELETE FROM webhook_attempts WHERE delivery_id IN (?)', [ids]);
    await connection.query('DELETE FROM webhook_deliveries WHERE id IN (?)', [ids]);
    return ids.length;
  });
}

/** Deletes the final ones of the next deliveries after `after`. Returns where it came to, null at the end. */
async function deleteDeliveries(database: Database, after: number, before: Date) {
  const [rows] = await database.$client.query<RowDataPacket[]>(
    `SELECT id, state, created_at,
       GREATEST(created_at, COALESCE(last_attempt_at, created_at), COALESCE(delivered_at, created_at)) AS ended_at
     FROM webhook_deliveries WHERE id > ? ORDER BY id LIMIT ?`,
    [after, ROWS_AT_ONCE],
  );
  const old = rows.filter(({ created_at }) => created_at < before);
  const wanted = old.filter(({ state, ended_at }) => FINAL.includes(state) && ended_at < before);
  const deleted = wanted.length === 0 ? 0 : await deleteFinal(database, wanted);
  return { deleted, next: old.length < ROWS_AT_ONCE ? null : Number(rows.at(-1)!.id) };
}

/** Deletes the next events after `after` that no delivery is left of. */
async function deleteEvents(database: Database, after: number, before: Date) {
  const [rows] = await database.$client.query<RowDataPacket[]>(
    `SELECT e.id, e.created_at, EXISTS (SELECT 1 FROM webhook_deliveries d WHERE d.event_id = e.id) AS used
     FROM webhook_events e WHERE e.id > ? ORDER BY e.id LIMIT ?`,
    [after, ROWS_AT_ONCE],
  );
  const old = rows.filter(({ created_at }) => created_at < before);
  const ids = old.filter(({ used }) => Number(used) === 0).map(({ id }) => id);
  if (ids.length > 0) {
    await inTransaction(database, async (connection) => {
      await connection.query(
        `DELETE a FROM webhook_accounts c STRAIGHT_JOIN webhook_account_events a
           ON a.account_id = c.id AND a.event_id IN (?)`,
        [ids],
      );
      await connection.query('DELETE FROM webhook_events WHERE id IN (?)', [ids]);
    });
  }
  return { deleted: ids.length, next: old.length < ROWS_AT_ONCE ? null : Number(rows.at(-1)!.id) };
}

/**
 * Deletes deliveries that have been final, and their events, for 30 days. What waits, is under way or of unknown outcome
 * is kept, however old.
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

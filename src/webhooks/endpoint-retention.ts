import type { RowDataPacket } from 'mysql2/promise';
import { STATE } from '../domain/delivery-states.ts';
import { type Database, inTransaction } from '../mysql/database.ts';

/** Days that a disabled endpoint is kept, and how many of an account at most, the last disabled. */
export const DISABLED_DAYS = 90;
export const MOST_DISABLED = 1_000;

const HOUR = 3_600_000;
const AT_ONCE = 1_000;
const OPEN = [STATE.pending, STATE.retrying, STATE.claimed, STATE.sending];

type Ids = unknown[];
const idsOf = (rows: RowDataPacket[]): Ids => rows.map(({ id }) => id);

/** Deletes endpoints with what is left of their deliveries, but for those that a dispatcher still has to do with. */
async function deleteEndpoints(database: Database, endpoints: Ids): Promise<number> {
  if (endpoints.length === 0) return 0;
  const [open] = await database.$client.query<RowDataPacket[]>(
    'SELECT DISTINCT endpoint_id AS id FROM webhook_deliveries WHERE state IN (?) AND endpoint_id IN (?)',
    [OPEN, endpoints],
  );
  const busy = new Set(idsOf(open));
  const done = endpoints.filter((id) => !busy.has(id));
  if (done.length === 0) return 0;
  for (let deleted = AT_ONCE; deleted === AT_ONCE; ) {
    deleted = await inTransaction(database, async (connection) => {
      const [rows] = await connection.query<RowDataPacket[]>(
        'SELECT id FROM webhook_deliveries WHERE endpoint_id IN (?) LIMIT ?',
        [done, AT_ONCE],
      );
      if (rows.length === 0) return 0;
      await connection.query('DELETE FROM webhook_attempts WHERE delivery_id IN (?)', [idsOf(rows)]);
      await connection.query('DELETE FROM webhook_deliveries WHERE id IN (?)', [idsOf(rows)]);
      return rows.length;
    });
  }
  await database.$client.query('DELETE FROM webhook_endpoints WHERE id IN (?) AND NOT is_active', [done]);
  return done.length;
}

/** Calls `next` with where to go on for some endpoints at a time, until there are none, and deletes them. */
async function deleteAll(database: Database, next: (after: unknown) => Promise<Ids>): Promise<number> {
  let deleted = 0;
  for (let after: unknown = 0; ; ) {
    const endpoints = await next(after);
    deleted += await deleteEndpoints(database, endpoints);
    if (endpoints.length < AT_ONCE) return deleted;
    after = endpoints.at(-1);
  }
}

async function select(database: Database, sql: string, values: unknown[]): Promise<RowDataPacket[]> {
  const [rows] = await database.$client.query<RowDataPacket[]>(sql, values);
  return rows;
}

/**
 * Deletes endpoints that have been disabled for 90 days, and of an account with more than 1,000 disabled ones those
 * disabled first, unless it was within the hour: a load may still tell them something. Their deliveries go with them.
 * @returns how many endpoints.
 */
export async function deleteOldEndpoints(database: Database, now: Date): Promise<number> {
  const before = (hours: number) => new Date(now.getTime() - hours * HOUR);
  let deleted = await deleteAll(database, async (after) =>
    idsOf(
      await select(
        database,
        'SELECT id FROM webhook_endpoints WHERE NOT is_active AND disabled_at < ? AND id > ? ORDER BY id LIMIT ?',
        [before(24 * DISABLED_DAYS), after, AT_ONCE],
      ),
    ),
  );
  const crowded = await select(
    database,
    'SELECT account_id AS id FROM webhook_endpoints WHERE NOT is_active GROUP BY account_id HAVING COUNT(*) > ?',
    [MOST_DISABLED],
  );
  for (const { id } of crowded) {
    const [oldest] = await select(
      database,
      `SELECT disabled_at, id FROM webhook_endpoints WHERE account_id = ? AND NOT is_active
       ORDER BY disabled_at DESC, id DESC LIMIT 1 OFFSET ?`,
      [id, MOST_DISABLED],
    );
    if (!oldest) continue;
    deleted += await deleteAll(database, async (after) =>
      idsOf(
        await select(
          database,
          `SELECT id FROM webhook_endpoints WHERE account_id = ? AND NOT is_active AND disabled_at < ?
             AND (disabled_at, id) <= (?, ?) AND id > ? ORDER BY id LIMIT ?`,
          [id, before(1), oldest.disabled_at, oldest.id, after, AT_ONCE],
        ),
      ),
    );
  }
  return deleted;
}

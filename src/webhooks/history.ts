import type { RowDataPacket } from 'mysql2/promise';
import type { Database } from '../mysql/database.ts';
import { keptSince } from './retention.ts';

/** An event that an account's endpoints matched. */
export interface PastEvent {
  number: number;
  /** The payload, but for the attempt. */
  payload: Record<string, unknown>;
}

/** The events of an account after a number, oldest first; only those of the last 30 days. */
export async function readHistory(
  database: Database,
  account: string,
  after: number,
  limit: number,
  now: number,
): Promise<PastEvent[]> {
  const [rows] = await database.$client.query<RowDataPacket[]>(
    `SELECT v.id, v.body, CONVERT(v.canonical_id USING utf8mb4) AS canonical_id, v.match_basis
     FROM webhook_account_events a JOIN webhook_events v ON v.id = a.event_id
     WHERE a.account_id = (SELECT id FROM webhook_accounts WHERE account = ?) AND a.event_id > ? AND v.created_at >= ?
     ORDER BY a.event_id LIMIT ?`,
    [account, after, keptSince(now), limit],
  );
  return rows.map(({ id, body, canonical_id, match_basis }) => ({
    number: Number(id),
    payload: { ...JSON.parse(body), canonical_id, match_basis },
  }));
}

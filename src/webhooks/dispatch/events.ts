import type { RowDataPacket } from 'mysql2/promise';
import type { Database } from '../../stores/mysql/database.ts';

export interface StoredEvent {
  eventId: string;
  eventType: string;
  /** The payload as JSON, without what differs between endpoints and attempts. */
  body: string;
  canonicalId: string | null;
  matchBasis: string | null;
  isTest: boolean;
}

/** What `toEvent` reads, of `webhook_events e`. */
export const EVENT_COLUMNS =
  'e.event_id AS public_id, e.event_type, e.body, CONVERT(e.canonical_id USING utf8mb4) AS canonical_id, e.match_basis, e.is_test';

export const toEvent = (row: RowDataPacket): StoredEvent => ({
  eventId: row.public_id,
  eventType: row.event_type,
  body: row.body,
  canonicalId: row.canonical_id,
  matchBasis: row.match_basis,
  isTest: Boolean(row.is_test),
});

export async function readEvents(
  database: Database,
  numbers: Iterable<number>,
): Promise<Map<number, StoredEvent>> {
  // Raw SQL: every delivery reads its event, and Drizzle takes longer to read a row than MySQL's driver does.
  const [rows] = await database.$client.query<RowDataPacket[]>(
    `SELECT e.id, ${EVENT_COLUMNS} FROM webhook_events e WHERE e.id IN (?)`,
    [[...new Set(numbers)]],
  );
  return new Map(rows.map((row) => [Number(row.id), toEvent(row)]));
}

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

export async function readEvents(
  database: Database,
  numbers: Iterable<number>,
): Promise<Map<number, StoredEvent>> {
  // Raw SQL: every delivery reads its event, and Drizzle takes longer to read a row than MySQL's driver does.
  const [rows] = await database.$client.query<RowDataPacket[]>(
    'SELECT id, event_id, event_type, body, CONVERT(canonical_id USING utf8mb4) AS canonical_id, match_basis, is_test FROM webhook_events WHERE id IN (?)',
    [[...new Set(numbers)]],
  );
  return new Map(
    rows.map((row) => [
      Number(row.id),
      {
        eventId: row.event_id,
        eventType: row.event_type,
        body: row.body,
        canonicalId: row.canonical_id,
        matchBasis: row.match_basis,
        isTest: Boolean(row.is_test),
      },
    ]),
  );
}

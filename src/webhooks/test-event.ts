import { randomUUID } from 'node:crypto';
import type { PoolConnection, ResultSetHeader, RowDataPacket } from 'mysql2/promise';
import { STATE } from '../domain/delivery-states.ts';
import { exampleEvent } from '../domain/event-payload.ts';
import type { EventType } from '../domain/events.ts';
import type { ParcelEvent } from '../domain/parcel-event.ts';
import type { WebhookEndpoint } from '../schemas/webhook.ts';

const MINUTE = 60_000;
/** Tests of one endpoint in a minute. */
export const TESTS_A_MINUTE = 10;

/** An event of the first parcel that the endpoint watches, else of a made-up one in the county or state. Its dates are today. */
function exampleFor(type: EventType, { filter_value }: WebhookEndpoint, now: number): ParcelEvent {
  const { parcel_ids, state_fips, county_fips } = filter_value;
  const canonical = parcel_ids?.[0] ?? `${state_fips}:${county_fips ?? '001'}:TEST-1`;
  const time = new Date(now).toISOString();
  const record = {
    source: 'test',
    id: randomUUID(),
    county_fips: canonical.slice(0, 2) + canonical.slice(3, 6),
    parcel_id: canonical.slice(7),
  };
  return exampleEvent(type, record, time, time.slice(0, 10));
}

/**
 * Queues an example of a type for one endpoint, marked `"test": true`. It counts toward no quota and is not in the account's
 * history.
 * @param connection in a transaction.
 * @returns the number of the delivery, or null when the endpoint has been tested too often in this minute.
 */
export async function queueTest(
  connection: PoolConnection,
  endpoint: number,
  record: WebhookEndpoint,
  type: EventType,
  now: number,
): Promise<number | null> {
  const at = new Date(now);
  const { envelope, fields, canonical_id, match_basis } = exampleFor(type, record, now);
  // Tests of one endpoint are queued one after the other, so that they are counted right.
  await connection.query('SELECT id FROM webhook_endpoints WHERE id = ? FOR UPDATE', [endpoint]);
  const [recent] = await connection.query<RowDataPacket[]>(
    `SELECT COUNT(*) AS tests FROM (
       SELECT event_id, created_at FROM webhook_deliveries WHERE endpoint_id = ? ORDER BY id DESC LIMIT 200) d
     JOIN webhook_events v ON v.id = d.event_id WHERE v.is_test AND d.created_at > ?`,
    [endpoint, new Date(now - MINUTE)],
  );
  if (Number(recent[0]!.tests) >= TESTS_A_MINUTE) return null;
  const [event] = await connection.query<ResultSetHeader>('INSERT INTO webhook_events SET ?', [
    {
      event_id: envelope.event_id,
      event_type: type,
      body: JSON.stringify({ ...envelope, test: true, ...fields }),
      canonical_id,
      match_basis,
      is_test: true,
      created_at: at,
    },
  ]);
  const [delivery] = await connection.query<ResultSetHeader>('INSERT INTO webhook_deliveries SET ?', [
    { event_id: event.insertId, endpoint_id: endpoint, state: STATE.pending, due_at: at, created_at: at },
  ]);
  return delivery.insertId;
}

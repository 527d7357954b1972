import { randomUUID } from 'node:crypto';
import type { PoolConnection, ResultSetHeader, RowDataPacket } from 'mysql2/promise';
import { STATE } from '../domain/delivery-states.ts';
import {
  EVENT_CATALOGUE,
  type EventType,
  eventsOf,
  exampleFields,
  type ParcelEvent,
} from '../domain/events.ts';
import type { WebhookEndpoint } from '../schemas/webhook.ts';

const MINUTE = 60_000;
/** Tests of one endpoint in a minute. */
export const TESTS_A_MINUTE = 10;

/** Example fields of a type, with today's date in place of every one. */
const fieldsOf = (type: EventType, day: string) =>
  Object.fromEntries(
    Object.entries(exampleFields(type)).map(([name, value]) => [name, name.endsWith('_date') ? day : value]),
  );

/** An event of the first parcel that the endpoint watches, or of one in the first county that it does. */
function exampleFor(type: EventType, { filter_value }: WebhookEndpoint, now: number): ParcelEvent {
  const { parcel_ids, state_fips, county_fips } = filter_value;
  const canonical = parcel_ids?.[0] ?? `${state_fips}:${county_fips ?? '001'}:TEST-1`;
  const time = new Date(now).toISOString();
  const record = {
    ...fieldsOf(type, time.slice(0, 10)),
    source: 'test',
    id: randomUUID(),
    county_fips: canonical.slice(0, 2) + canonical.slice(3, 6),
    parcel_id: canonical.slice(7),
    is_sale: true,
  };
  const events = eventsOf(EVENT_CATALOGUE[type].of, record, time);
  return events.find(({ envelope }) => envelope.event_type === type)!;
}

/**
 * Queues an example of a type for one endpoint, marked `"test": true`. It counts toward no quota and is no event of the account.
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

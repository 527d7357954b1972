import { randomUUID } from 'node:crypto';
import type { PoolConnection, ResultSetHeader, RowDataPacket } from 'mysql2/promise';
import { eventId, exampleFields } from '../domain/events.ts';
import type { WebhookEndpoint } from '../schemas/webhook.ts';
import { STATE } from './states.ts';

const TYPE = 'parcel.sold';
const MINUTE = 60_000;
/** Tests of one endpoint in a minute. */
export const TESTS_A_MINUTE = 10;

/** A sale of the first parcel that the endpoint watches, or of one in the first county that it does. */
function exampleFor({ filter_value }: WebhookEndpoint, now: number) {
  const { parcel_ids, state_fips, county_fips } = filter_value;
  const canonical = parcel_ids?.[0] ?? `${state_fips}:${county_fips ?? '001'}:TEST-1`;
  const day = new Date(now).toISOString().slice(0, 10);
  return {
    canonical,
    body: {
      event_id: eventId('test', randomUUID(), TYPE),
      event_type: TYPE,
      occurred_at: `${day}T00:00:00.000Z`,
      occurred_at_basis: 'recording_date',
      parcel_id: canonical.slice(7),
      state_fips: canonical.slice(0, 2),
      county_fips: canonical.slice(3, 6),
      source_run_id: null,
      test: true,
      ...exampleFields(TYPE),
      sale_date: day,
      recorded_date: day,
    },
  };
}

/**
 * Queues an example for one endpoint, marked `"test": true`. It counts toward no quota and is no event of the account.
 * @param connection in a transaction.
 * @returns the number of the delivery, or null when the endpoint has been tested too often in this minute.
 */
export async function queueTest(
  connection: PoolConnection,
  endpoint: number,
  record: WebhookEndpoint,
  now: number,
): Promise<number | null> {
  const at = new Date(now);
  const { canonical, body } = exampleFor(record, now);
  const [recent] = await connection.query<RowDataPacket[]>(
    `SELECT COUNT(*) AS tests FROM (
       SELECT event_id, created_at FROM webhook_deliveries WHERE endpoint_id = ? ORDER BY id DESC LIMIT 200) d
     JOIN webhook_events v ON v.id = d.event_id WHERE v.is_test AND d.created_at > ?`,
    [endpoint, new Date(now - MINUTE)],
  );
  if (Number(recent[0]!.tests) >= TESTS_A_MINUTE) return null;
  const [event] = await connection.query<ResultSetHeader>('INSERT INTO webhook_events SET ?', [
    {
      event_id: body.event_id,
      event_type: TYPE,
      body: JSON.stringify(body),
      canonical_id: canonical,
      match_basis: 'state_county_parcel_id',
      is_test: true,
      created_at: at,
    },
  ]);
  const [delivery] = await connection.query<ResultSetHeader>('INSERT INTO webhook_deliveries SET ?', [
    { event_id: event.insertId, endpoint_id: endpoint, state: STATE.pending, due_at: at, created_at: at },
  ]);
  return delivery.insertId;
}

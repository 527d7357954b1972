import { randomUUID } from 'node:crypto';
import { LIMITS } from '../accounts/tiers.ts';
import { STATE } from '../domain/delivery-states.ts';
import { exampleEvent } from '../domain/event-payload.ts';
import type { EventType } from '../domain/events.ts';
import type { WebhookEndpoint } from '../records/schemas/webhook.ts';
import type { Executor } from '../stores/mysql/database.ts';
import { and, count, desc, eq, gt } from '../stores/mysql/drizzle.ts';
import { webhookDeliveries, webhookEndpoints, webhookEvents } from '../stores/mysql/schema.ts';

const MINUTE = 60_000;
const LATEST = 200;

/** An event for the first parcel that the endpoint watches, else a made-up one in the county or state. Its dates are today. */
function exampleFor(type: EventType, { filter_value }: WebhookEndpoint, now: number) {
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

async function countTests(tx: Executor, endpoint: number, now: number): Promise<number> {
  const latest = tx
    .select({ event: webhookDeliveries.eventId, createdAt: webhookDeliveries.createdAt })
    .from(webhookDeliveries)
    .where(eq(webhookDeliveries.endpointId, endpoint))
    .orderBy(desc(webhookDeliveries.id))
    .limit(LATEST)
    .as('latest');
  const [counted] = await tx
    .select({ tests: count() })
    .from(latest)
    .innerJoin(webhookEvents, eq(webhookEvents.id, latest.event))
    .where(and(eq(webhookEvents.isTest, true), gt(latest.createdAt, new Date(now - MINUTE))));
  return counted?.tests ?? 0;
}

interface TestRequest {
  number: number;
  record: WebhookEndpoint;
  type: EventType;
  /** Epoch milliseconds. */
  now: number;
}

/**
 * Queues an example of a type for one endpoint, marked `"test": true`. It counts toward no quota and is not in the account's
 * history.
 * @returns the number of the delivery, or null when the endpoint has been tested too often in this minute.
 */
export async function queueTest(
  tx: Executor,
  { number, record, type, now }: TestRequest,
): Promise<number | null> {
  const at = new Date(now);
  const { envelope, fields, canonical_id, match_basis } = exampleFor(type, record, now);
  // Tests of one endpoint are queued one after the other, so that they are counted correctly.
  await tx
    .select({ id: webhookEndpoints.id })
    .from(webhookEndpoints)
    .where(eq(webhookEndpoints.id, number))
    .for('update');
  if ((await countTests(tx, number, now)) >= LIMITS.testsAMinute) return null;
  const [event] = await tx.insert(webhookEvents).values({
    eventId: envelope.event_id,
    eventType: type,
    body: JSON.stringify({ ...envelope, test: true, ...fields }),
    canonicalId: canonical_id,
    matchBasis: match_basis,
    isTest: true,
    createdAt: at,
  });
  const [delivery] = await tx.insert(webhookDeliveries).values({
    eventId: event.insertId,
    endpointId: number,
    state: STATE.pending,
    dueAt: at,
    createdAt: at,
  });
  return delivery.insertId;
}

import { sql } from 'drizzle-orm';
import type { Executor } from '../mysql/database.ts';
import { list } from '../mysql/list.ts';
import { webhookEvents } from '../mysql/schema.ts';

/** What sending needs to know of an event. */
export interface StoredEvent {
  eventId: string;
  eventType: string;
  /** JSON of the payload without what differs between endpoints and attempts. */
  body: string;
  canonicalId: string | null;
  matchBasis: string | null;
}

/** Reads events by number. */
export async function readEvents(
  executor: Executor,
  numbers: Iterable<number>,
): Promise<Map<number, StoredEvent>> {
  const rows = await executor
    .select({
      number: webhookEvents.id,
      event: {
        eventId: webhookEvents.eventId,
        eventType: webhookEvents.eventType,
        body: webhookEvents.body,
        canonicalId: webhookEvents.canonicalId,
        matchBasis: webhookEvents.matchBasis,
      },
    })
    .from(webhookEvents)
    .where(sql`${webhookEvents.id} IN (${list([...new Set(numbers)])})`);
  return new Map(rows.map(({ number, event }) => [number, event]));
}

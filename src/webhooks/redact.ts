import { type EventType, entryOf } from '../domain/events.ts';
import { namedIn, type SuppressionRule, withheld } from '../domain/suppression.ts';
import type { Database } from '../stores/mysql/database.ts';
import { and, eq, gt } from '../stores/mysql/drizzle.ts';
import { webhookEvents } from '../stores/mysql/schema.ts';

const EVENTS_AT_ONCE = 5_000;

/** The body of an event without the names that a rule withholds; null when nothing changes. */
function redacted(type: EventType, body: string, rule: SuppressionRule): string | null {
  const { of } = entryOf(type);
  const event = JSON.parse(body) as { state_fips: string; county_fips: string; parcel_id: string };
  const county_fips = event.state_fips + event.county_fips;
  if (rule(namedIn(of, { ...event, county_fips })).length === 0) return null;
  const without = JSON.stringify(withheld(of, event));
  return without === body ? null : without;
}

/**
 * Takes the names that a rule withholds out of all stored events. An attempt under way has already read its event;
 * each later one, and each answer, reads it without the names.
 * @returns how many events were changed.
 */
export async function redactEvents(database: Database, rule: SuppressionRule): Promise<number> {
  let count = 0;
  for (let after = 0; ; ) {
    const rows = await database
      .select({ id: webhookEvents.id, type: webhookEvents.eventType, body: webhookEvents.body })
      .from(webhookEvents)
      .where(and(gt(webhookEvents.id, after), eq(webhookEvents.isTest, false)))
      .orderBy(webhookEvents.id)
      .limit(EVENTS_AT_ONCE);
    for (const { id, type, body } of rows) {
      const without = redacted(type as EventType, body, rule);
      if (without === null) continue;
      await database.update(webhookEvents).set({ body: without }).where(eq(webhookEvents.id, id));
      count++;
    }
    if (rows.length < EVENTS_AT_ONCE) return count;
    after = rows.at(-1)!.id;
  }
}

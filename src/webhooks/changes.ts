import type { EventfulKind } from '../domain/events.ts';
import type { Database } from '../mysql/database.ts';
import { and, eq, inArray, sql } from '../mysql/drizzle.ts';
import { webhookChanges } from '../mysql/schema.ts';

const ROWS_AT_ONCE = 500;

/** A record that may need events: as it was before the change, or null when there was none. */
export interface NotedChange {
  id: string;
  before: Record<string, unknown> | null;
}

/** Notes what records were before they change. If a record is already noted, the first note stays. */
export async function noteChanges(
  database: Database,
  kind: EventfulKind,
  changes: NotedChange[],
): Promise<void> {
  for (let from = 0; from < changes.length; from += ROWS_AT_ONCE) {
    const rows = changes.slice(from, from + ROWS_AT_ONCE).map(({ id, before }) => ({
      kind,
      recordId: id,
      was: before && JSON.stringify(before),
    }));
    await database
      .insert(webhookChanges)
      .values(rows)
      .onDuplicateKeyUpdate({ set: { kind: sql`${webhookChanges.kind}` } });
  }
}

/** The next noted changes of a kind, at most 500; empty when none are left. */
export async function notedChanges(database: Database, kind: EventfulKind): Promise<NotedChange[]> {
  const rows = await database
    .select()
    .from(webhookChanges)
    .where(eq(webhookChanges.kind, kind))
    .orderBy(webhookChanges.recordId)
    .limit(ROWS_AT_ONCE);
  return rows.map(({ recordId, was }) => ({ id: recordId, before: was === null ? null : JSON.parse(was) }));
}

/** Deletes the notes of some records. */
export async function forgetChanges(database: Database, kind: EventfulKind, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  await database
    .delete(webhookChanges)
    .where(and(eq(webhookChanges.kind, kind), inArray(webhookChanges.recordId, ids)));
}

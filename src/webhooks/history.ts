import type { Executor } from '../stores/mysql/database.ts';
import { and, eq, gt, gte } from '../stores/mysql/drizzle.ts';
import { webhookAccountEvents, webhookAccounts, webhookEvents } from '../stores/mysql/schema.ts';
import type { Choice } from './deliveries.ts';
import { keptSince } from './retention.ts';

interface PastEvent {
  number: number;
  /** The payload without the attempt. */
  payload: Record<string, unknown>;
}

interface HistoryQuery extends Pick<Choice, 'event_type' | 'canonical_id' | 'since'> {
  account: string;
  /** The number of an event: only later ones are read. */
  after: number;
  limit: number;
  /** Epoch milliseconds. */
  now: number;
}

/** An account's events after a number that match the filter, oldest first; only those of the last 30 days. */
export async function readHistory(
  executor: Executor,
  { account, after, limit, now, event_type, canonical_id, since }: HistoryQuery,
): Promise<PastEvent[]> {
  const kept = keptSince(now);
  const from = since === undefined ? kept : new Date(Math.max(kept.getTime(), Date.parse(since)));
  const rows = await executor
    .select({
      number: webhookEvents.id,
      body: webhookEvents.body,
      canonical_id: webhookEvents.canonicalId,
      match_basis: webhookEvents.matchBasis,
    })
    .from(webhookAccountEvents)
    .innerJoin(webhookAccounts, eq(webhookAccounts.id, webhookAccountEvents.accountId))
    .innerJoin(webhookEvents, eq(webhookEvents.id, webhookAccountEvents.eventId))
    .where(
      and(
        eq(webhookAccounts.account, account),
        gt(webhookAccountEvents.eventId, after),
        gte(webhookEvents.createdAt, from),
        event_type === undefined ? undefined : eq(webhookEvents.eventType, event_type),
        canonical_id === undefined ? undefined : eq(webhookEvents.canonicalId, canonical_id),
      ),
    )
    .orderBy(webhookAccountEvents.eventId)
    .limit(limit);
  return rows.map(({ number, body, ...matched }) => ({
    number,
    payload: { ...JSON.parse(body), ...matched },
  }));
}

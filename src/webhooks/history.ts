import type { Executor } from '../mysql/database.ts';
import { and, eq, gt, gte } from '../mysql/drizzle.ts';
import { webhookAccountEvents, webhookAccounts, webhookEvents } from '../mysql/schema.ts';
import { keptSince } from './retention.ts';

export interface PastEvent {
  number: number;
  /** The payload, but for the attempt. */
  payload: Record<string, unknown>;
}

export interface HistoryQuery {
  account: string;
  /** The number of an event: only later ones are read. */
  after: number;
  limit: number;
  /** Epoch milliseconds. */
  now: number;
}

/** The events of an account after a number, oldest first; only those of the last 30 days. */
export async function readHistory(
  executor: Executor,
  { account, after, limit, now }: HistoryQuery,
): Promise<PastEvent[]> {
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
        gte(webhookEvents.createdAt, keptSince(now)),
      ),
    )
    .orderBy(webhookAccountEvents.eventId)
    .limit(limit);
  return rows.map(({ number, body, ...matched }) => ({
    number,
    payload: { ...JSON.parse(body), ...matched },
  }));
}

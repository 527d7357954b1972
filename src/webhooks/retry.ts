import type { SQL } from 'drizzle-orm';
import type { Tier, TierLimits } from '../accounts/tiers.ts';
import { STATE } from '../domain/delivery-states.ts';
import type { Executor } from '../stores/mysql/database.ts';
import { and, eq, inArray, sql } from '../stores/mysql/drizzle.ts';
import { list } from '../stores/mysql/list.ts';
import { webhookDeliveries, webhookEndpoints } from '../stores/mysql/schema.ts';
import { type Allowance, allowances, spend } from './accounts.ts';

export type RetryRefusal = 'status' | 'disabled' | 'quota' | 'plan';

/** The most deliveries that one request queues again. */
export const MOST_RETRIED = 5_000;

const DEAD = [STATE.dead_lettered, STATE.failed];

const queuedAgain = (now: number) => ({
  attemptsBefore: sql`attempt`,
  state: sql`IF(attempt = 0, ${STATE.pending}, ${STATE.retrying})`,
  dueAt: new Date(now),
  owesQuota: false,
  requeued: true,
});

const quotaRefusal = ({ why }: Allowance): RetryRefusal => (why === 'used up' ? 'quota' : 'plan');

/**
 * Re-queues one delivery of an endpoint (both by number): it is due `now` (epoch milliseconds), with a fresh schedule of
 * attempts. One that was stored beyond the day's quota is counted now.
 * @returns null when done, why it was refused, or undefined when the endpoint has no such delivery.
 */
export async function retryDelivery(
  tx: Executor,
  tiers: Record<Tier, TierLimits>,
  { endpoint, delivery, now }: { endpoint: number; delivery: number; now: number },
): Promise<RetryRefusal | null | undefined> {
  const [stored] = await tx
    .select({ state: webhookDeliveries.state, owesQuota: webhookDeliveries.owesQuota })
    .from(webhookDeliveries)
    .where(and(eq(webhookDeliveries.id, delivery), eq(webhookDeliveries.endpointId, endpoint)))
    .for('update');
  if (!stored) return undefined;
  const [owner] = await tx
    .select({ isActive: webhookEndpoints.isActive, account: webhookEndpoints.accountId })
    .from(webhookEndpoints)
    .where(eq(webhookEndpoints.id, endpoint));
  if (!owner?.isActive) return 'disabled';
  if (!DEAD.some((state) => state === stored.state)) return 'status';
  if (stored.owesQuota) {
    const allowed = (await allowances(tx, tiers, [owner.account], now)).get(owner.account)!;
    if (allowed.left < 1) return quotaRefusal(allowed);
    await spend(tx, owner.account, 1, now);
  }
  await tx.update(webhookDeliveries).set(queuedAgain(now)).where(eq(webhookDeliveries.id, delivery));
  return null;
}

const deadLettersOf = (endpoint: number, condition?: SQL) =>
  and(inArray(webhookDeliveries.state, DEAD), eq(webhookDeliveries.endpointId, endpoint), condition);

export interface Retried {
  queued: number;
  /** Whether more meet the condition: beyond the limit of one request, or beyond the quota. */
  has_more: boolean;
  /** Why those that count toward the quota stay; null when none had to. */
  refusal: RetryRefusal | null;
}

/**
 * Re-queues the dead letters of an active endpoint that meet a condition, oldest first and at most 5,000: those that are
 * counted already, then those that the quota of its account still allows. They are due `now`, with a fresh schedule.
 */
export async function retryDeadLetters(
  tx: Executor,
  tiers: Record<Tier, TierLimits>,
  { endpoint, account, condition, now }: { endpoint: number; account: number; condition?: SQL; now: number },
): Promise<Retried> {
  const allowed = (await allowances(tx, tiers, [account], now)).get(account)!;
  const dead = async (owesQuota: boolean, most: number) => {
    const rows = await tx
      .select({ id: webhookDeliveries.id })
      .from(webhookDeliveries)
      .where(and(deadLettersOf(endpoint, condition), eq(webhookDeliveries.owesQuota, owesQuota)))
      .orderBy(webhookDeliveries.id)
      .limit(most + 1)
      .for('update');
    return rows.map(({ id }) => id);
  };
  const counted = await dead(false, MOST_RETRIED);
  const room = Math.max(0, MOST_RETRIED - counted.length);
  const owing = await dead(true, Math.min(room, allowed.left));
  const owed = owing.slice(0, Math.min(room, allowed.left));
  const ids = [...counted.slice(0, MOST_RETRIED), ...owed];
  if (ids.length > 0) {
    await tx
      .update(webhookDeliveries)
      .set(queuedAgain(now))
      .where(sql`${webhookDeliveries.id} IN (${list(ids)})`);
  }
  if (owed.length > 0) await spend(tx, account, owed.length, now);
  return {
    queued: ids.length,
    has_more: counted.length + owing.length > ids.length,
    refusal: owing.length > owed.length && allowed.left < room ? quotaRefusal(allowed) : null,
  };
}

import type { Tier, TierLimits } from '../accounts/tiers.ts';
import { STATE } from '../domain/delivery-states.ts';
import type { Executor } from '../mysql/database.ts';
import { and, eq, sql } from '../mysql/drizzle.ts';
import { webhookDeliveries, webhookEndpoints } from '../mysql/schema.ts';
import { allowances, spend } from './accounts.ts';

export type RetryRefusal = 'status' | 'disabled' | 'quota' | 'plan';

/**
 * Re-queues one delivery of an endpoint (both by number): it is due `now` (epoch milliseconds), with a fresh schedule of
 * attempts. One that was stored beyond the day's quota is counted now.
 * @returns null when it is done, why it is not, or undefined when the endpoint has no such delivery.
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
  if (stored.state !== STATE.dead_lettered && stored.state !== STATE.failed) return 'status';
  if (stored.owesQuota) {
    const allowed = (await allowances(tx, tiers, [owner.account], now)).get(owner.account)!;
    if (allowed.left < 1) return allowed.why === 'used up' ? 'quota' : 'plan';
    await spend(tx, owner.account, 1, now);
  }
  await tx
    .update(webhookDeliveries)
    .set({
      attemptsBefore: sql`attempt`,
      state: sql`IF(attempt = 0, ${STATE.pending}, ${STATE.retrying})`,
      dueAt: new Date(now),
      owesQuota: false,
    })
    .where(eq(webhookDeliveries.id, delivery));
  return null;
}

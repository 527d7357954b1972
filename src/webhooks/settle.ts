import type { SQL } from 'drizzle-orm';
import type { Tier, TierLimits } from '../accounts/tiers.ts';
import { type Settlement, type Settler, STATE } from '../domain/delivery-states.ts';
import { type Database, type Executor, inTransaction } from '../stores/mysql/database.ts';
import { and, eq, inArray, list, sql } from '../stores/mysql/drizzle.ts';
import { webhookDeliveries, webhookEndpoints } from '../stores/mysql/schema.ts';
import { type Choice, choiceOf, ofEndpoints } from './deliveries.ts';
import { type Allowance, allowances, spend } from './quota.ts';

const AT_ONCE = 1_000;
/** The most deliveries that one request of an account settles. */
const MOST_SETTLED = 5_000;

type Values = Parameters<ReturnType<Executor['update']>['set']>[0];

/**
 * Changes the deliveries that meet a condition, oldest first and at most `most`.
 * @returns how many, and whether there are more.
 */
async function changeSome(
  tx: Executor,
  condition: SQL | undefined,
  values: Values,
  most: number,
): Promise<{ changed: number; has_more: boolean }> {
  const rows = await tx
    .select({ id: webhookDeliveries.id })
    .from(webhookDeliveries)
    .where(condition)
    .orderBy(webhookDeliveries.id)
    .limit(most + 1)
    .for('update');
  const ids = rows.slice(0, most).map(({ id }) => id);
  if (ids.length > 0) {
    await tx
      .update(webhookDeliveries)
      .set(values)
      .where(sql`${webhookDeliveries.id} IN (${list(ids)})`);
  }
  return { changed: ids.length, has_more: rows.length > ids.length };
}

/** Changes all deliveries that meet a condition, in transactions of their own; changed ones no longer meet it. */
async function changeAll(database: Database, condition: SQL | undefined, values: Values): Promise<number> {
  for (let changed = 0; ; ) {
    const some = await inTransaction(database, (tx) => changeSome(tx, condition, values, AT_ONCE));
    changed += some.changed;
    if (!some.has_more) return changed;
  }
}

const settledAs = (as: Settlement, by: Settler, now: Date) => ({
  ...{
    delivered: { state: STATE.delivered, deliveredAt: now, lastError: null, dueAt: null },
    requeue: { state: STATE.retrying, attemptsBefore: sql`attempt`, dueAt: now, requeued: true },
    dead_letter: { state: STATE.dead_lettered, dueAt: null },
  }[as],
  settledAs: as,
  settledBy: by,
  settledAt: now,
  leaseToken: null,
});

const isUnknown = eq(webhookDeliveries.state, STATE.unknown);
/** What is queued again for a disabled endpoint would never be sent. */
const isOfActive = ofEndpoints(eq(webhookEndpoints.isActive, true));

export type RetryRefusal = 'status' | 'disabled' | 'quota' | 'plan';

/** The most deliveries that one request queues again. */
export const MOST_RETRIED = 5_000;

const DEAD = [STATE.dead_lettered, STATE.failed];
const isDead = inArray(webhookDeliveries.state, DEAD);

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

/** Settles unknown outcomes for an operator. Returns how many; deliveries of disabled endpoints are not re-queued. */
export const settleDeliveries = (database: Database, choice: Choice, as: Settlement, now: Date) =>
  changeAll(
    database,
    and(isUnknown, as === 'requeue' ? isOfActive : undefined, choiceOf(choice)),
    settledAs(as, 'operator', now),
  );

/** Re-queues dead letters of active endpoints, except those beyond a quota. Returns how many. */
export const requeueDeliveries = (database: Database, choice: Choice, now: Date) =>
  changeAll(
    database,
    and(isDead, isOfActive, eq(webhookDeliveries.owesQuota, false), choiceOf(choice)),
    queuedAgain(now.getTime()),
  );

/**
 * Settles unknown outcomes of one endpoint, for its account: oldest first and at most 5,000.
 * @returns how many, and whether there are more.
 */
export async function settleOwn(
  tx: Executor,
  { endpoint, as, choice, now }: { endpoint: number; as: Settlement; choice: Choice; now: Date },
): Promise<{ settled: number; has_more: boolean }> {
  const own = and(isUnknown, eq(webhookDeliveries.endpointId, endpoint), choiceOf(choice));
  const { changed, has_more } = await changeSome(tx, own, settledAs(as, 'account', now), MOST_SETTLED);
  return { settled: changed, has_more };
}

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
  { endpoint, account, choice, now }: { endpoint: number; account: number; choice: Choice; now: number },
): Promise<Retried> {
  const allowed = (await allowances(tx, tiers, [account], now)).get(account)!;
  const dead = (owesQuota: boolean) =>
    and(
      isDead,
      eq(webhookDeliveries.endpointId, endpoint),
      eq(webhookDeliveries.owesQuota, owesQuota),
      choiceOf(choice),
    );
  const counted = await changeSome(tx, dead(false), queuedAgain(now), MOST_RETRIED);
  const budget = MOST_RETRIED - counted.changed;
  const owing = await changeSome(
    tx,
    dead(true),
    queuedAgain(now),
    Math.max(0, Math.min(budget, allowed.left)),
  );
  if (owing.changed > 0) await spend(tx, account, owing.changed, now);
  return {
    queued: counted.changed + owing.changed,
    has_more: counted.has_more || owing.has_more,
    refusal: owing.has_more && allowed.left < budget ? quotaRefusal(allowed) : null,
  };
}

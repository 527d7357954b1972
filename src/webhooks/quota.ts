import type { SQL } from 'drizzle-orm';
import { dayOf } from '../accounts/history.ts';
import type { Tier, TierLimits } from '../accounts/tiers.ts';
import type { Database, Executor } from '../stores/mysql/database.ts';
import { and, count, desc, eq, gt, gte, inArray, isNull, lt, or, sql } from '../stores/mysql/drizzle.ts';
import { apiKeys, webhookAccounts, webhookEndpoints, webhookUnsent } from '../stores/mysql/schema.ts';
import { keptSince } from './retention.ts';

type Tiers = Record<Tier, TierLimits>;

const usedOn = (day: string) =>
  sql`IF(${webhookAccounts.quotaDay} = ${day}, ${webhookAccounts.quotaUsed}, 0)`.mapWith(Number);

/** The number of an account; inserts the account at its first webhook. */
export async function accountNumber(tx: Executor, account: string, now: number): Promise<number> {
  await tx
    .insert(webhookAccounts)
    .ignore()
    .values({ account, quotaDay: dayOf(now) });
  const [row] = await tx
    .select({ id: webhookAccounts.id })
    .from(webhookAccounts)
    .where(eq(webhookAccounts.account, account));
  return row!.id;
}

/** Keeps others from creating endpoints for the account, or counting its events, until the transaction ends. */
export const lockAccount = (tx: Executor, id: number) =>
  tx.select({ id: webhookAccounts.id }).from(webhookAccounts).where(eq(webhookAccounts.id, id)).for('update');

const usableAt = (now: number) =>
  and(eq(apiKeys.isActive, true), or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, new Date(now))));

/** Events a day that the best plan among the matching keys of each account allows; Infinity when unlimited. */
export async function limitsOf(tx: Executor, tiers: Tiers, accounts: string[], condition?: SQL) {
  const keys = await tx
    .selectDistinct({ account: apiKeys.account, tier: apiKeys.tier })
    .from(apiKeys)
    .where(and(inArray(apiKeys.account, accounts), condition));
  const limits = new Map<string, number>();
  for (const { account, tier } of keys) {
    const limit = tiers[tier as Tier]?.webhooks.events_per_day ?? Number.POSITIVE_INFINITY;
    limits.set(account, Math.max(limits.get(account) ?? 0, limit));
  }
  return limits;
}

export interface Allowance {
  /** Events a day; 0 without a plan or a key. */
  quota: number;
  /** How many of them may still be sent today. */
  left: number;
  why: 'used up' | 'no plan' | 'no key';
}

function allowance(limit: number | undefined, used: number): Allowance {
  if (limit === undefined) return { quota: 0, left: 0, why: 'no key' };
  return { quota: limit, left: Math.max(0, limit - used), why: limit === 0 ? 'no plan' : 'used up' };
}

/** Locks accounts, always in the same order, and returns how many events each may still be sent today. */
export async function allowances(
  tx: Executor,
  tiers: Tiers,
  ids: number[],
  now: number,
): Promise<Map<number, Allowance>> {
  if (ids.length === 0) return new Map();
  const sorted = [...ids].sort((a, b) => a - b);
  const rows = await tx
    .select({ id: webhookAccounts.id, account: webhookAccounts.account, used: usedOn(dayOf(now)) })
    .from(webhookAccounts)
    .where(inArray(webhookAccounts.id, sorted))
    .orderBy(webhookAccounts.id)
    .for('update');
  const accounts = rows.map(({ account }) => account);
  const limits = await limitsOf(tx, tiers, accounts, usableAt(now));
  return new Map(rows.map(({ id, account, used }) => [id, allowance(limits.get(account), used)]));
}

/** Adds to today's count of events; the account must be locked. */
export async function spend(tx: Executor, id: number, events: number, now: number): Promise<void> {
  const day = dayOf(now);
  // MySQL assigns from left to right. The query builder would set the day first, and continue yesterday's count.
  await tx.execute(
    sql`UPDATE ${webhookAccounts} SET quota_used = ${usedOn(day)} + ${events}, quota_day = ${day} WHERE id = ${id}`,
  );
}

/** How much of its quotas an account has used: active endpoints and today's events. */
export async function readQuota(executor: Executor, account: string, now: number) {
  const [row] = await executor
    .select({ events: usedOn(dayOf(now)), endpoints: count(webhookEndpoints.id) })
    .from(webhookAccounts)
    .leftJoin(
      webhookEndpoints,
      and(eq(webhookEndpoints.accountId, webhookAccounts.id), eq(webhookEndpoints.isActive, true)),
    )
    .where(eq(webhookAccounts.account, account))
    .groupBy(webhookAccounts.id);
  return row ?? { events: 0, endpoints: 0 };
}

const firstDay = (now: number) => dayOf(keptSince(now).getTime());

/**
 * How many more unsent deliveries each account may keep today: until sent and kept ones together reach twice its quota.
 * Without a plan or a key, the limit is once the quota of the best key that it ever had. The accounts must be locked.
 * @param allowed the accounts, by number.
 */
export async function keepBudgets(
  tx: Executor,
  tiers: Record<Tier, TierLimits>,
  allowed: Map<number, Allowance>,
  now: number,
): Promise<Map<number, number>> {
  if (allowed.size === 0) return new Map();
  const rows = await tx
    .select({
      id: webhookAccounts.id,
      account: webhookAccounts.account,
      kept: sql`COALESCE(${webhookUnsent.kept}, 0)`.mapWith(Number),
    })
    .from(webhookAccounts)
    .leftJoin(
      webhookUnsent,
      and(eq(webhookUnsent.accountId, webhookAccounts.id), eq(webhookUnsent.day, dayOf(now))),
    )
    .where(inArray(webhookAccounts.id, [...allowed.keys()]));
  const without = rows.filter(({ id }) => allowed.get(id)!.quota === 0).map(({ account }) => account);
  const earlier = without.length === 0 ? new Map<string, number>() : await limitsOf(tx, tiers, without);
  return new Map(
    rows.map(({ id, account, kept }) => {
      const { quota, left } = allowed.get(id)!;
      return [id, Math.max(0, (quota || (earlier.get(account) ?? 0)) + left - kept)];
    }),
  );
}

/** Counts deliveries of today that are not sent, kept or not; the account must be locked. */
export async function countUnsent(
  tx: Executor,
  account: number,
  { kept, notKept }: { kept: number; notKept: number },
  now: number,
): Promise<void> {
  await tx
    .insert(webhookUnsent)
    .values({ accountId: account, day: dayOf(now), kept, notKept })
    .onDuplicateKeyUpdate({
      set: {
        kept: sql`${webhookUnsent.kept} + ${kept}`,
        notKept: sql`${webhookUnsent.notKept} + ${notKept}`,
      },
    });
}

/** The days (UTC) among the last 30 on which an account's deliveries were not kept, and how many; newest first. */
export const readNotKept = (
  executor: Executor,
  account: string,
  now: number,
): Promise<{ day: string; deliveries: number }[]> =>
  executor
    .select({ day: webhookUnsent.day, deliveries: webhookUnsent.notKept })
    .from(webhookUnsent)
    .innerJoin(webhookAccounts, eq(webhookAccounts.id, webhookUnsent.accountId))
    .where(
      and(
        eq(webhookAccounts.account, account),
        gt(webhookUnsent.notKept, 0),
        gte(webhookUnsent.day, firstDay(now)),
      ),
    )
    .orderBy(desc(webhookUnsent.day));

/** Deletes the counts of days whose events are gone. */
export async function deleteOldUnsent(database: Database, now: Date): Promise<void> {
  await database.delete(webhookUnsent).where(lt(webhookUnsent.day, firstDay(now.getTime())));
}

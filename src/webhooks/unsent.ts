import type { Tier, TierLimits } from '../accounts/tiers.ts';
import type { Database, Executor } from '../stores/mysql/database.ts';
import { and, desc, eq, gt, gte, inArray, lt, sql } from '../stores/mysql/drizzle.ts';
import { webhookAccounts, webhookUnsent } from '../stores/mysql/schema.ts';
import { type Allowance, dayOf, limitsOf } from './accounts.ts';
import { keptSince } from './retention.ts';

const firstDay = (now: number) => dayOf(keptSince(now).getTime());

/**
 * How many more unsent deliveries each account may keep today: until sent and kept ones together reach twice its quota.
 * Without a plan or a key, the limit is once the quota of the best key that it ever had. The accounts must be locked.
 * @param allowed the accounts, by number.
 */
export async function roomToKeep(
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

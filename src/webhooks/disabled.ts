import type { Executor } from '../mysql/database.ts';
import { and, desc, eq } from '../mysql/drizzle.ts';
import { webhookAccounts, webhookEndpoints } from '../mysql/schema.ts';

/** The reason of an endpoint that was disabled because all sends to it failed. */
export const FAILING = 'failing';
const MOST_TOLD = 100;

/** The endpoints of an account that are disabled because all sends to them failed, the last first. */
export async function disabledAsFailing(executor: Executor, account: string) {
  const rows = await executor
    .select({
      id: webhookEndpoints.publicId,
      url: webhookEndpoints.url,
      disabledAt: webhookEndpoints.disabledAt,
    })
    .from(webhookEndpoints)
    .innerJoin(webhookAccounts, eq(webhookAccounts.id, webhookEndpoints.accountId))
    .where(and(eq(webhookAccounts.account, account), eq(webhookEndpoints.disabledReason, FAILING)))
    .orderBy(desc(webhookEndpoints.disabledAt))
    .limit(MOST_TOLD);
  return rows.map(({ id, url, disabledAt }) => ({ id, url, disabled_at: disabledAt!.toISOString() }));
}

/** The endpoints of all accounts that are disabled because all sends to them failed, the last first. */
export const allDisabledAsFailing = (executor: Executor): Promise<{ id: string; account: string }[]> =>
  executor
    .select({ id: webhookEndpoints.publicId, account: webhookAccounts.account })
    .from(webhookEndpoints)
    .innerJoin(webhookAccounts, eq(webhookAccounts.id, webhookEndpoints.accountId))
    .where(eq(webhookEndpoints.disabledReason, FAILING))
    .orderBy(desc(webhookEndpoints.disabledAt));

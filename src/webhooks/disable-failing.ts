import { type Database, inTransaction } from '../mysql/database.ts';
import { and, eq, sql } from '../mysql/drizzle.ts';
import { webhookEndpoints, webhookHealth } from '../mysql/schema.ts';
import { lockAccount } from './accounts.ts';
import { FAILING } from './disabled.ts';

/** An endpoint is disabled when all sends to it failed for this long, from the first failure to the last. */
export const FAILING_DAYS = 3;

const hasFailedFor = and(
  eq(webhookEndpoints.isActive, true),
  sql`${webhookHealth.lastFailureAt} >= ${webhookHealth.failingSince} + INTERVAL ${FAILING_DAYS} DAY`,
);

/** Disables an endpoint. False when it is no longer failing. */
const disable = (database: Database, endpoint: number, account: number, now: number) =>
  inTransaction(database, async (tx) => {
    await lockAccount(tx, account);
    const [row] = await tx
      .select({ id: webhookEndpoints.id })
      .from(webhookEndpoints)
      .innerJoin(webhookHealth, eq(webhookHealth.endpointId, webhookEndpoints.id))
      .where(and(eq(webhookEndpoints.id, endpoint), eq(webhookEndpoints.accountId, account), hasFailedFor))
      .for('update');
    if (!row) return false;
    await tx
      .update(webhookEndpoints)
      .set({ isActive: false, disabledReason: FAILING, disabledAt: new Date(now) })
      .where(eq(webhookEndpoints.id, endpoint));
    return true;
  });

/**
 * Disables the endpoints to which for three days all sends have failed.
 * @returns the public ids of those that were disabled.
 */
export async function disableFailing(database: Database, now: number): Promise<string[]> {
  const rows = await database
    .select({
      endpoint: webhookEndpoints.id,
      id: webhookEndpoints.publicId,
      account: webhookEndpoints.accountId,
    })
    .from(webhookHealth)
    .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, webhookHealth.endpointId))
    .where(hasFailedFor);
  const disabled: string[] = [];
  for (const { endpoint, id, account } of rows) {
    if (await disable(database, endpoint, account, now)) disabled.push(id);
  }
  return disabled;
}

import type { Tier, TierLimits } from '../accounts/tiers.ts';
import { endpointEvent } from '../domain/endpoint-event.ts';
import { type Database, type Executor, inTransaction } from '../mysql/database.ts';
import { and, eq, ne, sql } from '../mysql/drizzle.ts';
import { webhookEndpoints, webhookHealth } from '../mysql/schema.ts';
import { lockAccount } from './accounts.ts';
import { FAILING } from './disabled.ts';
import { storeEvents } from './fan-out.ts';
import type { Watcher } from './watchers.ts';

/** An endpoint is disabled when all sends to it failed for this long, from the first failure to the last. */
export const FAILING_DAYS = 3;
const DISABLED = 'endpoint.disabled';

interface Context {
  tiers: Record<Tier, TierLimits>;
  /** Epoch milliseconds. */
  now: number;
}

const hasFailedFor = and(
  eq(webhookEndpoints.isActive, true),
  sql`${webhookHealth.lastFailureAt} >= ${webhookHealth.failingSince} + INTERVAL ${FAILING_DAYS} DAY`,
);

/** The other active endpoints of an account that subscribe to the event, whatever they watch. */
async function subscribers(tx: Executor, account: number, but: number): Promise<Watcher[]> {
  const rows = await tx
    .select({ endpoint: webhookEndpoints.id, types: webhookEndpoints.eventTypes })
    .from(webhookEndpoints)
    .where(
      and(
        eq(webhookEndpoints.accountId, account),
        eq(webhookEndpoints.isActive, true),
        ne(webhookEndpoints.id, but),
        sql`FIND_IN_SET(${DISABLED}, ${webhookEndpoints.eventTypes})`,
      ),
    );
  return rows.map(({ endpoint, types }) => ({
    endpoint,
    account,
    types: new Set(types.split(',')),
    parcelScoped: false,
  }));
}

/** Disables an endpoint and queues its event, in one commit. False when it is no longer failing. */
const disable = (database: Database, endpoint: number, account: number, { tiers, now }: Context) =>
  inTransaction(database, async (tx) => {
    await lockAccount(tx, account);
    const [row] = await tx
      .select({
        id: webhookEndpoints.publicId,
        url: webhookEndpoints.url,
        failures: webhookHealth.failures,
        failingSince: webhookHealth.failingSince,
        lastSuccessAt: webhookHealth.lastSuccessAt,
      })
      .from(webhookEndpoints)
      .innerJoin(webhookHealth, eq(webhookHealth.endpointId, webhookEndpoints.id))
      .where(and(eq(webhookEndpoints.id, endpoint), eq(webhookEndpoints.accountId, account), hasFailedFor))
      .for('update');
    if (!row) return false;
    const disabledAt = new Date(now);
    await tx
      .update(webhookEndpoints)
      .set({ isActive: false, disabledReason: FAILING, disabledAt })
      .where(eq(webhookEndpoints.id, endpoint));
    const watchers = await subscribers(tx, account, endpoint);
    if (watchers.length === 0) return true;
    const at = disabledAt.toISOString();
    const event = endpointEvent(DISABLED, {
      id: row.id,
      at,
      fields: {
        endpoint_id: row.id,
        endpoint_url: row.url,
        disabled_reason: FAILING,
        disabled_at: at,
        failing_since: row.failingSince!.toISOString(),
        consecutive_failures: row.failures,
        last_success_at: row.lastSuccessAt?.toISOString() ?? null,
      },
    });
    await storeEvents(tx, [{ event, watchers }], tiers, now);
    return true;
  });

/**
 * Disables the endpoints to which for three days all sends have failed. Their accounts get an event at their other
 * endpoints that subscribe to it.
 * @returns the public ids of those that were disabled.
 */
export async function disableFailing(database: Database, context: Context): Promise<string[]> {
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
    if (await disable(database, endpoint, account, context)) disabled.push(id);
  }
  return disabled;
}

import { LIMITS } from '../../../accounts/limits.ts';
import { ApiError } from '../../../domain/problems.ts';
import type { Executor } from '../../../stores/mysql/database.ts';
import { and, desc, eq } from '../../../stores/mysql/drizzle.ts';
import { webhookEndpoints } from '../../../stores/mysql/schema.ts';

const MINUTE = 60_000;

/** When the latest endpoints of an account were created, epoch milliseconds. */
async function latestCreations(tx: Executor, account: number): Promise<number[]> {
  const latest = (active: boolean) =>
    tx
      .select({ at: webhookEndpoints.createdAt })
      .from(webhookEndpoints)
      .where(and(eq(webhookEndpoints.accountId, account), eq(webhookEndpoints.isActive, active)))
      .orderBy(desc(webhookEndpoints.id))
      .limit(LIMITS.endpointsAMinute);
  // Each query reads only the end of its part of the index, however many endpoints there are.
  return [...(await latest(true)), ...(await latest(false))].map(({ at }) => at.getTime());
}

/**
 * Refuses another endpoint to an account that has created its share in the last minute; the account must be locked.
 * @param now epoch milliseconds.
 * @throws ApiError 429 that says when there is room again.
 */
export async function checkCreations(tx: Executor, account: number, now: number): Promise<void> {
  const lately = (await latestCreations(tx, account)).filter((at) => at > now - MINUTE).sort((a, b) => b - a);
  const full = lately[LIMITS.endpointsAMinute - 1];
  if (full === undefined) return;
  const wait = Math.max(1, Math.ceil((full + MINUTE - now) / 1000));
  throw new ApiError(
    'burst_limit',
    `The account has created ${LIMITS.endpointsAMinute} webhook endpoints in a minute; try again in ${wait} s`,
    { 'retry-after': String(wait) },
  );
}

import type { Database } from '../mysql/database.ts';
import { and, like, lt, not, or } from '../mysql/drizzle.ts';
import { usageCounters } from '../mysql/schema.ts';

const ACCOUNT_MONTHS = 24;

const monthBefore = (now: Date, months: number): string =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1)).toISOString().slice(0, 7);

/**
 * Deletes counters that nobody needs: those of addresses, which are personal data, when their month is over, those
 * of accounts after two years. Returns how many.
 */
export async function deleteOldCounters(database: Database, now: Date): Promise<number> {
  const addresses = like(usageCounters.subject, 'ip:%');
  const [result] = await database
    .delete(usageCounters)
    .where(
      or(
        and(addresses, lt(usageCounters.month, monthBefore(now, 0))),
        and(not(addresses), lt(usageCounters.month, monthBefore(now, ACCOUNT_MONTHS))),
      ),
    );
  return result.affectedRows;
}

import type { Database } from '../stores/mysql/database.ts';
import { and, like, lt, not, or } from '../stores/mysql/drizzle.ts';
import { signups, usageCounters, usageDays } from '../stores/mysql/schema.ts';
import { dayOf, firstDay } from './history.ts';

const ACCOUNT_MONTHS = 24;

const monthBefore = (now: Date, months: number): string =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1)).toISOString().slice(0, 7);

/**
 * Deletes counters that are no longer needed: those of addresses, which are personal data, when their month is over,
 * and those of accounts after two years. Returns how many.
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

/** Deletes what is kept by day: use of keys after 90 days, addresses that signed up after their day. Returns how many. */
export async function deleteOldDays(database: Database, now: Date): Promise<number> {
  const time = now.getTime();
  const [used] = await database.delete(usageDays).where(lt(usageDays.day, firstDay(time)));
  const [signed] = await database.delete(signups).where(lt(signups.day, dayOf(time)));
  return used.affectedRows + signed.affectedRows;
}

import type { ResultSetHeader } from 'mysql2/promise';
import { type Database, type Executor, timed } from '../stores/mysql/database.ts';
import { and, eq, sql } from '../stores/mysql/drizzle.ts';
import { usageCounters } from '../stores/mysql/schema.ts';

/** What a subject has used: lookups in a month, and requests in the minute of its burst window. */
export interface Used {
  lookups: number;
  burst: number;
}

export interface Reservation {
  subject: string;
  /** `YYYY-MM` (UTC). */
  month: string;
  /** Minutes since 1970 (UTC). */
  minute: number;
  wanted: number;
  /** Lookups to give back from an earlier reservation. */
  unused: number;
  limits: { lookups: number; burst: number };
}

const BURST_BITS = 24;
const MOST_BURST = 2 ** BURST_BITS - 1;

// The three statements below are raw SQL: every request may need one, and Drizzle takes five times as long to build it.

/**
 * One statement, one round trip: gives back what was unused, grants what both limits still allow, and returns the
 * state before. MySQL has no RETURNING: the state comes back as the insert id, lookups above and burst below.
 * Assignments are evaluated from left to right, so `granted` is computed from the old values and used by the next.
 */
const RESERVE = `
  INSERT INTO usage_counters (subject, month, lookups, burst_minute, burst_used, granted)
  VALUES (:subject, :month, :first, :minute, :first, :first)
  ON DUPLICATE KEY UPDATE
    granted = LEAST(
        :wanted,
        GREATEST(CAST(:lookupLimit AS SIGNED) - CAST(lookups - LEAST(lookups, :unused) AS SIGNED), 0),
        GREATEST(CAST(:burstLimit AS SIGNED) - CAST(IF(burst_minute < :minute, 0, burst_used) AS SIGNED), 0)
      ) + 0 * LAST_INSERT_ID(
        ((lookups - LEAST(lookups, :unused)) << ${BURST_BITS})
        | LEAST(IF(burst_minute < :minute, 0, burst_used), ${MOST_BURST})
      ),
    lookups = lookups - LEAST(lookups, :unused) + granted,
    burst_used = IF(burst_minute < :minute, 0, burst_used) + granted,
    burst_minute = GREATEST(burst_minute, :minute)`;

function stateBefore({ insertId }: ResultSetHeader): Used {
  const state = BigInt(insertId);
  return { lookups: Number(state >> BigInt(BURST_BITS)), burst: Number(state & BigInt(MOST_BURST)) };
}

/** Reserves up to `wanted` lookups. Throws when MySQL does not answer. */
export async function reserve(
  database: Database,
  { subject, month, minute, wanted, unused, limits }: Reservation,
): Promise<{ granted: number; before: Used }> {
  const first = Math.min(wanted, limits.lookups, limits.burst);
  const parameters = {
    subject,
    month,
    minute,
    wanted,
    unused,
    first,
    lookupLimit: limits.lookups,
    burstLimit: limits.burst,
  };
  const [result] = await timed(
    database.$client.query<ResultSetHeader>({ sql: RESERVE, namedPlaceholders: true }, parameters),
    database,
  );
  const before = stateBefore(result);
  const left = Math.min(limits.lookups - before.lookups, limits.burst - before.burst);
  return { granted: Math.max(0, Math.min(wanted, left)), before };
}

const COUNT = `
  INSERT INTO usage_counters (subject, month, burst_minute, burst_used, granted)
  VALUES (:subject, :month, :minute, 1, 1)
  ON DUPLICATE KEY UPDATE
    granted = IF(IF(burst_minute < :minute, 0, burst_used) < :limit, 1, 0) + 0 * LAST_INSERT_ID(
        (lookups << ${BURST_BITS}) | LEAST(IF(burst_minute < :minute, 0, burst_used), ${MOST_BURST})
      ),
    burst_used = IF(burst_minute < :minute, 0, burst_used) + granted,
    burst_minute = GREATEST(burst_minute, :minute)`;

/** Counts a request that costs no lookup; `limit` is that of the minute. Throws when MySQL does not answer. */
export async function countRequest(
  database: Database,
  request: { subject: string; month: string; minute: number; limit: number },
): Promise<{ granted: boolean; before: Used }> {
  const [result] = await timed(
    database.$client.query<ResultSetHeader>({ sql: COUNT, namedPlaceholders: true }, request),
    database,
  );
  const before = stateBefore(result);
  return { granted: before.burst < request.limit, before };
}

/** Counts in the month alone: the request that needs the lookups already counts in the minute. */
const RESERVE_ALL = `
  INSERT INTO usage_counters (subject, month, lookups, granted)
  VALUES (:subject, :month, :first, :first)
  ON DUPLICATE KEY UPDATE
    granted = IF(lookups + :wanted <= :limit, :wanted, 0) + 0 * LAST_INSERT_ID(lookups),
    lookups = lookups + granted`;

/** Reserves all of `wanted` lookups or none; `before` is what was booked. Throws when MySQL does not answer. */
export async function reserveAll(
  database: Database,
  { subject, month, wanted, limit }: { subject: string; month: string; wanted: number; limit: number },
): Promise<{ granted: boolean; before: number }> {
  const first = wanted <= limit ? wanted : 0;
  const [result] = await timed(
    database.$client.query<ResultSetHeader>(
      { sql: RESERVE_ALL, namedPlaceholders: true },
      { subject, month, wanted, limit, first },
    ),
    database,
  );
  const before = result.insertId;
  return { granted: before + wanted <= limit, before };
}

const rowOf = (subject: string, month: string) =>
  and(eq(usageCounters.subject, subject), eq(usageCounters.month, month));

/** Gives back reserved lookups that were not used. */
export async function giveBack(
  executor: Executor,
  { subject, month, unused }: { subject: string; month: string; unused: number },
): Promise<void> {
  const returned = executor
    .update(usageCounters)
    .set({ lookups: sql`lookups - LEAST(lookups, ${unused})` })
    .where(rowOf(subject, month));
  await timed(returned.execute(), executor);
}

/** What is booked for a subject, including blocks that processes hold unused. */
export async function readUsed(
  executor: Executor,
  subject: string,
  month: string,
  minute: number,
): Promise<Used> {
  const read = executor.select().from(usageCounters).where(rowOf(subject, month));
  const [row] = await timed(read.execute(), executor);
  if (!row) return { lookups: 0, burst: 0 };
  return { lookups: row.lookups, burst: row.burstMinute < minute ? 0 : row.burstUsed };
}

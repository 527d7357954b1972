import type { ResultSetHeader } from 'mysql2/promise';
import { type Database, type Executor, timed } from '../stores/mysql/database.ts';
import { and, eq, sql } from '../stores/mysql/drizzle.ts';
import { usageCounters } from '../stores/mysql/schema.ts';

/** What a subject has used: lookups in a month, and requests in the minute of its burst window. */
export interface Used {
  lookups: number;
  burst: number;
}

interface Reservation {
  subject: string;
  /** `YYYY-MM` (UTC). */
  month: string;
  /** Minutes since 1970 (UTC). */
  minute: number;
  wanted: number;
  /** Lookups to give back from an earlier reservation. */
  unused: number;
  lookupLimit: number;
  burstLimit: number;
}

/** As many as are wanted and the limits allow; none if that is less than `least`. Its members are parameters of `BOOK`. */
interface Booking extends Reservation {
  least: number;
  /** What each counts in the month, and in the minute. */
  perLookup: 0 | 1;
  perBurst: 0 | 1;
}

const UNLIMITED = Number.MAX_SAFE_INTEGER;

/** What a row has after unused lookups are given back, and in the minute of the booking. */
const LOOKUPS = 'lookups - LEAST(lookups, :unused)';
const BURST = 'IF(burst_minute < :minute, 0, burst_used)';
const MOST = `LEAST(
  :wanted,
  CAST(:lookupLimit AS SIGNED) - CAST(${LOOKUPS} AS SIGNED),
  CAST(:burstLimit AS SIGNED) - CAST(${BURST} AS SIGNED))`;

/**
 * Adds 0, and reports the row before the booking as the insert id: MySQL returns no rows from an upsert, only the number given
 * to LAST_INSERT_ID. Its upper 32 bits are lookups, its lower 32 the burst. Reading the row would take another round trip.
 */
const AND_REPORT_STATE = `0 * LAST_INSERT_ID(((${LOOKUPS}) << 32) | ${BURST})`;

// Raw SQL: every request may need it, and Drizzle takes five times as long to build it. Assignments are evaluated from left
// to right, so `granted` is computed from the old values and used by the next.
const BOOK = `
  INSERT INTO usage_counters (subject, month, lookups, burst_minute, burst_used, granted)
  VALUES (:subject, :month, :first * :perLookup, :minute, :first * :perBurst, :first)
  ON DUPLICATE KEY UPDATE
    granted = IF(${MOST} < :least, 0, ${MOST}) + ${AND_REPORT_STATE},
    lookups = ${LOOKUPS} + :perLookup * granted,
    burst_used = ${BURST} + :perBurst * granted,
    burst_minute = GREATEST(burst_minute, :minute)`;

/** How many a state allows: the same rule as that of `granted` in `BOOK`. */
function allowed({ wanted, least, lookupLimit, burstLimit }: Booking, { lookups, burst }: Used): number {
  const most = Math.min(wanted, lookupLimit - lookups, burstLimit - burst);
  return most < least ? 0 : most;
}

/** Books in one round trip. @returns how many are granted, and the state before. Throws when MySQL does not answer. */
async function book(database: Database, booking: Booking): Promise<{ granted: number; before: Used }> {
  const parameters = { ...booking, first: allowed(booking, { lookups: 0, burst: 0 }) };
  const [{ insertId }] = await timed(
    database.$client.query<ResultSetHeader>({ sql: BOOK, namedPlaceholders: true }, parameters),
    database,
  );
  const state = BigInt.asUintN(64, BigInt(insertId));
  const before = { lookups: Number(state >> 32n), burst: Number(BigInt.asUintN(32, state)) };
  return { granted: allowed(booking, before), before };
}

/** Reserves up to `wanted` lookups. Throws when MySQL does not answer. */
export const reserve = (
  database: Database,
  reservation: Reservation,
): Promise<{ granted: number; before: Used }> =>
  book(database, { ...reservation, least: 1, perLookup: 1, perBurst: 1 });

/** Counts a request that costs no lookup; `limit` is that of the minute. Throws when MySQL does not answer. */
export async function countRequest(
  database: Database,
  { limit, ...row }: { subject: string; month: string; minute: number; limit: number },
): Promise<{ granted: boolean; before: Used }> {
  const minuteAlone = { lookupLimit: UNLIMITED, burstLimit: limit, perLookup: 0, perBurst: 1 } as const;
  const { granted, before } = await book(database, {
    ...row,
    wanted: 1,
    least: 1,
    unused: 0,
    ...minuteAlone,
  });
  return { granted: granted > 0, before };
}

/**
 * Reserves all of `wanted` lookups or none; `before` is what was booked. They count in the month alone: the request that
 * needs them already counts in the minute. Throws when MySQL does not answer.
 */
export async function reserveAll(
  database: Database,
  { limit, ...row }: { subject: string; month: string; wanted: number; limit: number },
): Promise<{ granted: boolean; before: number }> {
  const monthAlone = { lookupLimit: limit, burstLimit: UNLIMITED, perLookup: 1, perBurst: 0 } as const;
  const all = { ...row, minute: 0, least: row.wanted, unused: 0, ...monthAlone };
  const { granted, before } = await book(database, all);
  return { granted: granted > 0, before: before.lookups };
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

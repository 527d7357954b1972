import type { Database } from '../stores/mysql/database.ts';
import { and, eq, gte, sql } from '../stores/mysql/drizzle.ts';
import { retried } from '../stores/mysql/retry.ts';
import { usageDays } from '../stores/mysql/schema.ts';

export const DAYS_KEPT = 90;
const DAY = 86_400_000;
const ROWS_AT_ONCE = 500;

/** The UTC day of a time, `YYYY-MM-DD`. */
export const dayOf = (now: number): string => new Date(now).toISOString().slice(0, 10);

/** The first of the days that are kept. */
export const firstDay = (now: number): string => dayOf(now - (DAYS_KEPT - 1) * DAY);

export interface DayOfUse {
  day: string;
  /** Requests that counted in the minute. */
  requests: number;
  lookups: number;
}

type Counted = typeof usageDays.$inferSelect;

/**
 * Daily use of keys. It is added up in this process and written from time to time, so that no request waits for it: a
 * process that is killed loses what it has not written. The limits do not depend on it.
 */
export function createHistory(database: Database, now: () => number = Date.now) {
  let waiting = new Map<string, Counted>();
  /** Reads and writes wait for each other, so a read finds each count either waiting or written, never both or neither. */
  let written: Promise<void> = Promise.resolve();
  const readings = new Set<Promise<DayOfUse[]>>();
  /** Every request asks for the day, so its text is made only once. */
  let today = { number: -1, day: '' };

  function add({ account, keyId, day, requests, lookups }: Counted): void {
    const name = `${keyId} ${day}`;
    const counted = waiting.get(name);
    if (!counted) {
      waiting.set(name, { account, keyId, day, requests, lookups });
      return;
    }
    counted.requests += requests;
    counted.lookups += lookups;
  }

  async function write(rows: Counted[]): Promise<void> {
    const added = { requests: sql`requests + VALUES(requests)`, lookups: sql`lookups + VALUES(lookups)` };
    const insert = database.insert(usageDays).values(rows).onDuplicateKeyUpdate({ set: added });
    await retried(async () => insert.execute());
  }

  async function writeAll(): Promise<void> {
    // In the same order in every process, so that they cannot deadlock.
    const rows = [...waiting.values()].sort((a, b) => (a.keyId < b.keyId ? -1 : 1));
    waiting = new Map();
    for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
      try {
        await write(rows.slice(at, at + ROWS_AT_ONCE));
      } catch (error) {
        for (const row of rows.slice(at)) add(row);
        throw error;
      }
    }
  }

  async function readDays(account: string, keyId?: string): Promise<DayOfUse[]> {
    const first = firstDay(now());
    const days = new Map<string, DayOfUse>();
    for (let at = 0; at < DAYS_KEPT; at++) {
      const day = dayOf(Date.parse(first) + at * DAY);
      days.set(day, { day, requests: 0, lookups: 0 });
    }
    const count = ({ day, requests, lookups }: DayOfUse) => {
      const shown = days.get(day);
      if (!shown) return;
      shown.requests += requests;
      shown.lookups += lookups;
    };
    const chosen = [eq(usageDays.account, account), gte(usageDays.day, first)];
    if (keyId !== undefined) chosen.push(eq(usageDays.keyId, keyId));
    const rows = await database
      .select({
        day: usageDays.day,
        requests: sql`SUM(${usageDays.requests})`.mapWith(Number),
        lookups: sql`SUM(${usageDays.lookups})`.mapWith(Number),
      })
      .from(usageDays)
      .where(and(...chosen))
      .groupBy(usageDays.day);
    rows.forEach(count);
    for (const row of waiting.values()) {
      if (row.account === account && (keyId === undefined || row.keyId === keyId)) count(row);
    }
    return [...days.values()];
  }

  return {
    /** The current UTC day. */
    today(): string {
      const number = Math.floor(now() / DAY);
      if (number !== today.number) today = { number, day: dayOf(number * DAY) };
      return today.day;
    },
    /** Counts use of a key on a day. Negative lookups are given back. */
    add(key: { account: string; id: string }, day: string, requests: number, lookups: number): void {
      add({ account: key.account, keyId: key.id, day, requests, lookups });
    },
    /** Writes what has been counted. What cannot be written is kept for the next time. */
    flush(): Promise<void> {
      const done = Promise.allSettled([written, ...readings]).then(writeAll);
      written = done.catch(() => {});
      return done;
    },
    /** The last 90 days of an account, or of one of its keys, oldest first; without gaps. */
    read(account: string, keyId?: string): Promise<DayOfUse[]> {
      const days = written.then(() => readDays(account, keyId));
      readings.add(days);
      return days.finally(() => readings.delete(days));
    },
  };
}
export type History = ReturnType<typeof createHistory>;

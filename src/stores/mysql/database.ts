import type { Duplex } from 'node:stream';
import type { MySql2Database } from 'drizzle-orm/mysql2';
import type { PoolConnection, Query } from 'mysql2';
import mysql from 'mysql2/promise';
import pTimeout from 'p-timeout';
import { type Clock, startTimer } from '../../domain/timer.ts';
import { drizzle, sql } from './drizzle.ts';
import { hostOptions } from './hosts.ts';
import { retried } from './retry.ts';

/** Longest connection attempt, in milliseconds; together with QUERY_TIMEOUT, at most the 3 s of a 503. */
const CONNECT_TIMEOUT = 1_500;
/** Longest statement of a request, in milliseconds. */
const QUERY_TIMEOUT = 1_500;

/** What each connection sets, whatever the server's own settings: without a strict mode, values are truncated silently. */
const SESSION = [
  'SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED',
  "SET SESSION sql_mode = 'STRICT_TRANS_TABLES,NO_ENGINE_SUBSTITUTION', time_zone = '+00:00'",
];

/** What runs a statement: the pool, or the connection of a transaction. */
export type Executor = MySql2Database;
export type Database = Executor & { $client: mysql.Pool };

/** How long a statement may take on the pools that `cutHungStatements` watches. */
const longestOf = new WeakMap<Executor, number>();

/** Waits for a statement of a request. Throws when it takes longer than 1.5 s, or than the time set for `database`. */
export const timed = <T>(work: Promise<T>, database?: Executor): Promise<T> =>
  pTimeout(work, {
    milliseconds: (database && longestOf.get(database)) ?? QUERY_TIMEOUT,
    message: new Error('MySQL did not answer in time'),
  });

/**
 * Opens a pool for `url` (`mysql://user:password@host:port/database`; of several hosts, the one that takes writes).
 * Connections are made when needed, and read only committed data.
 * @param connectTimeout milliseconds that a connection attempt may take.
 */
export function openDatabase(url: string, connections = 10, connectTimeout = CONNECT_TIMEOUT): Database {
  const pool = mysql.createPool({
    ...hostOptions(url),
    connectionLimit: connections,
    queueLimit: 1_000,
    connectTimeout,
    timezone: 'Z',
    charset: 'utf8mb4',
    supportBigNumbers: true,
    bigNumberStrings: true,
    enableKeepAlive: true,
  });
  // Once for each connection: for each transaction, it would cost a round trip.
  pool.pool.on('connection', (connection: PoolConnection) => {
    for (const setting of SESSION) {
      connection.query(setting, (error) => {
        if (error) connection.destroy();
      });
    }
  });
  return drizzle(pool);
}

/** The socket of a driver's connection, which mysql2's types leave out. */
const socketOf = (connection: object) => (connection as { stream: Duplex }).stream;

/**
 * Ends the connection of a hanging statement, so that the pool makes a new one. Without this, a silent server would use
 * up every connection of an API process or dispatcher. Drizzle does not pass on a statement's timeout, and mysql2 has no
 * event for statements, so `query` of each connection is wrapped.
 * @param longest how long a statement may be silent, in milliseconds.
 */
export function cutHungStatements(
  database: Database,
  longest = QUERY_TIMEOUT,
  clock: Pick<Clock, 'startTimer'> = { startTimer },
): void {
  longestOf.set(database, longest);
  database.$client.pool.on('connection', (connection: PoolConnection) => {
    const query = connection.query.bind(connection) as (...args: unknown[]) => Query;
    const watched = (...args: unknown[]) => {
      const command = query(...args);
      const hung = new Error('MySQL did not answer in time');
      let rows = 0;
      let stop = () => {};
      const wait = () => {
        const before = rows;
        // Rows that are read one at a time may take as long as their reader needs.
        stop = clock.startTimer(longest, () => (rows > before ? wait() : socketOf(connection).destroy(hung)));
      };
      wait();
      return command.on('result', () => rows++).once('end', () => stop());
    };
    connection.query = watched as typeof connection.query;
  });
}

/**
 * How a transaction commits: calls `commit`, or throws to roll it back. After `milliseconds` of the clock, the connection is
 * ended; then it is unknown whether the transaction was committed.
 */
export type Commit = (
  commit: (milliseconds: number, clock: Pick<Clock, 'startTimer'>) => Promise<void>,
) => Promise<void>;

/** Commits; if that takes too long, ends the connection, which makes the commit fail. */
async function commitWithin(
  connection: mysql.PoolConnection,
  ...[milliseconds, clock]: Parameters<Parameters<Commit>[0]>
): Promise<void> {
  const socket = socketOf(connection.connection);
  const late = new Error('MySQL did not commit in time');
  const stop = clock.startTimer(milliseconds, () => socket.destroy(late));
  await connection.commit().finally(stop);
}

/**
 * Runs `work` in one transaction under READ COMMITTED. It restarts when it loses a race for its rows. If `work` throws, all
 * of it is rolled back.
 * @param commit decides whether and when it commits; by default it always does.
 */
export function inTransaction<T>(
  database: Database,
  work: (tx: Executor) => Promise<T>,
  commit?: Commit,
): Promise<T> {
  return retried(async () => {
    const connection = await database.$client.getConnection();
    try {
      await connection.beginTransaction();
      const result = await work(drizzle(connection));
      if (commit) await commit((...within) => commitWithin(connection, ...within));
      else await connection.commit();
      connection.release();
      return result;
    } catch (error) {
      await connection.rollback().then(
        () => connection.release(),
        () => connection.destroy(),
      );
      throw error;
    }
  });
}

/** The name of the database in use: part of lock names, which the whole server shares. */
export async function databaseName(executor: Executor): Promise<string> {
  const [row] = await executor.select({ name: sql<string>`DATABASE()` }).from(sql`DUAL`);
  return row!.name;
}

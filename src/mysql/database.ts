import type { Duplex } from 'node:stream';
import type { MySql2Database } from 'drizzle-orm/mysql2';
import type { PoolConnection, Query } from 'mysql2';
import mysql from 'mysql2/promise';
import { startTimer } from '../timer.ts';
import { drizzle, sql } from './drizzle.ts';
import { retried } from './retry.ts';

/** Longest that a connection attempt may take, in milliseconds; with QUERY_TIMEOUT below the 3 s of a 503. */
const CONNECT_TIMEOUT = 1_500;
/** Longest that one statement of a request may take, in milliseconds. */
const QUERY_TIMEOUT = 1_500;

/** What runs a statement: the pool, or the connection of a transaction. */
export type Executor = MySql2Database;
export type Database = Executor & { $client: mysql.Pool };

/** Waits for a statement, no longer than a request may take. Throws when it takes longer. */
export async function timed<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('MySQL did not answer in time')), QUERY_TIMEOUT);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Opens a pool on `url` (`mysql://user:password@host:port/database`); connections are made when needed. */
export function openDatabase(url: string, connections = 10): Database {
  const pool = mysql.createPool({
    uri: url,
    connectionLimit: connections,
    queueLimit: 1_000,
    connectTimeout: CONNECT_TIMEOUT,
    timezone: 'Z',
    charset: 'utf8mb4',
    supportBigNumbers: true,
    bigNumberStrings: true,
    enableKeepAlive: true,
  });
  return drizzle(pool);
}

/**
 * Ends the connection of a hanging statement, so that the pool makes a new one. Without this, a silent server would use
 * up every connection of an API process or dispatcher.
 * @param longest that a statement may take, in milliseconds.
 */
export function cutHungStatements(database: Database, longest = QUERY_TIMEOUT): void {
  database.$client.pool.on('connection', (connection: PoolConnection & { stream?: Duplex }) => {
    const query = connection.query.bind(connection) as (...given: unknown[]) => Query;
    const watched = (...given: unknown[]) => {
      const command = query(...given);
      const hung = new Error('MySQL did not answer in time');
      return command.once(
        'end',
        startTimer(longest, () => connection.stream?.destroy(hung)),
      );
    };
    connection.query = watched as typeof connection.query;
  });
}

/**
 * How a transaction commits: calls `commit`, or throws to roll it back. After `milliseconds` the connection is ended:
 * whether the transaction was committed is then unknown.
 */
export type Commit = (commit: (milliseconds: number) => Promise<void>) => Promise<void>;

/** Commits within a time; after it the connection is ended, which fails the commit. */
async function commitWithin(connection: mysql.PoolConnection, milliseconds: number): Promise<void> {
  const { stream } = connection.connection as unknown as { stream: Duplex };
  const late = new Error('MySQL did not commit in time');
  const stop = startTimer(milliseconds, () => stream.destroy(late));
  await connection.commit().finally(stop);
}

/**
 * Runs `work` in one transaction under READ COMMITTED. It restarts when it loses a race for its rows. What `work` throws
 * rolls all of it back.
 * @param work is given what runs a statement in the transaction.
 * @param how it commits; without a condition when not given.
 */
export function inTransaction<T>(
  database: Database,
  work: (tx: Executor) => Promise<T>,
  how?: Commit,
): Promise<T> {
  return retried(async () => {
    const connection = await database.$client.getConnection();
    try {
      await connection.query('SET TRANSACTION ISOLATION LEVEL READ COMMITTED');
      await connection.beginTransaction();
      const result = await work(drizzle(connection));
      if (how) await how((milliseconds) => commitWithin(connection, milliseconds));
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

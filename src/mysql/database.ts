import type { Duplex } from 'node:stream';
import type { MySql2Database } from 'drizzle-orm/mysql2';
import type { PoolConnection, Query } from 'mysql2';
import mysql from 'mysql2/promise';
import { startTimer } from '../timer.ts';
import { drizzle } from './drizzle.ts';
import { retried } from './retry.ts';
import * as schema from './schema.ts';

/** Longest that a connection attempt may take, in milliseconds; with QUERY_TIMEOUT below the 3 s of a 503. */
const CONNECT_TIMEOUT = 1_500;
/** Longest that one statement of a request may take, in milliseconds. */
const QUERY_TIMEOUT = 1_500;

export type Database = MySql2Database<typeof schema> & { $client: mysql.Pool };

/** Waits for a statement of a request, but not longer than a request may. Throws when it takes longer. */
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
  return drizzle(pool, { schema, mode: 'default' });
}

/**
 * Ends the connection of a statement that hangs, so that the pool makes a new one: for pools that serve requests and for
 * dispatchers, where a server that has gone silent would else use up every connection for good.
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
 * How a transaction commits: calls `commit`, or throws to have it rolled back. What is not committed after
 * `milliseconds` is cut off together with its connection: whether it was committed is not known then.
 */
export type Commit = (commit: (milliseconds: number) => Promise<void>) => Promise<void>;

/** Commits, but not longer than a time: then the connection is ended, which fails the commit. */
async function commitWithin(connection: mysql.PoolConnection, milliseconds: number): Promise<void> {
  const { stream } = connection.connection as unknown as { stream: Duplex };
  const late = new Error('MySQL did not commit in time');
  const stop = startTimer(milliseconds, () => stream.destroy(late));
  await connection.commit().finally(stop);
}

/**
 * Runs `work` in one transaction under READ COMMITTED, and again from its beginning when it loses a race for its rows.
 * What `work` throws rolls all of it back.
 * @param how it commits; without a condition when not given.
 */
export function inTransaction<T>(
  database: Database,
  work: (connection: mysql.PoolConnection) => Promise<T>,
  how?: Commit,
): Promise<T> {
  return retried(async () => {
    const connection = await database.$client.getConnection();
    try {
      await connection.query('SET TRANSACTION ISOLATION LEVEL READ COMMITTED');
      await connection.beginTransaction();
      const result = await work(connection);
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
export async function databaseName(database: Database): Promise<string> {
  const [rows] = await database.$client.query<mysql.RowDataPacket[]>('SELECT DATABASE() AS name');
  return String(rows[0]?.name);
}

import type { PoolConnection, RowDataPacket } from 'mysql2/promise';
import pTimeout from 'p-timeout';
import type { Database } from './database.ts';
import { isReadOnly } from './hosts.ts';

/** How long MySQL keeps a lock's idle connection, in seconds. */
const LONGEST_SILENCE = 86_400;
/** How often the connection is used, in milliseconds: firewalls and proxies cut idle ones, too. */
const BEAT = 10_000;
const ANSWER_TIMEOUT = 15_000;

const LOST =
  'The lock in MySQL that keeps others from doing the same was lost, so this was stopped. Run the same command again.';

/** The connection that held a lock is gone, and the lock with it: another process may hold it now. */
export class LockLost extends Error {}

/** Returns a function that throws LockLost unless the connection still holds the lock. Once lost, it stays lost. */
function watchLock(connection: PoolConnection, name: string) {
  let lost: LockLost | null = null;
  const ask = async () => {
    const sql = 'SELECT IS_USED_LOCK(?) = CONNECTION_ID() AS held, @@global.read_only AS readOnly';
    const [rows] = await connection.query<RowDataPacket[]>({ sql, values: [name], timeout: ANSWER_TIMEOUT });
    // Another server takes writes then, where another process could take this lock.
    if (isReadOnly(rows[0]?.readOnly)) return 'the server has become read-only';
    return Number(rows[0]?.held) === 1 ? null : 'another connection holds it, or none';
  };
  return async (): Promise<void> => {
    const gone = ({ message }: Error) => {
      // A silent connection may still hold the lock, and nobody else could take it.
      connection.destroy();
      return message;
    };
    const reason = lost === null ? await ask().catch(gone) : null;
    if (reason !== null) lost ??= new LockLost(`${LOST} (${reason})`);
    if (lost) throw lost;
  };
}

/**
 * Runs `work` while no other process holds the lock with this name. The lock ends with its connection, so a killed process
 * leaves none behind. `work` gets a function that throws LockLost when the lock was lost, as when MySQL restarts; long
 * work calls it before each exclusive step.
 * @param waitSeconds how long to wait for the lock; 0 tries once.
 * @param signal ends the wait: its reason is thrown.
 * @returns what `work` returns, or null when the lock could not be taken.
 */
export async function withLock<T>(
  database: Database,
  name: string,
  waitSeconds: number,
  work: (stillHeld: () => Promise<void>) => Promise<T>,
  signal?: AbortSignal,
): Promise<T | null> {
  const connection = await database.$client.getConnection();
  try {
    await connection.query(`SET SESSION wait_timeout = ${LONGEST_SILENCE}`);
    const taking = connection.query<RowDataPacket[]>('SELECT GET_LOCK(?, ?) AS held', [name, waitSeconds]);
    const [rows] = await pTimeout(taking, { milliseconds: Infinity, signal }).catch((error) => {
      // The wait would go on.
      connection.destroy();
      throw error;
    });
    if (Number(rows[0]?.held) !== 1) return null;
    const stillHeld = watchLock(connection, name);
    const beat = setInterval(() => void stillHeld().catch(() => {}), BEAT);
    try {
      return await work(stillHeld);
    } finally {
      clearInterval(beat);
      await connection.query('SELECT RELEASE_LOCK(?)', [name]).catch(() => connection.destroy());
    }
  } finally {
    connection.release();
  }
}

/**
 * The locks that a connection of any process holds.
 * @param names of locks, without the database name in front.
 */
export async function heldLocks(database: Database, names: readonly string[]): Promise<string[]> {
  const holder = (_: string, at: number) => `IS_USED_LOCK(CONCAT(DATABASE(), ?)) AS lock${at}`;
  const [rows] = await database.$client.query<RowDataPacket[]>(`SELECT ${names.map(holder).join(', ')}`, [
    ...names,
  ]);
  return names.filter((_, at) => rows[0]![`lock${at}`] !== null);
}

import type { Connection, RowDataPacket } from 'mysql2/promise';
import type { Database } from '../stores/mysql/database.ts';
import { heldLocks } from '../stores/mysql/lock.ts';
import { isAway } from '../stores/mysql/retry.ts';

/** Dispatchers that can be woken; further ones notice what is due at their next tick. */
const SLOTS = 16;
const SLEEP_SECONDS = 60;
const RETRY = 1_000;

/** Lock names, each appended to the name of the database. */
const SLOT_NAMES = Array.from({ length: SLOTS }, (_, slot) => `-dispatcher-${slot}`);

/** How many dispatchers wait to be woken. It counts 16 at most, and none behind a proxy that shares connections. */
export const countDispatchers = async (database: Database): Promise<number> =>
  (await heldLocks(database, SLOT_NAMES)).length;

/** Ends the sleep of the dispatcher in a slot; if there is none, MySQL knows no such connection. Throws if MySQL is away. */
const interrupt = (database: Database, slot: string): Promise<unknown> =>
  database.$client.query('KILL QUERY IS_USED_LOCK(CONCAT(DATABASE(), ?))', [slot]).catch((error) => {
    if (isAway(error)) throw error;
  });

/** The slots that were taken at the last wake-up. */
const lastTaken = new WeakMap<Database, string[]>();

async function interruptSleepers(database: Database): Promise<void> {
  // Most likely, the same dispatchers sleep: they are woken before the others are looked for.
  const before = lastTaken.get(database) ?? [];
  for (const slot of before) await interrupt(database, slot);
  const taken = await heldLocks(database, SLOT_NAMES);
  lastTaken.set(database, taken);
  for (const slot of taken) if (!before.includes(slot)) await interrupt(database, slot);
}

/** The wake-ups under way, and whether another one was asked for since they began. */
const underWay = new WeakMap<Database, { again: boolean; done: Promise<void> }>();

/**
 * Wakes the sleeping dispatchers: call it after a commit that made deliveries due. Each sleeps in a statement on its own
 * connection, which is interrupted; a named lock identifies that connection. While one wake-up is under way, all
 * further calls share the next one. A failed wake-up loses nothing: dispatchers read the queue every second anyway.
 */
export function wakeDispatchers(database: Database): Promise<void> {
  const current = underWay.get(database);
  if (current) {
    current.again = true;
    return current.done;
  }
  const own = { again: true, done: Promise.resolve() };
  async function wake(): Promise<void> {
    while (own.again) {
      own.again = false;
      await interruptSleepers(database).catch(() => {});
    }
    underWay.delete(database);
  }
  own.done = wake();
  underWay.set(database, own);
  return own.done;
}

async function takeSlot(connection: Connection): Promise<boolean> {
  for (const name of SLOT_NAMES) {
    const [rows] = await connection.query<RowDataPacket[]>(
      'SELECT GET_LOCK(CONCAT(DATABASE(), ?), 0) AS held',
      [name],
    );
    if (Number(rows[0]?.held) === 1) return true;
  }
  return false;
}

/**
 * Calls `woken` at each wake-up. Waiting costs nothing.
 * @param seconds how long one statement sleeps.
 * @returns a function that stops listening.
 */
export function listenForWakeUps(
  database: Database,
  woken: () => void,
  seconds = SLEEP_SECONDS,
): () => Promise<void> {
  let stopped = false;
  let ended: (() => void) | undefined;

  async function sleepOn(connection: Connection): Promise<void> {
    for (let interrupted = false; !stopped; ) {
      // When interrupted, MySQL answers 1 and MariaDB fails the statement; both keep the connection.
      const slept = connection.query<RowDataPacket[]>(`SELECT SLEEP(${seconds}) AS interrupted`).then(
        ([rows]) => Number(rows[0]?.interrupted) === 1,
        (error) => {
          if (error.errno !== 1317) throw error;
          return true;
        },
      );
      // The next sleep begins before `woken` reads the queue, so that no wake-up is missed.
      if (interrupted) woken();
      interrupted = await slept;
    }
  }

  async function sleep(connection: Connection): Promise<void> {
    if (await takeSlot(connection)) await sleepOn(connection);
  }

  async function listen(): Promise<void> {
    while (!stopped) {
      const connection = await database.$client.getConnection().catch(() => null);
      if (connection) {
        // The server takes seconds to notice that the connection of a sleeping statement is gone. And a statement that
        // the interruption missed is never answered once its connection is destroyed.
        const interrupt = `KILL QUERY ${Number(connection.threadId)}`;
        const gone = new Promise<void>((left) => {
          ended = () => {
            const done = database.$client.query(interrupt).catch(() => {});
            const late = new Promise((end) => setTimeout(end, RETRY));
            void Promise.race([done, late]).finally(left);
          };
        });
        await Promise.race([sleep(connection).catch(() => {}), gone]);
        ended = undefined;
        connection.destroy();
      }
      if (!stopped) await new Promise((again) => setTimeout(again, RETRY).unref());
    }
  }

  const listening = listen();
  return async () => {
    stopped = true;
    ended?.();
    await listening;
  };
}

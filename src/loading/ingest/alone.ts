import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@elastic/elasticsearch';
import { guardedClient } from '../../stores/elastic/client.ts';
import { type LastLoad, readLastLoad } from '../../stores/elastic/derived-load.ts';
import { type AtEnd, newEdition } from '../../stores/elastic/edition.ts';
import { aliasOf, mendIndices } from '../../stores/elastic/indices.ts';
import { type Database, databaseName } from '../../stores/mysql/database.ts';
import { heldLocks, withLock } from '../../stores/mysql/lock.ts';
import type { Stamp } from './kinds/kind.ts';
import type { HeldTarget, IngestTarget, LockedTarget, OnProgress } from './target.ts';

const LOCK_WAIT = 5;

const LOCK = '-load';

/** How often, and how long, the writes of a killed load are waited for, in milliseconds. */
const PAUSE = 100;
const PATIENCE = 60_000;

/** Whether a load of this installation runs now, in any process. */
export const isLoading = async (database: Database): Promise<boolean> =>
  (await heldLocks(database, [LOCK])).length > 0;

/**
 * Runs `work` while no other load of this installation runs. Every request to Elasticsearch first checks that the lock
 * is still held.
 * @throws LockLost when it is not: nothing is written after that is noticed. The same with the reason of the target's signal.
 */
export async function withLoadLock<T>(
  target: IngestTarget,
  onProgress: OnProgress,
  work: (target: LockedTarget) => Promise<T>,
): Promise<T> {
  const { database, signal } = target;
  const lock = (await databaseName(database)) + LOCK;
  for (;;) {
    const begin = async (held: () => Promise<void>) => {
      const client = guardedClient(target.client, held, signal);
      const stillHeld = async () => {
        signal?.throwIfAborted();
        await held();
      };
      return { result: await work({ ...target, client, stillHeld }) };
    };
    const done = await withLock(database, lock, LOCK_WAIT, begin, signal);
    if (done) return done.result;
    onProgress({ phase: 'waiting', rows: 0, share: null });
  }
}

/**
 * Waits until no write to the indices of `prefix` is in progress. Elasticsearch completes a request even if its sender was
 * killed, and would overwrite what the next load stores.
 * @throws Error when a write is still in progress after a minute.
 */
export async function writesEnd(client: Client, prefix: string): Promise<void> {
  const until = performance.now() + PATIENCE;
  // Looks twice: a request that has just arrived is not a task yet.
  for (let idle = 0; idle < 2; ) {
    const { nodes = {} } = await client.tasks.list({ actions: 'indices:data/write/*', detailed: true });
    const tasks = Object.values(nodes).flatMap((node) => Object.values(node.tasks));
    idle = tasks.some(({ description }) => description?.includes(`${prefix}-`)) ? 0 : idle + 1;
    if (performance.now() > until)
      throw new Error('Elasticsearch is still writing what a killed load sent. Try again in a minute.');
    if (idle < 2) await sleep(PAUSE);
  }
}

/**
 * Changes records as the only load; readers then find a new edition. After an unfinished load, it waits for that load's
 * last writes and refreshes everything, so that searches find what it wrote.
 * @throws LockLost like `withLoadLock`.
 */
export function alone<T>(
  target: IngestTarget,
  onProgress: OnProgress,
  work: (target: HeldTarget) => Promise<T>,
): Promise<T> {
  return withLoadLock(target, onProgress, async (locked) => {
    const { client, settings } = locked;
    const counties = aliasOf(settings.INDEX_PREFIX, 'counties');
    const [indices, last] = await Promise.all([
      mendIndices(client, settings.INDEX_PREFIX),
      readLastLoad(client, counties),
    ]);
    if (last.unfinished) {
      await writesEnd(client, settings.INDEX_PREFIX);
      await client.indices.refresh({ index: Object.values(indices) });
    }
    const stamp = newStamp(last);
    const run = (atEnd: AtEnd) => work({ ...locked, indices, last, stamp, atEnd });
    return newEdition(client, counties, stamp.load, run);
  });
}

/**
 * The stamp of a load that begins now. It is later than that of any earlier load, even if a clock was set back or another
 * machine loaded: readers ask for what was updated since they last asked.
 */
function newStamp({ derived, begun }: LastLoad): Stamp {
  const now = Date.now();
  const load = Math.max(now, derived + 1, begun + 1);
  return {
    load,
    derived,
    at: new Date(load).toISOString(),
    today: new Date(now).toISOString().slice(0, 10),
  };
}

import { guardedClient } from '../elastic/client.ts';
import { newEdition } from '../elastic/edition.ts';
import { aliasOf, deleteOrphans, ensureIndices } from '../elastic/indices.ts';
import { databaseName } from '../mysql/database.ts';
import { withLock } from '../mysql/lock.ts';
import type { HeldTarget, IngestTarget, OnProgress } from './target.ts';

/** Seconds between two words that another load is waited for. */
const LOCK_WAIT = 5;

/**
 * Runs `work` when no other load of this installation does. Every request to Elasticsearch makes sure first that the lock
 * is still held.
 * @throws LockLost when it is not: nothing has been written since that was noticed.
 */
export async function withLoadLock<T>(
  target: IngestTarget,
  onProgress: OnProgress,
  work: (target: HeldTarget) => Promise<T>,
): Promise<T> {
  const { database } = target;
  const lock = `${await databaseName(database)}-load`;
  for (;;) {
    const done = await withLock(database, lock, LOCK_WAIT, async (stillHeld) => {
      const client = guardedClient(target.client, stillHeld);
      return { result: await work({ ...target, client, stillHeld }) };
    });
    if (done) return done.result;
    onProgress({ phase: 'waiting', rows: 0, share: null });
  }
}

/** Runs what changes the records, as the only load; afterwards readers find another edition. */
export function alone<T>(
  target: IngestTarget,
  onProgress: OnProgress,
  work: (target: HeldTarget) => Promise<T>,
): Promise<T> {
  const { settings } = target;
  return withLoadLock(target, onProgress, async (held) => {
    await ensureIndices(held.client, settings);
    await deleteOrphans(held.client, settings.INDEX_PREFIX);
    const counties = aliasOf(settings.INDEX_PREFIX, 'counties');
    return newEdition(held.client, counties, () => work(held));
  });
}

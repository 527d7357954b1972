import { guardedClient } from '../elastic/client.ts';
import { readLastLoad } from '../elastic/derived-load.ts';
import { newEdition } from '../elastic/edition.ts';
import { aliasOf, mendIndices } from '../elastic/indices.ts';
import { databaseName } from '../mysql/database.ts';
import { withLock } from '../mysql/lock.ts';
import type { HeldTarget, IngestTarget, OnProgress } from './target.ts';

/** Seconds between two reports that another load is waited for. */
const LOCK_WAIT = 5;

/**
 * Runs what changes the records when no other load of this installation does; afterwards readers find another edition.
 * Every request to Elasticsearch makes sure first that the lock is still held. After an unfinished load everything is
 * refreshed, so that searches find what it wrote.
 * @throws LockLost when it is not: nothing has been written since that was noticed.
 */
export async function alone<T>(
  target: IngestTarget,
  onProgress: OnProgress,
  work: (target: HeldTarget) => Promise<T>,
): Promise<T> {
  const { database, settings } = target;
  const lock = `${await databaseName(database)}-load`;
  for (;;) {
    const done = await withLock(database, lock, LOCK_WAIT, async (stillHeld) => {
      const client = guardedClient(target.client, stillHeld);
      const counties = aliasOf(settings.INDEX_PREFIX, 'counties');
      const [indices, last] = await Promise.all([
        mendIndices(client, settings.INDEX_PREFIX),
        readLastLoad(client, counties),
      ]);
      if (last.unfinished) await client.indices.refresh({ index: Object.values(indices) });
      const held = { ...target, client, stillHeld, indices, last };
      return { result: await newEdition(client, counties, (atEnd) => work({ ...held, atEnd })) };
    });
    if (done) return done.result;
    onProgress({ phase: 'waiting', rows: 0, share: null });
  }
}

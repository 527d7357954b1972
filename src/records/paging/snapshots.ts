import { type Client, errors } from '@elastic/elasticsearch';
import { LRUCache } from 'lru-cache';
import { indicesBehind } from '../../stores/elastic/indices.ts';
import { SNAPSHOT_LIFE } from '../../stores/elastic/search-target.ts';

/** Open snapshots of a process; the least recently used one is closed first. */
const MOST_OPEN = 500;
const TRIES = 3;
/** Separates the ids in a snapshot of two indices; no id contains it. */
const BETWEEN = ' ';

/** The ids of a snapshot of two indices. */
export const pairOf = (snapshot: string): [own: string, beside: string] =>
  snapshot.split(BETWEEN) as [string, string];

export const joined = (own: string, beside: string): string => own + BETWEEN + beside;

/**
 * Snapshots of indices (points in time): a walk through one reads each row once, whatever is loaded meanwhile. They
 * expire after five minutes without use, and when Elasticsearch restarts: a walk must be able to continue without one.
 */
export function createSnapshots(client: Client) {
  const close = (snapshot: string) => {
    for (const id of snapshot.split(BETWEEN)) void client.closePointInTime({ id }).catch(() => {});
  };
  const opened = new LRUCache<string, true>({
    max: MOST_OPEN,
    dispose: (_value, id, reason) => {
      if (reason !== 'set') close(id);
    },
  });

  async function idOf(index: string): Promise<string> {
    return (await client.openPointInTime({ index, keep_alive: SNAPSHOT_LIFE })).id;
  }

  function note(snapshot: string): string {
    opened.set(snapshot, true);
    return snapshot;
  }

  /** The indices behind two aliases at the same moment: both are replaced in one step. */
  async function behind(own: string, beside: string): Promise<[own: string, beside: string]> {
    const found = Object.entries(await indicesBehind(client, [own, beside]));
    const [first, second] = [own, beside].map(
      (alias) => found.find(([, { aliases }]) => alias in aliases)?.[0],
    );
    if (!first || !second) throw new Error(`no index is behind ${own} or ${beside}`);
    return [first, second];
  }

  return {
    open: async (index: string): Promise<string> => note(await idOf(index)),
    /** A snapshot of two indices that belong together. */
    async openPair(own: string, beside: string): Promise<string> {
      for (let attempt = 1; ; attempt++) {
        const ids = await Promise.allSettled((await behind(own, beside)).map(idOf));
        const [first, second] = ids.map((id) => (id.status === 'fulfilled' ? id.value : null));
        if (first && second) return note(joined(first, second));
        for (const id of [first, second]) if (id) close(id);
        const { reason } = ids.find((id) => id.status === 'rejected')!;
        // A replacement may have deleted the index meanwhile.
        const isDeleted = reason instanceof errors.ResponseError && reason.statusCode === 404;
        if (!isDeleted || attempt === TRIES) throw reason;
      }
    },
    use: (id: string) => void opened.get(id),
    close(id: string): void {
      if (!opened.delete(id)) close(id);
    },
  };
}
export type Snapshots = ReturnType<typeof createSnapshots>;

import type { Client } from '@elastic/elasticsearch';
import { LRUCache } from 'lru-cache';
import { SNAPSHOT_LIFE } from '../../elastic/source.ts';

/** Open snapshots of a process; the least recently used one is closed first. */
const MOST_OPEN = 500;

/**
 * Snapshots of indices (points in time): a walk through one meets each row once, whatever is loaded in between. They
 * expire after five minutes without use, and when Elasticsearch restarts: a walk must be able to continue without.
 */
export function createSnapshots(client: Client) {
  const close = (id: string) => void client.closePointInTime({ id }).catch(() => {});
  const opened = new LRUCache<string, true>({
    max: MOST_OPEN,
    dispose: (_value, id, reason) => {
      if (reason !== 'set') close(id);
    },
  });

  return {
    async open(index: string): Promise<string> {
      const { id } = await client.openPointInTime({ index, keep_alive: SNAPSHOT_LIFE });
      opened.set(id, true);
      return id;
    },
    use: (id: string) => void opened.get(id),
    close(id: string): void {
      if (!opened.delete(id)) close(id);
    },
  };
}
export type Snapshots = ReturnType<typeof createSnapshots>;

import type { Client } from '@elastic/elasticsearch';
import { LRUCache } from 'lru-cache';
import { SNAPSHOT_LIFE } from '../../elastic/source.ts';

/** A process keeps at most so many open; the walk whose turn is longest ago goes on without. */
const MOST_OPEN = 500;

/**
 * Snapshots of indices (points in time): a walk through one meets each of its rows once, whatever is loaded meanwhile.
 * They cost little while they are few, end by themselves when nobody asks for five minutes, and may be gone earlier
 * when Elasticsearch starts anew: who walks must be able to go on without.
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
    /** A snapshot of what can be found now. */
    async open(index: string): Promise<string> {
      const { id } = await client.openPointInTime({ index, keep_alive: SNAPSHOT_LIFE });
      opened.set(id, true);
      return id;
    },
    /** Notes that a snapshot is still walked through. */
    use: (id: string) => void opened.get(id),
    /** Ends a snapshot, by whichever process it was opened. */
    close(id: string): void {
      if (!opened.delete(id)) close(id);
    },
  };
}
export type Snapshots = ReturnType<typeof createSnapshots>;

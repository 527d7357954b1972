import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@elastic/elasticsearch';

const PAUSE_MS = 100;
const PATIENCE_MS = 60_000;

/**
 * Waits until no write to the indices of `prefix` is in progress. Elasticsearch completes a request even if its sender was
 * killed, and would overwrite what the next load stores.
 * @throws Error when a write is still in progress after a minute.
 */
export async function writesEnd(client: Client, prefix: string): Promise<void> {
  const until = performance.now() + PATIENCE_MS;
  // Looks twice: a request that has just arrived is not a task yet.
  for (let idle = 0; idle < 2; ) {
    const { nodes = {} } = await client.tasks.list({ actions: 'indices:data/write/*', detailed: true });
    const tasks = Object.values(nodes).flatMap((node) => Object.values(node.tasks));
    idle = tasks.some(({ description }) => description?.includes(`${prefix}-`)) ? 0 : idle + 1;
    if (performance.now() > until)
      throw new Error('Elasticsearch is still writing what a killed load sent. Try again in a minute.');
    if (idle < 2) await sleep(PAUSE_MS);
  }
}

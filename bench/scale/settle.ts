import { setTimeout as sleep } from 'node:timers/promises';
import { aliasOf, KINDS } from '../../src/stores/elastic/indices.ts';
import type { Rig } from '../rig.ts';

/** In seconds: ten million parcels are merged in less time. */
const LONGEST = 3_600;

/** Waits until all merges that loads requested have ended, in every index. Throws when they take an hour. */
export async function allMerged({ client, config }: Rig): Promise<void> {
  const index = KINDS.map((kind) => aliasOf(config.INDEX_PREFIX, kind));
  for (let second = 0; second < LONGEST; second++) {
    const [asked, { _all }] = await Promise.all([
      client.tasks.list({ actions: 'indices:admin/forcemerge*', group_by: 'none' }),
      client.indices.stats({ index, metric: ['merge'] }),
    ]);
    const tasks = (asked.tasks ?? []) as unknown[];
    if (tasks.length === 0 && _all.total?.merges?.current === 0) return;
    await sleep(1_000);
  }
  throw new Error('Elasticsearch has merged for an hour');
}

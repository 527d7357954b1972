import type { Client } from '@elastic/elasticsearch';

/** With fewer documents than this, a search costs the same however many segments they are in. */
const WORTHWHILE = 10_000;
const MOST_SEGMENTS = 8;
const MOST_DELETED = 0.02;

/**
 * Has Elasticsearch clean up after loads, without waiting for it: many segments, and documents that were replaced or
 * deleted, make each search slower and the index larger. Documents deleted in the last half minute stay until a later call.
 */
export async function compact(client: Client, index: string[]): Promise<void> {
  const { indices } = await client.indices.stats({
    index,
    metric: ['docs', 'segments', 'shard_stats'],
  });
  for (const [name, { primaries }] of Object.entries(indices ?? {})) {
    const { count = 0, deleted = 0 } = primaries?.docs ?? {};
    if (count < WORTHWHILE) continue;
    const shards = primaries?.shard_stats?.total_count ?? 1;
    const hasDeleted = deleted > (count + deleted) * MOST_DELETED;
    const isSplit = (primaries?.segments?.count ?? 0) > MOST_SEGMENTS * shards;
    if (!hasDeleted && !isSplit) continue;
    const background = { index: name, wait_for_completion: false };
    // Segments that are not on disk yet would keep their deleted documents.
    await client.indices.flush({ index: name });
    if (hasDeleted) await client.indices.forcemerge({ ...background, only_expunge_deletes: true });
    if (isSplit) await client.indices.forcemerge({ ...background, max_num_segments: MOST_SEGMENTS });
  }
}

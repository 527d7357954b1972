import { errors } from '@elastic/elasticsearch';

/** How long Elasticsearch keeps an unused snapshot. */
export const SNAPSHOT_LIFE = '5m';

/** What a search reads: an index as it is now, or a snapshot of one. */
export type Source = { index: string } | { pit: { id: string; keep_alive: string } };

/** An index, or its snapshot where one is given. */
export const sourceOf = (index: string, snapshot: string | null): Source =>
  snapshot === null ? { index } : { pit: { id: snapshot, keep_alive: SNAPSHOT_LIFE } };

/** A search in a snapshot that Elasticsearch no longer has. */
export class SnapshotGone extends Error {}

/** Whether a search failed because its snapshot is gone. */
export const isGone = (error: unknown): boolean =>
  error instanceof SnapshotGone || (error instanceof errors.ResponseError && error.statusCode === 404);

import { type Client, errors } from '@elastic/elasticsearch';

export const SNAPSHOT_LIFE = '5m';

export type SearchTarget = { index: string } | { pit: { id: string; keep_alive: string } };

/** A snapshot if there is one, else the index. */
export const searchTarget = (index: string, snapshot: string | null): SearchTarget =>
  snapshot === null ? { index } : { pit: { id: snapshot, keep_alive: SNAPSHOT_LIFE } };

export class SnapshotGone extends Error {}

export const isGone = (error: unknown): boolean =>
  error instanceof SnapshotGone || (error instanceof errors.ResponseError && error.statusCode === 404);

export interface IndexReader {
  client: Client;
  index: string;
  /** The index of the outlines of parcels. */
  outlines: string;
}

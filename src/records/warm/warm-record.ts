import type { Editions } from '../../elastic/edition.ts';
import type { Kind } from '../../elastic/indices.ts';
import type { RowCache } from './row-cache.ts';

/** Rows in memory, and what tells whether they are still those that Elasticsearch has. */
export interface Memory {
  rows: RowCache;
  editions: Pick<Editions, 'leased'>;
}

type ReadRecord = (kind: Kind, id: string) => Promise<Buffer | null>;

/** Records that were read before in the same edition of the data come from memory, without a request to Elasticsearch. */
export function warmRecord({ rows, editions }: Memory, read: ReadRecord): ReadRecord {
  return async (kind, id) => {
    const edition = await editions.leased();
    if (edition === null || edition.loading) return read(kind, id);
    const version = { index: `${kind} ${edition.edition}`, id, seqNo: 0, term: 0 };
    const row = rows.get(version);
    if (row !== null) return Buffer.from(row);
    const found = await read(kind, id);
    if (found !== null) rows.put(version, found);
    return found;
  };
}

import type { Client, estypes } from '@elastic/elasticsearch';
import { aliasOf, createIndex, swapAliases } from '../../stores/elastic/indices.ts';
import { bulkChange, bulkDeletion, bulkEntry } from './bulk.ts';
import { scan } from './derive/scan.ts';
import { stableId } from './kinds/kind.ts';
import type { IngestKind } from './target.ts';

const RECORDS_AT_ONCE = 1_000;

export interface Removable {
  id: string;
  county_fips: string;
  source?: string | null;
  /** Absent in risks. */
  internal?: { seq?: number; [key: string]: unknown };
}

const SOURCE = ['county_fips', 'source', 'internal.seq', 'internal.touched*'];

function removalOf(kind: IngestKind, { id, county_fips, internal = {} }: Removable, load: number) {
  const touched = Object.entries(internal).filter(([key]) => key.startsWith('touched'));
  const own = kind === 'parcels' ? { touched: [id] } : {};
  return { county_fips, internal: { ...Object.fromEntries(touched), ...own, load } };
}

export interface RemoveFrom {
  prefix: string;
  kind: IngestKind;
  index: string;
  /** The index of the outlines, which are deleted with their parcels. */
  outlines: string;
  load: number;
}

/**
 * Deletes the records that match `query` and that `goes` picks. Their keys are noted first, so that the next derive step
 * recomputes what they were part of. Readers see it when the index is refreshed.
 * @returns how many were deleted.
 */
export async function removeRecords(
  client: Client,
  { prefix, kind, index, outlines, load }: RemoveFrom,
  query: estypes.QueryDslQueryContainer,
  goes: (record: Removable) => boolean,
): Promise<number> {
  const removals = aliasOf(prefix, 'removals');
  let removed = 0;
  const search = { query, size: RECORDS_AT_ONCE, _source: SOURCE };
  for await (const hits of scan<Omit<Removable, 'id'>>(client, index, search, [])) {
    const gone = hits.map(({ _id, _source }) => ({ ..._source, id: _id })).filter(goes);
    if (gone.length === 0) continue;
    const notes = gone.map((record) => bulkEntry(stableId(kind, record.id), removalOf(kind, record, load)));
    if (kind !== 'risks') await bulkChange(client, removals, notes);
    const deletions = gone.map(({ id }) => bulkDeletion(id));
    if (kind === 'parcels') await bulkChange(client, outlines, deletions);
    await bulkChange(client, index, deletions);
    removed += gone.length;
  }
  return removed;
}

/**
 * Drops the notes of deleted records, once their figures are derived again. Their index is replaced, since deleting
 * millions one by one takes longer than the client waits.
 */
export async function forgetRemovals(client: Client, prefix: string): Promise<void> {
  const alias = aliasOf(prefix, 'removals');
  await swapAliases(client, [{ alias, index: await createIndex(client, prefix, 'removals') }]);
}

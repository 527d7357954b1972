import type { Client, estypes } from '@elastic/elasticsearch';
import { REMOVED_DAYS, type WhyRemoved } from '../../records/schemas/removed.ts';
import { aliasOf, createIndex, swapAliases } from '../../stores/elastic/indices.ts';
import { bulkChange, bulkDeletion, bulkEntry } from './bulk.ts';
import { scan } from './derive/scan.ts';
import { type Stamp, stableId } from './kinds/kind.ts';
import type { HeldTarget, IngestKind, OnProgress } from './target.ts';

const RECORDS_AT_ONCE = 1_000;
const DAY = 86_400_000;

export interface Removable {
  id: string;
  county_fips: string;
  source?: string | null;
  /** Absent in risks. */
  internal?: { seq?: number; [key: string]: unknown };
}

const SOURCE = ['county_fips', 'source', 'internal.seq', 'internal.touched*'];

/** The records that match a query and that `goes` picks, some at a time. */
export async function* picked(
  client: Client,
  index: string,
  { query, goes }: Pick<Removal, 'query' | 'goes'>,
): AsyncGenerator<Removable[]> {
  const search = { query, size: RECORDS_AT_ONCE, _source: SOURCE };
  for await (const hits of scan<Omit<Removable, 'id'>>(client, index, search, [])) {
    const some = hits.map(({ _id, _source }) => ({ ..._source, id: _id })).filter(goes);
    if (some.length > 0) yield some;
  }
}

function removalOf(kind: IngestKind, { id, county_fips, internal = {} }: Removable, load: number) {
  const touched = Object.entries(internal).filter(([key]) => key.startsWith('touched'));
  const own = kind === 'parcels' ? { touched: [id] } : {};
  return { county_fips, internal: { ...Object.fromEntries(touched), ...own, load } };
}

/** What callers who keep a copy are told of a parcel. */
const toldOf = ({ id, county_fips, internal }: Removable, why: WhyRemoved, { at }: Stamp) => ({
  ...{ id, county_fips, state_fips: county_fips.slice(0, 2), removed_at: at, why },
  internal: { seq: internal!.seq! },
});

/** Those that are no longer told. */
async function forgetRemoved({ client, indices, stamp }: HeldTarget): Promise<void> {
  const lt = new Date(Date.parse(stamp.at) - REMOVED_DAYS * DAY).toISOString();
  const query = { range: { removed_at: { lt } } };
  await client.deleteByQuery({ index: indices.removed, query, conflicts: 'proceed' });
}

interface Removal {
  kind: IngestKind;
  query: estypes.QueryDslQueryContainer;
  /** Picks those that are deleted. */
  goes: (record: Removable) => boolean;
  why: WhyRemoved;
  onProgress: OnProgress;
}

/**
 * Deletes the records that match `query` and that `goes` picks, and the outlines of parcels. Their keys are noted first, so
 * that the next derive step recomputes what they were part of, even after a crash. Searches find none of them at the end.
 * @returns how many were deleted.
 */
export async function removeRecords(
  held: HeldTarget,
  { kind, query, goes, why, onProgress }: Removal,
): Promise<number> {
  const { client, indices, stamp } = held;
  const { [kind]: index, outlines, removals, removed: told } = indices;
  let removed = 0;
  for await (const gone of picked(client, index, { query, goes })) {
    const notes = gone.map((record) =>
      bulkEntry(stableId(kind, record.id), removalOf(kind, record, stamp.load)),
    );
    if (kind !== 'risks') await bulkChange(client, removals, notes);
    const deletions = gone.map(({ id }) => bulkDeletion(id));
    if (kind === 'parcels') {
      const entries = gone.map((record) => bulkEntry(record.id, toldOf(record, why, stamp)));
      await bulkChange(client, told, entries);
      await bulkChange(client, outlines, deletions);
    }
    await bulkChange(client, index, deletions);
    removed += gone.length;
    onProgress({ phase: 'remove', rows: removed, share: null });
  }
  if (removed > 0) {
    if (kind === 'parcels') await forgetRemoved(held);
    await client.indices.refresh({ index: [removals, told, outlines, index] });
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

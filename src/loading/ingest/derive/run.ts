import type { Client } from '@elastic/elasticsearch';
import { aliasOf, createIndex, type IndexKind, KINDS, VIEW_KINDS } from '../../../stores/elastic/indices.ts';
import { type Copies, deleteIndices } from '../copies.ts';
import { anyChanged, readChanges } from './changes.ts';
import type { DeriveContext } from './context.ts';
import { derive, VIEWS } from './derive.ts';
import { viewsOf } from './views/view.ts';

export const PARCEL_VIEWS: readonly IndexKind[] = [...viewsOf(VIEWS, 'parcels'), 'values', 'sales'];
export const ALL_VIEWS: readonly IndexKind[] = VIEW_KINDS;

export interface DeriveRun extends Omit<DeriveContext, 'indices' | 'changes' | 'fresh' | 'all' | 'foreseen'> {
  prefix: string;
  derived: number;
  all?: boolean;
  /** Views that are built from scratch in a new index. */
  rebuilt?: readonly IndexKind[];
  /** Read and written instead of the aliases. */
  copies?: Copies;
  /** Counties whose parcels were all written by this load, scored by the stored figures. */
  foreseen?: ReadonlySet<string>;
}

async function emptyViews(client: Client, indices: Record<IndexKind, string>): Promise<IndexKind[]> {
  const counts = await Promise.all(VIEW_KINDS.map((kind) => client.count({ index: indices[kind] })));
  return VIEW_KINDS.filter((_, at) => counts[at]!.count === 0);
}

/**
 * Derives in place; what is rebuilt or copied is derived in the new indices, which readers see when the caller has swapped
 * the returned aliases. On failure the new indices are deleted.
 */
export async function runDerive(run: DeriveRun) {
  const { client, prefix, rebuilt = [], copies = {} } = run;
  const indices = Object.fromEntries(KINDS.map((kind) => [kind, aliasOf(prefix, kind)])) as Record<
    IndexKind,
    string
  >;
  const swaps: { alias: string; index: string }[] = [];
  const useInstead = (kind: IndexKind, index: string) => {
    swaps.push({ alias: indices[kind], index });
    indices[kind] = index;
  };
  for (const [kind, index] of Object.entries(copies)) useInstead(kind as IndexKind, index);
  try {
    for (const kind of rebuilt) useInstead(kind, await createIndex(client, prefix, kind));
    // Searches do not yet find what was changed or deleted in copies.
    const changed = [...Object.values(copies), indices.removals];
    if (changed.length > 1) await client.indices.refresh({ index: changed });
    const changes = await readChanges(client, indices, run.all ? 0 : run.derived);
    // Asking is worthwhile only if much is derived.
    const large = Object.values(changes).some(({ keys }) => keys === null);
    const fresh = new Set([...rebuilt, ...(large ? await emptyViews(client, indices) : [])]);
    const { all = false, foreseen = new Set<string>() } = run;
    const context: DeriveContext = { ...run, indices, all, changes, fresh, foreseen };
    const derived = await derive(context);
    return { ...derived, removals: anyChanged(context, ['removals']), swaps };
  } catch (error) {
    await deleteIndices(
      client,
      swaps.map(({ index }) => index),
    );
    throw error;
  }
}

import type { Client } from '@elastic/elasticsearch';
import {
  aliasOf,
  createIndex,
  deleteIndices,
  type IndexKind,
  KINDS,
  VIEW_KINDS,
} from '../../../stores/elastic/indices.ts';
import { anyChanged, readChanges } from './changes.ts';
import type { DeriveContext } from './context.ts';
import { derive } from './derive.ts';

export interface DeriveRun extends Omit<DeriveContext, 'indices' | 'changes' | 'fresh' | 'all'> {
  prefix: string;
  derived: number;
  all?: boolean;
  /** Views that are built from scratch in a new index. */
  rebuilt?: readonly IndexKind[];
}

async function emptyViews(client: Client, indices: Record<IndexKind, string>): Promise<IndexKind[]> {
  const counts = await Promise.all(VIEW_KINDS.map((kind) => client.count({ index: indices[kind] })));
  return VIEW_KINDS.filter((_, at) => counts[at]!.count === 0);
}

/**
 * Derives in place; what is rebuilt is derived in new indices, which readers see when the caller has swapped
 * the returned aliases. On failure the new indices are deleted.
 */
export async function runDerive(run: DeriveRun) {
  const { client, prefix, rebuilt = [] } = run;
  const indices = Object.fromEntries(KINDS.map((kind) => [kind, aliasOf(prefix, kind)])) as Record<
    IndexKind,
    string
  >;
  const swaps: { alias: string; index: string }[] = [];
  try {
    for (const kind of rebuilt) {
      const index = await createIndex(client, prefix, kind);
      swaps.push({ alias: indices[kind], index });
      indices[kind] = index;
    }
    const changes = await readChanges(client, indices, run.all ? 0 : run.derived);
    // Asking is worthwhile only if much is derived.
    const large = Object.values(changes).some(({ keys }) => keys === null);
    const fresh = new Set([...rebuilt, ...(large ? await emptyViews(client, indices) : [])]);
    const context: DeriveContext = { ...run, indices, all: run.all ?? false, changes, fresh };
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

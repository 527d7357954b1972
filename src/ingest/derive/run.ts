import type { Client } from '@elastic/elasticsearch';
import { aliasOf, createIndex, KINDS, type Kind, VIEW_KINDS } from '../../elastic/indices.ts';
import { derive } from './derive.ts';
import { changedSince } from './scan.ts';

/** The views that are made of parcels: replacing all parcels rebuilds them. */
export const PARCEL_VIEWS: readonly Kind[] = ['coverage', 'owners', 'holdings', 'flips', 'flippers'];
export const ALL_VIEWS: readonly Kind[] = VIEW_KINDS;

export interface DeriveRun {
  client: Client;
  prefix: string;
  load: number;
  at: string;
  today: string;
  /** The last load whose derived figures are complete. */
  derived: number;
  /** Derive everything anew. */
  all?: boolean;
  /** Views that are built anew in an index of their own. */
  rebuilt: readonly Kind[];
  /** The index that a replacement is being loaded into, in place of the alias. */
  replaced?: { kind: Kind; index: string };
  onStep: (what: string) => void;
  onProgress: (done: number) => void;
}

/** Views without a document: nothing stands in them that could have to go. */
async function emptyViews(client: Client, indices: Record<Kind, string>): Promise<Kind[]> {
  const index = VIEW_KINDS.map((kind) => indices[kind]);
  await client.indices.refresh({ index });
  const counts = await Promise.all(index.map((one) => client.count({ index: one })));
  return VIEW_KINDS.filter((_, at) => counts[at]!.count === 0);
}

/**
 * Derives in place, and into new indices what is rebuilt. Readers see the latter when the caller has swapped the
 * aliases that are returned. When it fails, no new index is left behind.
 */
export async function runDerive(run: DeriveRun) {
  const { client, prefix } = run;
  const indices = Object.fromEntries(KINDS.map((kind) => [kind, aliasOf(prefix, kind)])) as Record<
    Kind,
    string
  >;
  const swaps: { alias: string; index: string }[] = [];
  if (run.replaced) {
    const { kind, index } = run.replaced;
    swaps.push({ alias: indices[kind], index });
    indices[kind] = index;
  }
  const made: string[] = [];
  try {
    for (const kind of run.rebuilt) {
      const index = await createIndex(client, prefix, kind);
      made.push(index);
      swaps.push({ alias: indices[kind], index });
      indices[kind] = index;
    }
    const fresh = new Set([...run.rebuilt, ...(await emptyViews(client, indices))]);
    const rewritten = await derive({
      client,
      indices,
      load: run.load,
      at: run.at,
      today: run.today,
      all: run.all ?? false,
      changed: changedSince(run.all ? 0 : run.derived),
      fresh,
      onStep: run.onStep,
      onProgress: run.onProgress,
    });
    return { rewritten, swaps };
  } catch (error) {
    if (made.length > 0) await client.indices.delete({ index: made }).catch(() => {});
    throw error;
  }
}

import type { Client } from '@elastic/elasticsearch';
import { aliasOf, createIndex, KINDS, type Kind, VIEW_KINDS } from '../../elastic/indices.ts';
import { type Copies, deleteIndices } from '../copies.ts';
import { anyChanged, readChanges } from './changes.ts';
import { derive, VIEWS } from './derive.ts';
import { viewsOf } from './views/view.ts';

/** The views that are made of parcels. */
export const PARCEL_VIEWS: readonly Kind[] = viewsOf(VIEWS, 'parcels');
export const ALL_VIEWS: readonly Kind[] = VIEW_KINDS;

export interface DeriveRun {
  client: Client;
  prefix: string;
  load: number;
  at: string;
  today: string;
  /** The last load whose derived figures are complete. */
  derived: number;
  /** The load before this one was broken off. */
  unfinished: boolean;
  /** Derive everything again. */
  all?: boolean;
  /** Views that are built from nothing in an index of their own. */
  rebuilt?: readonly Kind[];
  /** Copies that are read and written in place of the aliases. */
  copies?: Copies;
  onStep: (what: string) => void;
  onProgress: (done: number) => void;
}

/** Views without a document: nothing stands in them that could have to go. */
async function emptyViews(client: Client, indices: Record<Kind, string>): Promise<Kind[]> {
  const counts = await Promise.all(VIEW_KINDS.map((kind) => client.count({ index: indices[kind] })));
  return VIEW_KINDS.filter((_, at) => counts[at]!.count === 0);
}

/**
 * Derives in place, and what is rebuilt or copied in those indices. Readers see the latter when the caller has swapped
 * the aliases that are returned. When it fails, none of these indices is left behind.
 */
export async function runDerive(run: DeriveRun) {
  const { client, prefix, rebuilt = [], copies = {} } = run;
  const indices = Object.fromEntries(KINDS.map((kind) => [kind, aliasOf(prefix, kind)])) as Record<
    Kind,
    string
  >;
  const swaps: { alias: string; index: string }[] = [];
  const useInstead = (kind: Kind, index: string) => {
    swaps.push({ alias: indices[kind], index });
    indices[kind] = index;
  };
  for (const [kind, index] of Object.entries(copies)) useInstead(kind as Kind, index);
  try {
    for (const kind of rebuilt) useInstead(kind, await createIndex(client, prefix, kind));
    // What was changed in copies, and the notes of what was deleted there, is in no search yet.
    const changed = [...Object.values(copies), indices.removals];
    if (changed.length > 1) await client.indices.refresh({ index: changed });
    const changes = await readChanges(client, indices, run.all ? 0 : run.derived);
    // Worth asking only where much is derived.
    const large = Object.values(changes).some(({ keys }) => keys === null);
    const fresh = new Set([...rebuilt, ...(large ? await emptyViews(client, indices) : [])]);
    const context = {
      client,
      indices,
      load: run.load,
      at: run.at,
      today: run.today,
      all: run.all ?? false,
      changes,
      unfinished: run.unfinished,
      fresh,
      onStep: run.onStep,
      onProgress: run.onProgress,
    };
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

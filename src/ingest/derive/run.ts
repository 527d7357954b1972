import type { Client } from '@elastic/elasticsearch';
import { aliasOf, createIndex, KINDS, type Kind, VIEW_KINDS } from '../../elastic/indices.ts';
import { type Copies, deleteIndices } from '../copies.ts';
import { derive } from './derive.ts';
import { changedSince } from './scan.ts';

/** The views that are made of parcels. */
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
  rebuilt?: readonly Kind[];
  /** Copies that are read and written in place of the aliases. */
  copies?: Copies;
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
    const fresh = new Set([...rebuilt, ...(await emptyViews(client, indices))]);
    const derived = await derive({
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
    return { ...derived, swaps };
  } catch (error) {
    await deleteIndices(
      client,
      swaps.map(({ index }) => index),
    );
    throw error;
  }
}

import type { Client } from '@elastic/elasticsearch';
import { derivedMark } from '../../../stores/elastic/derived-load.ts';
import {
  aliasOf,
  createIndex,
  deleteIndices,
  type IndexKind,
  KINDS,
  swapAliases,
  VIEW_KINDS,
} from '../../../stores/elastic/indices.ts';
import { forgetRemovals } from '../remove.ts';
import type { HeldTarget, OnProgress } from '../target.ts';
import { anyChanged, type DeriveContext, readChanges } from './changes.ts';
import { type Derived, derive, stepNames } from './derive.ts';

function deriveProgress(progress: OnProgress): Pick<DeriveContext, 'onStep' | 'onProgress'> {
  const nameOf = stepNames();
  let rows = 0;
  let step = '';
  const tell = () => progress({ phase: 'derive', rows, share: null, step });
  return {
    onStep(what) {
      step = nameOf(what);
      tell();
    },
    onProgress(done) {
      rows += done;
      tell();
    },
  };
}

async function emptyViews(client: Client, indices: Record<IndexKind, string>): Promise<IndexKind[]> {
  const counts = await Promise.all(VIEW_KINDS.map((kind) => client.count({ index: indices[kind] })));
  return VIEW_KINDS.filter((_, at) => counts[at]!.count === 0);
}

/**
 * Derives what depends on the records of a load, and marks the load as derived.
 * @param all derives everything again, the views in new indices, which are put to use in one step at the end. On failure they
 *   are deleted.
 * @returns the number of parcels rewritten, and of those that are named and not stored.
 */
export async function deriveAndUse(
  { client, settings, home, last, stamp, atEnd }: HeldTarget,
  onProgress: OnProgress,
  all = false,
): Promise<Pick<Derived, 'rewritten' | 'absent'>> {
  const prefix = settings.INDEX_PREFIX;
  const indices = Object.fromEntries(KINDS.map((kind) => [kind, aliasOf(prefix, kind)])) as Record<
    IndexKind,
    string
  >;
  const swaps: { alias: string; index: string }[] = [];
  let derived: Derived;
  let removals: boolean;
  try {
    const rebuilt = all ? VIEW_KINDS : [];
    for (const kind of rebuilt) {
      const index = await createIndex(client, prefix, kind);
      swaps.push({ alias: indices[kind], index });
      indices[kind] = index;
    }
    const changes = await readChanges(client, indices, all ? 0 : stamp.derived);
    // Asking is worthwhile only if much is derived.
    const large = Object.values(changes).some(({ keys }) => keys === null);
    const fresh = new Set([...rebuilt, ...(large ? await emptyViews(client, indices) : [])]);
    const { unfinished } = last;
    const context = { client, indices, home, ...stamp, all, changes, unfinished, fresh };
    derived = await derive({ ...context, ...deriveProgress(onProgress) });
    removals = anyChanged({ changes }, ['removals']);
  } catch (error) {
    await deleteIndices(
      client,
      swaps.map(({ index }) => index),
    );
    throw error;
  }
  if (swaps.length > 0) await swapAliases(client, swaps);
  if (removals) await forgetRemovals(client, prefix);
  for (const figures of derived.settled) atEnd(figures.county_fips, figures);
  atEnd(...derivedMark(stamp.load));
  return derived;
}

import { derivedMark } from '../../stores/elastic/derived-load.ts';
import { swapAliases } from '../../stores/elastic/indices.ts';
import { type Derived, stepNames } from './derive/derive.ts';
import { type DeriveRun, runDerive } from './derive/run.ts';
import { forgetRemovals } from './remove.ts';
import type { HeldTarget, OnProgress } from './target.ts';

function deriveProgress(progress: OnProgress) {
  const nameOf = stepNames();
  let rows = 0;
  let step = '';
  const tell = () => progress({ phase: 'derive', rows, share: null, step });
  return {
    onStep(what: string): void {
      step = nameOf(what);
      tell();
    },
    onProgress(done: number): void {
      rows += done;
      tell();
    },
  };
}

type Ways = Pick<DeriveRun, 'all' | 'rebuilt'>;

/**
 * Derives what depends on the records of a load, puts rebuilt indices to use in one step, and marks the load as
 * derived.
 * @returns the number of parcels rewritten, and of those that are named and not stored.
 */
export async function deriveAndUse(
  { client, settings, home, last, stamp, atEnd }: HeldTarget,
  onProgress: OnProgress,
  ways: Ways = {},
): Promise<Pick<Derived, 'rewritten' | 'absent'>> {
  const { rewritten, absent, settled, removals, swaps } = await runDerive({
    client,
    prefix: settings.INDEX_PREFIX,
    home,
    unfinished: last.unfinished,
    ...stamp,
    ...ways,
    ...deriveProgress(onProgress),
  });
  if (swaps.length > 0) await swapAliases(client, swaps);
  if (removals) await forgetRemovals(client, settings.INDEX_PREFIX);
  for (const figures of settled) atEnd(figures.county_fips, figures);
  atEnd(...derivedMark(stamp.load));
  return { rewritten, absent };
}

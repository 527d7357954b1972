import type { Client } from '@elastic/elasticsearch';
import { aliasOf, swapAliases } from '../elastic/indices.ts';
import { readDerivedLoad, writeCountyFigures, writeDerivedLoad } from './derive/counties.ts';
import { type DeriveRun, runDerive } from './derive/run.ts';
import type { Stamp } from './kinds/kind.ts';
import { forgetRemovals } from './remove.ts';
import type { IngestTarget, OnProgress } from './target.ts';

/** The stamp of a load that begins now. `counties` must be refreshed. */
export async function newStamp(client: Client, counties: string): Promise<Stamp> {
  const derived = await readDerivedLoad(client, counties);
  const now = new Date();
  const at = now.toISOString();
  return { load: Math.max(now.getTime(), derived + 1), derived, at, today: at.slice(0, 10) };
}

type Ways = Pick<DeriveRun, 'all' | 'rebuilt' | 'copies'>;

/**
 * Derives what depends on the records of a load, puts rebuilt and copied indices to use in one step, and says that all
 * is derived.
 * @returns the number of parcels rewritten.
 */
export async function deriveAndUse(
  { client, settings }: IngestTarget,
  stamp: Stamp,
  onProgress: OnProgress,
  ways: Ways = {},
): Promise<number> {
  const { load, derived, today } = stamp;
  let done = 0;
  const { rewritten, settled, swaps } = await runDerive({
    client,
    prefix: settings.INDEX_PREFIX,
    load,
    derived,
    today,
    ...ways,
    onProgress(count) {
      done += count;
      onProgress({ phase: 'derive', rows: done, share: null });
    },
  });
  if (swaps.length > 0) await swapAliases(client, swaps);
  const counties = aliasOf(settings.INDEX_PREFIX, 'counties');
  for (const figures of settled) await writeCountyFigures(client, counties, figures);
  await writeDerivedLoad(client, counties, load);
  await forgetRemovals(client, settings.INDEX_PREFIX);
  return rewritten;
}

import type { Client } from '@elastic/elasticsearch';
import { readDerivedLoad, writeDerivedLoad } from '../elastic/derived-load.ts';
import { aliasOf, swapAliases } from '../elastic/indices.ts';
import { writeCountyFigures } from './derive/counties.ts';
import { stepNames } from './derive/derive.ts';
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

/** What the derive step tells, as progress of the load. */
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
  const { rewritten, settled, swaps } = await runDerive({
    client,
    prefix: settings.INDEX_PREFIX,
    ...stamp,
    ...ways,
    ...deriveProgress(onProgress),
  });
  if (swaps.length > 0) await swapAliases(client, swaps);
  const counties = aliasOf(settings.INDEX_PREFIX, 'counties');
  for (const figures of settled) await writeCountyFigures(client, counties, figures);
  await writeDerivedLoad(client, counties, stamp.load);
  await forgetRemovals(client, settings.INDEX_PREFIX);
  return rewritten;
}

import type { Client } from '@elastic/elasticsearch';
import { aliasOf } from '../../stores/elastic/indices.ts';
import { alone } from './alone.ts';
import { deriveAndUse } from './derive/run.ts';
import { picked, type Removable, removeRecords } from './remove.ts';
import {
  type HeldTarget,
  INGEST_KINDS,
  type IngestKind,
  type IngestTarget,
  type OnProgress,
} from './target.ts';

/** Which records to delete: those of some counties, or only those of them that `goes` picks. */
export interface Chosen {
  counties: readonly string[];
  goes?: (record: Pick<Removable, 'id' | 'source'>) => boolean;
}

export type KindCounts = Record<IngestKind, number>;
/** The number of records of all kinds together. */
export const sumOf = (counts: KindCounts): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

const queryOf = ({ counties }: Chosen) => ({ terms: { county_fips: [...counties] } });

async function countChosen(client: Client, index: string, chosen: Chosen): Promise<number> {
  const { goes } = chosen;
  const query = queryOf(chosen);
  if (!goes) return (await client.count({ index, query })).count;
  let count = 0;
  for await (const some of picked(client, index, { query, goes })) count += some.length;
  return count;
}

async function forEachKind(work: (kind: IngestKind) => Promise<number>): Promise<KindCounts> {
  const counts: KindCounts = { parcels: 0, deeds: 0, permits: 0, risks: 0 };
  for (const kind of INGEST_KINDS) counts[kind] = await work(kind);
  return counts;
}

/** How many records of each kind `deleteRecords` would delete, as far as searches find them. */
export const countRecords = ({ client, settings }: IngestTarget, chosen: Chosen): Promise<KindCounts> =>
  forEachKind((kind) => countChosen(client, aliasOf(settings.INDEX_PREFIX, kind), chosen));

async function deleteChosen(held: HeldTarget, chosen: Chosen, onProgress: OnProgress): Promise<KindCounts> {
  const removed = await forEachKind((kind) =>
    removeRecords(held, {
      ...{ kind, query: queryOf(chosen), goes: chosen.goes ?? (() => true) },
      ...{ why: 'deleted', onProgress },
    }),
  );
  await deriveAndUse(held, onProgress);
  return removed;
}

/**
 * Deletes records of all kinds and brings all derived figures up to date. Meanwhile readers may find a part of the records.
 * @returns how many were deleted of each kind. If it throws or is killed, the same call deletes the rest; the next load
 *   completes what is derived.
 */
export const deleteRecords = (
  target: IngestTarget,
  chosen: Chosen,
  onProgress: OnProgress = () => {},
): Promise<KindCounts> => alone(target, onProgress, (held) => deleteChosen(held, chosen, onProgress));

import type { Client } from '@elastic/elasticsearch';
import {
  aliasOf,
  createIndex,
  deleteIndices,
  mendIndices,
  type OutdatedIndex,
  prepareIndices,
  swapAliases,
} from '../../stores/elastic/indices.ts';
import { withLoadLock } from './alone.ts';
import { bulkChange, bulkEntry } from './bulk.ts';
import { inParallel, scan } from './derive/scan.ts';
import type { IngestTarget, OnProgress } from './target.ts';
import { upgrader } from './upgrade.ts';

const RECORDS_AT_ONCE = 1_000;

async function copyDocuments(
  client: Client,
  { kind, index: from }: OutdatedIndex,
  to: string,
  onCopied: (count: number) => void,
) {
  const upgraded = upgrader(kind);
  await inParallel(scan<object>(client, from, { size: RECORDS_AT_ONCE }, []), async (page) => {
    await bulkChange(
      client,
      to,
      page.map(({ _id, _source }) => {
        const { id, document } = upgraded(_id, _source);
        return bulkEntry(id, document);
      }),
    );
    onCopied(page.length);
  });
  await client.indices.refresh({ index: to });
}

/**
 * Copies indices of an earlier version, whose fields are indexed differently, into new ones, and puts these to use in
 * one step. Loads wait until it ends. On failure nothing has changed.
 * @returns the indices that were replaced.
 */
export function reindex(target: IngestTarget, onProgress: OnProgress = () => {}): Promise<OutdatedIndex[]> {
  return withLoadLock(target, onProgress, async ({ client, settings }) => {
    const prefix = settings.INDEX_PREFIX;
    const outdated = await prepareIndices(client, settings);
    await mendIndices(client, prefix);
    if (outdated.length === 0) return [];
    const index = outdated.map((old) => old.index);
    await client.indices.refresh({ index });
    const { count } = await client.count({ index });
    const swaps: { alias: string; index: string }[] = [];
    let rows = 0;
    try {
      for (const old of outdated) {
        const made = await createIndex(client, prefix, old.kind);
        swaps.push({ alias: aliasOf(prefix, old.kind), index: made });
        await copyDocuments(client, old, made, (copied) => {
          rows += copied;
          onProgress({ phase: 'load', rows, share: rows / count });
        });
      }
      await swapAliases(client, swaps);
    } catch (error) {
      await deleteIndices(
        client,
        swaps.map((swap) => swap.index),
      );
      throw error;
    }
    return outdated;
  });
}

import type { Client } from '@elastic/elasticsearch';
import { announceChange } from '../elastic/edition.ts';
import {
  aliasOf,
  createIndex,
  type IndexSettings,
  KINDS,
  mendIndices,
  swapAliases,
} from '../elastic/indices.ts';
import { bulkEntry, bulkWrite } from '../ingest/bulk.ts';
import { deleteIndices } from '../ingest/copies.ts';
import { inParallel } from '../ingest/derive/parallel.ts';
import { upgraded } from '../ingest/upgrade.ts';
import { readLines } from './lines.ts';
import { fieldsOf, type IndexPart } from './manifest.ts';

const BATCH_BYTES = 2_000_000;
const BATCH_DOCUMENTS = 2_000;

type Entry = (action: string, source: string) => string;

const asWritten: Entry = (action, source) => `${action}\n${source}\n`;

/** What an earlier version stored becomes what this one would store, as in `terrier reindex`. */
function entryOf({ kind, fields }: IndexPart): Entry {
  if (fields === fieldsOf(kind)) return asWritten;
  return (action, source) => bulkEntry(JSON.parse(action).index._id, upgraded(kind, JSON.parse(source)));
}

/** The documents of a file, some at a time, as bulk requests take them. */
async function* batches(folder: string, part: IndexPart): AsyncGenerator<string[]> {
  const entry = entryOf(part);
  let batch: string[] = [];
  let bytes = 0;
  let action: string | null = null;
  for await (const lines of readLines(folder, part.file)) {
    for (const line of lines) {
      if (action === null) {
        action = line.toString();
        continue;
      }
      batch.push(entry(action, line.toString()));
      bytes += line.length;
      action = null;
      if (bytes < BATCH_BYTES && batch.length < BATCH_DOCUMENTS) continue;
      yield batch;
      batch = [];
      bytes = 0;
    }
  }
  if (batch.length > 0) yield batch;
}

/** Fills a new index, and checks that it has every document. */
async function fill(
  client: Client,
  folder: string,
  part: IndexPart,
  index: string,
  onWritten: (count: number) => void,
): Promise<void> {
  await inParallel(batches(folder, part), async (entries) => {
    const outcomes = await bulkWrite(client, index, entries);
    const failed = outcomes.find((outcome) => typeof outcome === 'object');
    if (failed) throw new Error(`Elasticsearch refused a document of ${part.file}: ${failed.error}`);
    onWritten(entries.length);
  });
  await client.indices.refresh({ index });
  const { count } = await client.count({ index });
  if (count !== part.documents)
    throw new Error(`${part.file} gave ${count} documents, not ${part.documents}: nothing was restored.`);
}

/**
 * Fills new indices from a backup, and puts all of them to use in one step, so that readers find all of it or nothing.
 * What a killed restore left is deleted first.
 */
export async function restoreIndices(
  client: Client,
  settings: IndexSettings,
  folder: string,
  parts: readonly IndexPart[],
  onWritten: (count: number) => void,
): Promise<void> {
  const prefix = settings.INDEX_PREFIX;
  const { counties } = await mendIndices(client, prefix);
  const swaps: { alias: string; index: string }[] = [];
  try {
    // Each is a change of the whole cluster: together they take little more time than one.
    const made = await Promise.all(parts.map(({ kind }) => createIndex(client, prefix, kind)));
    swaps.push(...parts.map(({ kind }, at) => ({ alias: aliasOf(prefix, kind), index: made[at]! })));
    for (const [at, part] of parts.entries()) await fill(client, folder, part, made[at]!, onWritten);
    await announceChange(client, counties);
    await swapAliases(client, swaps);
  } catch (error) {
    await deleteIndices(
      client,
      swaps.map(({ index }) => index),
    );
    throw error;
  }
}

/** The aliases of an installation. */
export const aliasesOf = ({ INDEX_PREFIX }: IndexSettings): string[] =>
  KINDS.map((kind) => aliasOf(INDEX_PREFIX, kind));

/**
 * Empty indices that one test file leaves to the next: creating and deleting those of an installation takes
 * Elasticsearch most of a second of processor time, and emptying them a tenth of that.
 */
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client, estypes } from '@elastic/elasticsearch';

/** A search returns so many ids at most. */
const IDS = 10_000;
/** With more deleted documents than this, a used index would be slower than a new one. */
const MOST_LEFT = 1_000;

/** Deletes the documents that match, and returns their number. */
export async function deleteDocuments(
  client: Client,
  index: string[],
  query: estypes.QueryDslQueryContainer,
): Promise<number> {
  await client.indices.refresh({ index });
  for (let deleted = 0; ; ) {
    const { hits } = await client.search({ index, query, size: IDS, _source: false });
    if (hits.hits.length === 0) return deleted;
    await client.bulk({
      operations: hits.hits.map(({ _index, _id }) => ({ delete: { _index, _id: _id! } })),
    });
    await client.indices.refresh({ index: [...new Set(hits.hits.map(({ _index }) => _index))] });
    deleted += hits.hits.length;
    if (hits.hits.length < IDS) return deleted;
  }
}

/** The folder of the pool, which `npm test` makes; without it every installation has new indices. */
const folder = () => process.env.TEST_INDEX_POOL;

/** How the indices of a prefix are: names, aliases, settings and fields. */
async function describe(client: Client, prefix: string): Promise<string> {
  const [indices, templates] = await Promise.all([
    client.indices.get({ index: `${prefix}-*` }),
    client.indices.getIndexTemplate({ name: `${prefix}-*` }, { ignore: [404] }),
  ]);
  const names = Object.keys(indices).sort();
  return JSON.stringify([names.map((name) => [name, indices[name]]), templates.index_templates ?? []]);
}

/** Takes a prefix with empty indices out of the pool; undefined when there is none. */
export async function takePrefix(): Promise<string | undefined> {
  const pool = folder();
  if (!pool) return undefined;
  await mkdir(join(pool, 'free'), { recursive: true });
  for (const prefix of await readdir(join(pool, 'free'))) {
    const taken = await rename(join(pool, 'free', prefix), join(pool, prefix)).then(
      () => true,
      () => false,
    );
    if (taken) return prefix;
  }
  return undefined;
}

/** Notes how the indices are before they are used. */
export async function notePrefix(client: Client, prefix: string): Promise<void> {
  const pool = folder();
  if (pool) await writeFile(join(pool, prefix), await describe(client, prefix));
}

/** Whether nobody reads the indices: a walk that was left open would keep a later replacement from deleting them. */
async function areUnread(client: Client, prefix: string): Promise<boolean> {
  const { _all } = await client.indices.stats({ index: `${prefix}-*`, metric: 'search' });
  return (_all.total?.search?.open_contexts ?? 0) === 0;
}

/**
 * Empties the indices and puts them into the pool, or deletes them when they are no longer as they were or somebody
 * still reads them.
 */
export async function givePrefix(client: Client, prefix: string): Promise<void> {
  const pool = folder();
  if (pool) {
    const noted = await readFile(join(pool, prefix), 'utf8');
    const { count } = await client.count({ index: `${prefix}-*` });
    const isSame = noted === (await describe(client, prefix));
    if (count <= MOST_LEFT && isSame && (await areUnread(client, prefix))) {
      const names = (JSON.parse(noted)[0] as [string, unknown][]).map(([name]) => name);
      await deleteDocuments(client, names, { match_all: {} });
      await rename(join(pool, prefix), join(pool, 'free', prefix));
      return;
    }
    await rm(join(pool, prefix));
  }
  await deletePrefix(client, prefix);
}

/** Deletes all indices of a prefix. */
export async function deletePrefix(client: Client, prefix: string): Promise<void> {
  const left = Object.keys(await client.indices.get({ index: `${prefix}-*`, features: 'aliases' }));
  if (left.length > 0) await client.indices.delete({ index: left });
  await client.indices.deleteIndexTemplate({ name: `${prefix}-*` }, { ignore: [404] });
}

/** Deletes the folder of a pool, with the indices that are noted there: also those that were not given back. */
export async function emptyPool(client: Client, pool: string): Promise<void> {
  const noted = await Promise.all([pool, join(pool, 'free')].map((path) => readdir(path).catch(() => [])));
  for (const prefix of noted.flat()) if (prefix !== 'free') await deletePrefix(client, prefix);
  await rm(pool, { recursive: true, force: true });
}

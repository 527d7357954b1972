import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Client } from '@elastic/elasticsearch';
import { PROJECT_ROOT } from '../config.ts';

/** What is stored, one alias each; `counties` is derived from the others. */
export const KINDS = ['parcels', 'deeds', 'permits', 'risks', 'counties'] as const;
export type Kind = (typeof KINDS)[number];

/** Where the data of one installation lives: every name starts with the prefix. */
export interface IndexSettings {
  INDEX_PREFIX: string;
  INDEX_SHARDS: number;
  INDEX_REPLICAS: number;
}

/** The alias that readers and loads use. */
export function aliasOf(prefix: string, kind: Kind): string {
  return `${prefix}-${kind}`;
}

/** Puts the index templates of `index-templates/`, one a kind. Harmless to repeat. */
export async function applyTemplates(client: Client, settings: IndexSettings): Promise<void> {
  for (const kind of KINDS) {
    const file = resolve(PROJECT_ROOT, 'index-templates', `${kind}.json`);
    const template = JSON.parse(await readFile(file, 'utf8'));
    template.settings.index.number_of_shards = settings.INDEX_SHARDS;
    template.settings.index.number_of_replicas = settings.INDEX_REPLICAS;
    const alias = aliasOf(settings.INDEX_PREFIX, kind);
    await client.indices.putIndexTemplate({ name: alias, index_patterns: [`${alias}-*`], template });
  }
}

/** Creates a new, empty index for `kind` and returns its name; no alias points at it yet. */
export async function createIndex(client: Client, prefix: string, kind: Kind): Promise<string> {
  const index = `${aliasOf(prefix, kind)}-${Date.now()}`;
  await client.indices.create({ index });
  return index;
}

/** Gives every kind an index behind its alias where it has none. Harmless to repeat. */
export async function ensureIndices(client: Client, settings: IndexSettings): Promise<void> {
  await applyTemplates(client, settings);
  for (const kind of KINDS) {
    const alias = aliasOf(settings.INDEX_PREFIX, kind);
    if (await client.indices.existsAlias({ name: alias })) continue;
    const index = await createIndex(client, settings.INDEX_PREFIX, kind);
    await client.indices.putAlias({ index, name: alias, is_write_index: true });
  }
}

/** The concrete index behind an alias. */
export async function concreteIndex(client: Client, alias: string): Promise<string> {
  const [index] = Object.keys(await client.indices.getAlias({ name: alias }));
  if (!index) throw new Error(`no index stands behind ${alias}`);
  return index;
}

/** Points the alias at `index` in one step and deletes what it pointed at before. */
export async function swapAlias(client: Client, alias: string, index: string): Promise<void> {
  const before = Object.keys(await client.indices.getAlias({ name: alias }));
  await client.indices.updateAliases({
    actions: [
      ...before.map((old) => ({ remove: { index: old, alias } })),
      { add: { index, alias, is_write_index: true } },
    ],
  });
  for (const old of before) if (old !== index) await client.indices.delete({ index: old });
}

/** Deletes the indices of `kind` that no alias uses: what an interrupted replacement left behind. */
export async function deleteOrphans(client: Client, prefix: string, kind: Kind): Promise<void> {
  const alias = aliasOf(prefix, kind);
  const indices = await client.indices.get({ index: `${alias}-*`, expand_wildcards: 'all' });
  for (const [name, { aliases }] of Object.entries(indices)) {
    if (!aliases?.[alias]) await client.indices.delete({ index: name });
  }
}

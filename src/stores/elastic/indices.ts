import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client, estypes } from '@elastic/elasticsearch';
import parcels from '../../../index-templates/parcels.json' with { type: 'json' };
import { PROJECT_ROOT } from '../../config.ts';
import { type Analysis, differences, type Fields, isAnalyzedAs } from './differences.ts';
import { ensureEdition } from './edition.ts';

export const VIEW_KINDS = [
  'coverage',
  'owners',
  'holdings',
  'contractors',
  'flips',
  'flippers',
  'market',
  'trends',
  'packs',
  'values',
  'sales',
] as const;

/**
 * What is stored, each kind behind its own alias. `outlines` are those of parcels, under the same ids. `counties` belongs to
 * the derive step; `removals` holds the keys of deleted records until that step is done; `removed` names deleted
 * parcels for 90 days.
 */
export const KINDS = [
  'parcels',
  'outlines',
  'deeds',
  'permits',
  'risks',
  'counties',
  'removals',
  'removed',
  ...VIEW_KINDS,
] as const;
export type IndexKind = (typeof KINDS)[number];

export interface IndexSettings {
  INDEX_PREFIX: string;
  INDEX_SHARDS: number;
  INDEX_REPLICAS: number;
}

/** The alias that readers and loads use. */
export function aliasOf(prefix: string, kind: IndexKind): string {
  return `${prefix}-${kind}`;
}

/**
 * A file of `index-templates/`. `form` goes up when stored records must be rewritten by `terrier reindex`, though their
 * fields are indexed as before.
 */
interface IndexTemplate {
  settings: { index: { analysis?: Analysis; [setting: string]: unknown } };
  mappings: { dynamic: 'strict'; _meta?: { form: number }; properties: Fields };
}

/** The fields of the parcels, with their names in their type. */
export const PARCEL_FIELDS = parcels.mappings.properties;

/** The index template of a kind. */
export const templateOf = (kind: IndexKind): IndexTemplate =>
  JSON.parse(readFileSync(join(PROJECT_ROOT, 'index-templates', `${kind}.json`), 'utf8'));

/** The index template of a kind, with the configured shards and replicas. */
function configuredTemplate(kind: IndexKind, { INDEX_SHARDS, INDEX_REPLICAS }: IndexSettings) {
  const { settings, mappings } = templateOf(kind);
  const index = { ...settings.index, number_of_shards: INDEX_SHARDS, number_of_replicas: INDEX_REPLICAS };
  return { settings: { index }, mappings };
}

let latest = 0;
/** A name for a new index behind an alias: the time in milliseconds, or the next number if that is taken. */
function newName(alias: string): string {
  latest = Math.max(Date.now(), latest + 1);
  return `${alias}-${latest}`;
}

/** How long a busy cluster may take until a new index can be searched. */
const STARTING = '90s';

/** Creates a new, empty index for `kind` and returns its name; only the given aliases point at it. */
export async function createIndex(
  client: Client,
  prefix: string,
  kind: IndexKind,
  aliases: Record<string, { is_write_index: boolean }> = {},
): Promise<string> {
  const index = newName(aliasOf(prefix, kind));
  const { shards_acknowledged } = await client.indices.create({ index, aliases, timeout: STARTING });
  // Without it, the index cannot be searched.
  if (shards_acknowledged) return index;
  throw new Error(`Elasticsearch did not start the index ${index} in time. Is its disk nearly full?`);
}

async function present(client: Client, prefix: string) {
  const [{ index_templates }, indices] = await Promise.all([
    client.indices.getIndexTemplate(
      { name: `${prefix}-*`, filter_path: 'index_templates.name,index_templates.index_template._meta' },
      { ignore: [404] },
    ),
    client.indices.get({ index: `${prefix}-*`, features: ['aliases', 'mappings', 'settings'] }),
  ]);
  // Templates of an earlier version have no digest.
  const templates: { name: string; index_template?: { _meta?: { digest?: string } } }[] =
    index_templates ?? [];
  const digests = new Map(templates.map(({ name, index_template }) => [name, index_template?._meta?.digest]));
  return { digests, indices: Object.entries(indices) };
}

/** `changed` names what the index stores differently from this version. */
export interface OutdatedIndex {
  kind: IndexKind;
  index: string;
  changed: string[];
}

/** Indices of an earlier version that this one cannot search. */
export class OutdatedIndices extends Error {
  constructor(outdated: OutdatedIndex[]) {
    const each = outdated.map(({ index, changed }) => `${index} (${changed.join(', ')})`);
    super(
      `An earlier version indexed some fields in another way: ${each.join('; ')}. Run \`terrier reindex\`: it copies ` +
        'the records into new indices. Readers find all records while it runs.',
    );
  }
}

/** An index compared with its template. */
interface ComparedIndex {
  index: string;
  /** Fields that can be added to it. */
  lacking: Fields;
  /** What it stores differently. */
  changed: string[];
}

/** How a kind compares with this version. */
export interface KindState {
  kind: IndexKind;
  /** Whether its index template is that of this version and these settings. */
  hasTemplate: boolean;
  /** The indices behind its alias. */
  indices: ComparedIndex[];
}

type Template = ReturnType<typeof configuredTemplate>;

const digestOf = (template: Template) => hash('sha256', JSON.stringify(template));

function compareIndex(
  index: string,
  { mappings, settings }: estypes.IndicesIndexState,
  template: Template,
): ComparedIndex {
  const present = (mappings?.properties ?? {}) as Fields;
  const { lacking, changed } = differences(present, template.mappings.properties);
  if (mappings?._meta?.form !== template.mappings._meta?.form) changed.push('the form of its records');
  if (isAnalyzedAs(settings?.index?.analysis as object, template.settings.index.analysis))
    return { index, lacking, changed };
  // New fields could need analyzers that the index does not have.
  return { index, lacking: {}, changed: [...changed, 'analyzers'] };
}

/** Compares the templates and indices of every kind with this version. It changes nothing. */
export async function compareIndices(client: Client, settings: IndexSettings): Promise<KindState[]> {
  const { digests, indices } = await present(client, settings.INDEX_PREFIX);
  return KINDS.map((kind) => {
    const template = configuredTemplate(kind, settings);
    const alias = aliasOf(settings.INDEX_PREFIX, kind);
    const own = indices.filter(([, { aliases }]) => aliases?.[alias]);
    return {
      kind,
      hasTemplate: digests.get(alias) === digestOf(template),
      indices: own.map(([index, state]) => compareIndex(index, state, template)),
    };
  });
}

/**
 * Writes the index templates, and creates an index behind its alias for every kind without one. An index of an earlier
 * version gets the new fields. Sends only what differs, since each such change affects the whole cluster.
 * @returns the indices that only `terrier reindex` can bring up to date.
 */
export async function prepareIndices(client: Client, settings: IndexSettings): Promise<OutdatedIndex[]> {
  const prepare = async ({ kind, hasTemplate, indices }: KindState): Promise<OutdatedIndex[]> => {
    const alias = aliasOf(settings.INDEX_PREFIX, kind);
    if (!hasTemplate) {
      const template = configuredTemplate(kind, settings);
      await client.indices.putIndexTemplate({
        name: alias,
        index_patterns: [`${alias}-*`],
        template: template as estypes.IndicesPutIndexTemplateIndexTemplateMapping,
        _meta: { digest: digestOf(template) },
      });
    }
    if (indices.length === 0)
      await createIndex(client, settings.INDEX_PREFIX, kind, { [alias]: { is_write_index: true } });
    for (const { index, lacking } of indices) {
      if (Object.keys(lacking).length === 0) continue;
      const properties = lacking as Record<string, estypes.MappingProperty>;
      await client.indices.putMapping({ index, properties });
    }
    return indices.flatMap(({ index, changed }) => (changed.length > 0 ? [{ kind, index, changed }] : []));
  };
  const outdated = (await Promise.all((await compareIndices(client, settings)).map(prepare))).flat();
  await ensureEdition(client, aliasOf(settings.INDEX_PREFIX, 'counties'));
  return outdated;
}

/** Prepares the indices. Throws OutdatedIndices when some must be reindexed first. */
export async function ensureIndices(client: Client, settings: IndexSettings): Promise<void> {
  const outdated = await prepareIndices(client, settings);
  if (outdated.length > 0) throw new OutdatedIndices(outdated);
}

/**
 * The concrete indices behind aliases at one point in time, and the aliases of each. If the request gave only the names of
 * the aliases, Elasticsearch would search all indices of the cluster, and answer 404 if any is deleted in the meantime.
 * @throws the client's ResponseError when an alias is missing.
 */
export const indicesBehind = (client: Client, aliases: string[]) =>
  client.indices.getAlias({ index: aliases, name: aliases });

/**
 * The concrete index behind an alias.
 * @throws the client's ResponseError when there is none.
 */
export async function concreteIndex(client: Client, alias: string): Promise<string> {
  return Object.keys(await indicesBehind(client, [alias]))[0]!;
}

/**
 * Copies of the indices of some kinds, for a change that readers must see all at once: no alias points at them yet. They
 * share the files of the originals and cost neither time nor disk space; writes to the originals are blocked meanwhile.
 * @throws Error when Elasticsearch does not make them, for example because its disk is nearly full.
 */
export async function copyIndices<K extends IndexKind>(
  client: Client,
  settings: IndexSettings,
  kinds: readonly K[],
): Promise<Record<K, string>> {
  const aliases = kinds.map((kind) => aliasOf(settings.INDEX_PREFIX, kind));
  const from = await Promise.all(aliases.map((alias) => concreteIndex(client, alias)));
  const to = aliases.map(newName);
  await client.indices.addBlock({ index: from, block: 'write' });
  const copied = await Promise.allSettled(
    from.map((index, at) => cloneIndex(client, settings, index, to[at]!)),
  );
  await liftBlocks(client, from);
  const failed = copied.find(({ status }) => status === 'rejected') as PromiseRejectedResult | undefined;
  if (failed) {
    await client.indices.delete({ index: to, ignore_unavailable: true });
    throw failed.reason;
  }
  return Object.fromEntries(kinds.map((kind, at) => [kind, to[at]])) as Record<K, string>;
}

async function cloneIndex(client: Client, { INDEX_REPLICAS }: IndexSettings, index: string, target: string) {
  const settings = { 'index.blocks.write': null, 'index.number_of_replicas': INDEX_REPLICAS };
  const { shards_acknowledged } = await client.indices.clone({ index, target, settings });
  if (shards_acknowledged) return;
  throw new Error(`Elasticsearch could not copy the index ${index} in time; is its disk nearly full?`);
}

const liftBlocks = (client: Client, index: string[]) =>
  client.indices.putSettings({ index, settings: { 'index.blocks.write': null } });

/** Deletes unused indices, except those with open walks. */
async function deleteUnread(client: Client, names: string[]): Promise<void> {
  if (names.length === 0) return;
  const { indices } = await client.indices.stats({ index: names, metric: 'search' });
  const unread = names.filter((name) => (indices?.[name]?.total?.search?.open_contexts ?? 0) === 0);
  if (unread.length > 0) await client.indices.delete({ index: unread });
}

/** Deletes indices that nothing points at. If that fails, a later load does it. */
export async function deleteIndices(client: Client, index: string[]): Promise<void> {
  if (index.length > 0) await client.indices.delete({ index }).catch(() => {});
}

/** Points every alias at its new index in one step, and deletes the old ones; if the deletion fails, a later load does it. */
export async function swapAliases(client: Client, swaps: { alias: string; index: string }[]): Promise<void> {
  const before = await Promise.all(swaps.map(({ alias }) => indicesBehind(client, [alias])));
  const old = before.flatMap((found) => Object.keys(found));
  await client.indices.updateAliases({
    actions: swaps.flatMap(({ alias, index }, at) => [
      ...Object.keys(before[at]!).map((used) => ({ remove: { index: used, alias } })),
      { add: { index, alias, is_write_index: true } },
    ]),
  });
  const used = new Set(swaps.map(({ index }) => index));
  const retired = old.filter((index) => !used.has(index));
  await deleteUnread(client, retired).catch(() => {});
}

/**
 * Cleans up after an interrupted change of indices: deletes indices without an alias, and lifts the write block of an index that
 * was being copied.
 * @returns the concrete index behind the alias of each kind.
 */
export async function mendIndices(client: Client, prefix: string): Promise<Record<IndexKind, string>> {
  const indices = await client.indices.get({
    index: `${prefix}-*`,
    expand_wildcards: 'all',
    features: ['aliases', 'settings'],
  });
  const found: Partial<Record<IndexKind, string>> = {};
  const orphans: string[] = [];
  const blocked: string[] = [];
  for (const [name, { aliases, settings }] of Object.entries(indices)) {
    const used = KINDS.find((kind) => aliases?.[aliasOf(prefix, kind)]);
    if (used) {
      found[used] = name;
      if (String(settings?.index?.blocks?.write) === 'true') blocked.push(name);
    } else if (KINDS.some((kind) => isIndexOf(aliasOf(prefix, kind), name))) orphans.push(name);
  }
  const missing = KINDS.find((kind) => found[kind] === undefined);
  if (missing) throw new Error(`no index stands behind ${aliasOf(prefix, missing)}`);
  if (blocked.length > 0) await liftBlocks(client, blocked);
  await deleteUnread(client, orphans);
  return found as Record<IndexKind, string>;
}

const isIndexOf = (alias: string, index: string): boolean =>
  index.startsWith(`${alias}-`) && /^\d+$/.test(index.slice(alias.length + 1));

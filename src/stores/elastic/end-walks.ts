import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@elastic/elasticsearch';
import {
  aliasOf,
  concreteIndex,
  copyIndices,
  type IndexKind,
  type IndexSettings,
  swapAliases,
} from './indices.ts';

/** How long to let searches in progress end, in milliseconds. */
const PATIENCE = 2_000;

/** The indices behind these aliases, in use or not, that have open walks. */
async function walkedIndices(client: Client, aliases: string[]): Promise<string[]> {
  const index = aliases.map((alias) => `${alias}-*`);
  const { indices = {} } = await client.indices.stats({ index, metric: 'search' });
  return Object.entries(indices)
    .filter(([name]) => aliases.includes(name.replace(/-\d+$/, '')))
    .filter(([, { total }]) => (total?.search?.open_contexts ?? 0) > 0)
    .map(([name]) => name);
}

/**
 * Ends all walks through points in time of some kinds; they continue from the same place in what is stored now. Only
 * deleting an index ends walks that other processes opened, so an index with walks is replaced by a copy of itself.
 */
export async function endWalks(
  client: Client,
  settings: IndexSettings,
  kinds: readonly IndexKind[],
): Promise<void> {
  const aliases = kinds.map((kind) => aliasOf(settings.INDEX_PREFIX, kind));
  const walked = await walkedIndices(client, aliases);
  if (walked.length === 0) return;
  const used = await Promise.all(aliases.map((alias) => concreteIndex(client, alias)));
  const copied = kinds.filter((_, at) => walked.includes(used[at]!));
  if (copied.length > 0) {
    const copies = await copyIndices(client, settings, copied);
    const swaps = copied.map((kind) => ({
      alias: aliasOf(settings.INDEX_PREFIX, kind),
      index: copies[kind],
    }));
    await swapAliases(client, swaps);
  }
  await sleep(PATIENCE);
  await client.indices.delete({ index: walked, ignore_unavailable: true });
}

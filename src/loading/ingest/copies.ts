import { copyIndices, type IndexKind } from '../../stores/elastic/indices.ts';
import type { HeldTarget } from './target.ts';

/** Copies that replace the indices behind the aliases, by kind. */
export type Copies = Partial<Record<IndexKind, string>>;

/**
 * Copies the indices of some kinds and changes the copies, which are not read until they are put to use. They are deleted
 * when `change` throws or returns false.
 * @param change returns whether the copies are wanted.
 * @returns the copies, or null.
 */
export async function changedCopies<K extends IndexKind>(
  { client, settings }: HeldTarget,
  kinds: readonly K[],
  change: (copies: Record<K, string>) => Promise<boolean>,
): Promise<Copies | null> {
  const copies = await copyIndices(client, settings, kinds);
  let wanted = false;
  try {
    wanted = await change(copies);
  } finally {
    if (!wanted) await deleteIndices(client, Object.values(copies));
  }
  return wanted ? copies : null;
}

/** Deletes indices that nothing points at. If that fails, a later load does it. */
export async function deleteIndices(client: HeldTarget['client'], index: string[]): Promise<void> {
  if (index.length > 0) await client.indices.delete({ index }).catch(() => {});
}

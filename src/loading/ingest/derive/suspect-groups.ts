import type { DeriveContext } from './context.ts';
import { readAll } from './scan.ts';
import { openSpool } from './spool.ts';

interface GroupedDeed {
  usable_for_stats: boolean;
  is_arm_length: boolean | null;
  internal: { groups: string[]; parcel: string | null };
}

/** A deed in one of its groups: group, parcel, and whether it may be fit though it is not usable. */
type Entry = [group: string, parcel: string | null, fit: boolean];

interface Group {
  parcel: string | null;
  isSuspect: boolean;
}

function add(groups: Map<string, Group>, [key, parcel, fit]: Entry): void {
  const group = groups.get(key);
  if (!group) {
    groups.set(key, { parcel, isSuspect: fit });
    return;
  }
  const isOther = parcel !== null && group.parcel !== null && parcel !== group.parcel;
  if (fit || isOther) group.isSuspect = true;
  group.parcel ??= parcel;
}

/**
 * The groups whose deeds may have to change: those of several parcels, or with an unusable deed that may be fit. Every deed
 * is read once, which takes less time than asking for the deeds of each group when most have changed.
 */
export async function* suspectGroups(
  { client, indices, home }: Pick<DeriveContext, 'client' | 'indices' | 'home'>,
  size: number,
): AsyncGenerator<string[]> {
  const { count } = await client.count({ index: indices.deeds });
  const spool = openSpool(home, count);
  try {
    const search = {
      query: { exists: { field: 'internal.groups' } },
      _source: ['usable_for_stats', 'is_arm_length', 'internal.groups', 'internal.parcel'],
    };
    await readAll<GroupedDeed>(client, indices.deeds, search, (deeds) => {
      for (const { usable_for_stats, is_arm_length, internal } of deeds) {
        const fit = is_arm_length === true && !usable_for_stats;
        for (const group of internal.groups)
          spool.add(group, [group, internal.parcel ?? null, fit] satisfies Entry);
      }
    });
    for (const part of spool.parts() as Generator<Entry[]>) {
      const groups = new Map<string, Group>();
      for (const entry of part) add(groups, entry);
      const suspect = [...groups].filter(([, { isSuspect }]) => isSuspect).map(([key]) => key);
      for (let at = 0; at < suspect.length; at += size) yield suspect.slice(at, at + size);
    }
  } finally {
    spool.close();
  }
}

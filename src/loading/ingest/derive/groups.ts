import { bulkEntry, bulkWriter } from '../bulk.ts';
import { usableAlone } from '../kinds/deeds.ts';
import type { StoredDocument } from '../kinds/kind.ts';
import { type DeriveContext, noteChange, touched } from './changes.ts';
import { allFigures, type Fold, figuresFrom, recordsWith } from './figures.ts';
import { scan } from './scan.ts';

const GROUPS_AT_ONCE = 5_000;
const DEEDS_AT_ONCE = 1_000;
const MOST_KNOWN = 100_000;

type StoredDeed = StoredDocument &
  Parameters<typeof usableAlone>[0] & { id: string; county_fips: string; usable_for_stats: boolean };

/** Doc values. */
interface GroupedDeed {
  'internal.groups'?: string[];
  'internal.parcel'?: string[];
  usable_for_stats?: boolean[];
  is_arm_length?: boolean[];
}

/** Deeds that may be one transfer. */
interface Group {
  parcel: string | null;
  isOfSeveralParcels: boolean;
  hasUsable: boolean;
  /** One that is not usable may be, as far as this group is concerned. */
  hasFit: boolean;
}

type Groups = ReadonlyMap<string, Group>;

const fold: Fold<GroupedDeed, Group> = {
  kind: 'deeds',
  field: 'internal.groups',
  keysOf: (deed) => deed['internal.groups'] ?? [],
  source: ['internal.groups', 'internal.parcel', 'usable_for_stats', 'is_arm_length'],
  docValues: true,
  start: () => ({ parcel: null, isOfSeveralParcels: false, hasUsable: false, hasFit: false }),
  add(group, deed) {
    const parcel = deed['internal.parcel']?.[0] ?? null;
    if (group.parcel !== null && parcel !== null && parcel !== group.parcel) group.isOfSeveralParcels = true;
    group.parcel ??= parcel;
    if (deed.usable_for_stats?.[0]) group.hasUsable = true;
    else if (deed.is_arm_length?.[0]) group.hasFit = true;
  },
};

async function groupsWith({ client, indices }: DeriveContext, keys: readonly string[]): Promise<Groups> {
  if (keys.length === 0) return new Map();
  const { search, sort } = recordsWith(fold, keys);
  return figuresFrom(scan<GroupedDeed>(client, indices.deeds, search, sort), fold, keys);
}

/** Whether a deed of the group may have to change. */
const isSuspect = ({ isOfSeveralParcels, hasUsable, hasFit }: Group) =>
  isOfSeveralParcels ? hasUsable : hasFit;

/** Whether more than half of all deeds changed. */
async function mostChanged({ client, indices, changes, all }: DeriveContext): Promise<boolean> {
  const { keys, query } = changes.deeds;
  if (all) return true;
  if (keys !== null || query === null) return false;
  const index = indices.deeds;
  const [changed, every] = await Promise.all([client.count({ index, query }), client.count({ index })]);
  return changed.count * 2 > every.count;
}

async function* changedGroups(context: DeriveContext): AsyncGenerator<{ groups: Groups; keys: string[] }> {
  if (await mostChanged(context)) {
    for await (const { figures, keys } of allFigures(context, fold)) yield { groups: figures, keys };
    return;
  }
  const pages = touched(context, ['deeds', 'removals'], 'internal.touched_groups', GROUPS_AT_ONCE);
  for await (const keys of pages) yield { groups: await groupsWith(context, keys), keys };
}

/** Tells which groups are of several parcels. Some have very many deeds, so what is known is kept for a while. */
function judge(context: DeriveContext) {
  const known = new Map<string, boolean>();
  const learn = (groups: Groups, keys: readonly string[]) => {
    for (const key of keys) known.set(key, groups.get(key)?.isOfSeveralParcels ?? false);
  };
  return {
    learn,
    async spoilt(keys: readonly string[]): Promise<ReadonlySet<string>> {
      if (known.size > MOST_KNOWN) known.clear();
      const unknown = [...new Set(keys)].filter((key) => !known.has(key));
      learn(await groupsWith(context, unknown), unknown);
      return new Set(keys.filter((key) => known.get(key)));
    },
  };
}

/**
 * Sets `usable_for_stats` of every deed in a group that changed: deeds of several parcels for one price stay arm's length,
 * but are not usable for statistics. A rewritten deed counts as changed itself.
 */
export async function deriveDeedGroups(context: DeriveContext): Promise<void> {
  const { client, load, at } = context;
  const { deeds } = context.indices;
  const writer = bulkWriter(client, deeds);
  /** The time stays if this load changed the record and changed it back. */
  const changedAt = ({ internal }: StoredDeed, usable: boolean): string => {
    const { prev } = internal;
    const asBefore = internal.load === load && prev?.hash === internal.hash && prev.usable === usable;
    return asBefore ? prev.at : at;
  };
  const groupsOf = ({ internal }: StoredDeed) => internal.groups as string[];
  const { learn, spoilt } = judge(context);
  for await (const { groups, keys } of changedGroups(context)) {
    const suspects = keys.filter((key) => groups.has(key) && isSuspect(groups.get(key)!));
    if (suspects.length === 0) continue;
    learn(groups, keys);
    const search = { query: { terms: { 'internal.groups': suspects } }, size: DEEDS_AT_ONCE };
    for await (const hits of scan<StoredDeed>(client, deeds, search)) {
      const ofSeveralParcels = await spoilt(hits.flatMap(({ _source }) => groupsOf(_source)));
      const entries: string[] = [];
      for (const { _id, _source: deed } of hits) {
        const usable = usableAlone(deed) && !groupsOf(deed).some((group) => ofSeveralParcels.has(group));
        if (usable === deed.usable_for_stats) continue;
        noteChange(context, 'deeds', load, deed);
        const changed = { usable_for_stats: usable, updated_at: changedAt(deed, usable) };
        entries.push(bulkEntry(_id, { ...deed, ...changed, internal: { ...deed.internal, load } }));
      }
      await writer.add(entries);
    }
  }
  await writer.finish();
}

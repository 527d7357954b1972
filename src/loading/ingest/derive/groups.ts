import type { Client, estypes } from '@elastic/elasticsearch';
import { bulkEntry, bulkWriter } from '../bulk.ts';
import { usableAlone } from '../kinds/deeds.ts';
import type { StoredDocument } from '../kinds/kind.ts';
import { noteChange, touched } from './changes.ts';
import type { DeriveContext } from './context.ts';
import { firstPageOf, type ScannedHit, scan, searchTogether } from './scan.ts';
import { suspectGroups } from './suspect-groups.ts';

const GROUPS_AT_ONCE = 10_000;
const DEEDS_AT_ONCE = 1_000;

type StoredDeed = StoredDocument &
  Parameters<typeof usableAlone>[0] & { id: string; county_fips: string; usable_for_stats: boolean };

interface GroupBuckets {
  groups: { buckets: { key: string; parcels?: { buckets: unknown[] } }[] };
}

/** Groups of more than one deed; with `parcels`, also their parcels. */
const groupsSearch = (groups: string[], parcels: boolean): estypes.SearchSearchRequestBody => ({
  size: 0,
  query: { terms: { 'internal.groups': groups } },
  aggs: {
    groups: {
      terms: { field: 'internal.groups', size: groups.length, include: groups, min_doc_count: 2 },
      ...(parcels ? { aggs: { parcels: { terms: { field: 'internal.parcel', size: 2 } } } } : {}),
    },
  },
});

async function ofSeveralParcels(client: Client, deeds: string, groups: string[]): Promise<Set<string>> {
  if (groups.length === 0) return new Set();
  const answer = await client.search<unknown, GroupBuckets>({ index: deeds, ...groupsSearch(groups, true) });
  const { buckets } = answer.aggregations!.groups;
  return new Set(buckets.filter(({ parcels }) => parcels!.buckets.length > 1).map(({ key }) => key));
}

/** Deeds are counted first, since looking at parcels is costly and hardly any group has two deeds. */
async function groupsOfSeveralParcels(client: Client, deeds: string, groups: string[]): Promise<Set<string>> {
  if (groups.length === 0) return new Set();
  const answer = await client.search<unknown, GroupBuckets>({ index: deeds, ...groupsSearch(groups, false) });
  return ofSeveralParcels(
    client,
    deeds,
    answer.aggregations!.groups.buckets.map(({ key }) => key),
  );
}

/** Unusable deeds of these groups that may be fit, and usable ones that must not be. */
async function* suspects(client: Client, deeds: string, groups: string[]) {
  const usable = { term: { usable_for_stats: true } };
  const among = { terms: { 'internal.groups': groups } };
  const fit = {
    query: { bool: { filter: [among, { term: { is_arm_length: true } }], must_not: [usable] } },
    size: DEEDS_AT_ONCE,
  };
  const [counted, page] = await searchTogether<
    [estypes.SearchResponseBody<unknown, GroupBuckets>, estypes.SearchResponseBody<StoredDeed>]
  >(client, [
    { index: deeds, body: groupsSearch(groups, false) },
    { index: deeds, body: firstPageOf(fit) },
  ]);
  yield* scan<StoredDeed>(client, deeds, fit, undefined, page.hits.hits as ScannedHit<StoredDeed>[]);
  const { buckets } = counted.aggregations!.groups;
  const several = await ofSeveralParcels(
    client,
    deeds,
    buckets.map(({ key }) => key),
  );
  if (several.size === 0) return;
  const spoilt = { bool: { filter: [usable, { terms: { 'internal.groups': [...several] } }] } };
  yield* scan<StoredDeed>(client, deeds, { query: spoilt, size: DEEDS_AT_ONCE });
}

/** Whether more than half of all deeds changed. */
async function mostChanged({ client, indices, changes, all }: DeriveContext): Promise<boolean> {
  const { keys, query } = changes.deeds;
  if (all) return true;
  if (keys !== null || query === null) return false;
  const index = indices.deeds;
  const [changed, every] = await Promise.all([client.count({ index, query }), client.count({ index })]);
  return changed.count * 2 > every.count;
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
  const groupsToCheck = (await mostChanged(context))
    ? suspectGroups(context, GROUPS_AT_ONCE)
    : touched(context, ['deeds', 'removals'], 'internal.touched_groups', GROUPS_AT_ONCE);
  for await (const groups of groupsToCheck) {
    for await (const hits of suspects(client, deeds, groups)) {
      const others = hits.flatMap((hit) => hit._source.internal.groups as string[]);
      const spoilt = await groupsOfSeveralParcels(client, deeds, [...new Set(others)]);
      const entries: string[] = [];
      for (const { _id, _source: deed } of hits) {
        const inGroup = (deed.internal.groups as string[]).some((group) => spoilt.has(group));
        const usable = usableAlone(deed) && !inGroup;
        if (usable === deed.usable_for_stats) continue;
        const internal = { ...deed.internal, load };
        noteChange(context, 'deeds', load, deed);
        entries.push(
          bulkEntry(_id, {
            ...deed,
            usable_for_stats: usable,
            updated_at: changedAt(deed, usable),
            internal,
          }),
        );
      }
      await writer.add(entries);
    }
  }
  await writer.finish();
}

import type { Client, estypes } from '@elastic/elasticsearch';
import { bulkChange, bulkEntry } from '../bulk.ts';
import { usableAlone } from '../kinds/deeds.ts';
import type { StoredDocument } from '../kinds/kind.ts';
import { changedIn, type DeriveContext, distinct, scan } from './scan.ts';

const GROUPS_AT_ONCE = 10_000;
const DEEDS_AT_ONCE = 1_000;

type StoredDeed = StoredDocument &
  Parameters<typeof usableAlone>[0] & { id: string; usable_for_stats: boolean };

interface GroupBuckets {
  groups: { buckets: { key: string; parcels?: { buckets: unknown[] } }[] };
}

/** Those of `groups` with more than one deed; with `parcels`, those whose deeds name more than one parcel. */
async function groupsOfSeveral(client: Client, deeds: string, groups: string[], parcels: boolean) {
  if (groups.length === 0) return [];
  const answer = await client.search<unknown, GroupBuckets>({
    index: deeds,
    size: 0,
    query: { terms: { 'internal.groups': groups } },
    aggs: {
      groups: {
        terms: { field: 'internal.groups', size: groups.length, include: groups, min_doc_count: 2 },
        ...(parcels ? { aggs: { parcels: { terms: { field: 'internal.parcel', size: 2 } } } } : {}),
      },
    },
  });
  const { buckets } = answer.aggregations!.groups;
  return buckets.filter((one) => !one.parcels || one.parcels.buckets.length > 1).map(({ key }) => key);
}

/** Counting deeds first spares the costly look at their parcels: hardly any group has two deeds. */
async function groupsOfSeveralParcels(client: Client, deeds: string, groups: string[]): Promise<Set<string>> {
  const several = await groupsOfSeveral(client, deeds, groups, false);
  return new Set(await groupsOfSeveral(client, deeds, several, true));
}

/** Deeds whose `usable_for_stats` may be wrong: usable ones in `several`, and unusable ones that may be fit. */
function suspects(groups: string[], several: Set<string>): estypes.QueryDslQueryContainer {
  const usable = { term: { usable_for_stats: true } };
  const fit = { bool: { filter: [{ term: { is_arm_length: true } }], must_not: [usable] } };
  const spoilt = { bool: { filter: [usable, { terms: { 'internal.groups': [...several] } }] } };
  return {
    bool: {
      filter: [{ terms: { 'internal.groups': groups } }],
      should: [fit, spoilt],
      minimum_should_match: 1,
    },
  };
}

/**
 * Several parcels under one price stay arm's length but are not usable for statistics: sets `usable_for_stats` of
 * every deed in a group that changed. A deed that is rewritten counts as changed itself. Returns their number.
 */
export async function deriveDeedGroups(context: DeriveContext): Promise<number> {
  const { client, changed, load, at } = context;
  const { deeds } = context.indices;
  const among = changedIn(context, 'deeds');
  /** A record that this load changed and changed back is as it was, and so is the time of its change. */
  const changedAt = ({ internal }: StoredDeed, usable: boolean): string => {
    const { prev } = internal;
    const asBefore = internal.load === load && prev?.hash === internal.hash && prev.usable === usable;
    return asBefore ? prev.at : at;
  };
  let rewritten = 0;
  for await (const groups of distinct(client, among, 'internal.touched_groups', changed, GROUPS_AT_ONCE)) {
    const several = await groupsOfSeveralParcels(client, deeds, groups);
    const search = { query: suspects(groups, several), size: DEEDS_AT_ONCE };
    for await (const hits of scan<StoredDeed>(client, deeds, search)) {
      const others = hits.flatMap((hit) => hit._source.internal.groups as string[]);
      const spoilt = await groupsOfSeveralParcels(client, deeds, [...new Set(others)]);
      const entries: string[] = [];
      for (const { _id, _source: deed } of hits) {
        const inGroup = (deed.internal.groups as string[]).some((group) => spoilt.has(group));
        const usable = usableAlone(deed) && !inGroup;
        if (usable === deed.usable_for_stats) continue;
        const internal = { ...deed.internal, load };
        entries.push(
          bulkEntry(_id, {
            ...deed,
            usable_for_stats: usable,
            updated_at: changedAt(deed, usable),
            internal,
          }),
        );
      }
      if (entries.length > 0) await bulkChange(client, deeds, entries);
      rewritten += entries.length;
    }
  }
  return rewritten;
}

import type { Client } from '@elastic/elasticsearch';
import { bulkEntry, bulkRewrite } from '../bulk.ts';
import { usableAlone } from '../kinds/deeds.ts';
import type { StoredDocument } from '../kinds/kind.ts';
import { changedSince, distinct, scan } from './scan.ts';

const GROUPS_AT_ONCE = 1_000;
const DEEDS_AT_ONCE = 1_000;

type StoredDeed = StoredDocument &
  Parameters<typeof usableAlone>[0] & { id: string; usable_for_stats: boolean };

/** Those of `groups` whose deeds name more than one parcel. */
async function groupsOfSeveralParcels(client: Client, deeds: string, groups: string[]): Promise<Set<string>> {
  const answer = await client.search<
    unknown,
    { groups: { buckets: { key: string; parcels: { buckets: unknown[] } }[] } }
  >({
    index: deeds,
    size: 0,
    query: { terms: { 'internal.groups': groups } },
    aggs: {
      groups: {
        terms: { field: 'internal.groups', size: groups.length, include: groups },
        aggs: { parcels: { terms: { field: 'internal.parcel', size: 2 } } },
      },
    },
  });
  const several = answer.aggregations!.groups.buckets.filter((bucket) => bucket.parcels.buckets.length > 1);
  return new Set(several.map((bucket) => bucket.key));
}

/**
 * Several parcels under one price stay arm's length but are not usable for statistics: sets `usable_for_stats` of
 * every deed in a group that changed. Returns the number of deeds that were rewritten.
 */
export async function deriveDeedGroups(client: Client, deeds: string, derivedLoad: number): Promise<number> {
  let rewritten = 0;
  const changed = changedSince(derivedLoad);
  for await (const groups of distinct(client, deeds, 'internal.touched_groups', changed, GROUPS_AT_ONCE)) {
    const search = { query: { terms: { 'internal.groups': groups } }, size: DEEDS_AT_ONCE };
    for await (const hits of scan<StoredDeed>(client, deeds, search)) {
      const all = [...new Set(hits.flatMap((hit) => hit._source.internal.groups as string[]))];
      const several = await groupsOfSeveralParcels(client, deeds, all);
      const entries: string[] = [];
      for (const { _id, _source: deed } of hits) {
        const inGroup = (deed.internal.groups as string[]).some((group) => several.has(group));
        const usable = usableAlone(deed) && !inGroup;
        if (usable !== deed.usable_for_stats) {
          entries.push(bulkEntry(_id, { ...deed, usable_for_stats: usable }));
        }
      }
      if (entries.length > 0) await bulkRewrite(client, deeds, entries);
      rewritten += entries.length;
    }
  }
  return rewritten;
}

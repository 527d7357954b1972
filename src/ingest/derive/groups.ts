import type { Client } from '@elastic/elasticsearch';
import { bulkChange, bulkEntry } from '../bulk.ts';
import { usableAlone } from '../kinds/deeds.ts';
import type { StoredDocument } from '../kinds/kind.ts';
import { type DeriveContext, distinct, scan } from './scan.ts';

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
 * every deed in a group that changed. A deed that is rewritten counts as changed itself. Returns their number.
 */
export async function deriveDeedGroups({ client, indices, changed, load }: DeriveContext): Promise<number> {
  const { deeds } = indices;
  let rewritten = 0;
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
          const internal = { ...deed.internal, load };
          entries.push(bulkEntry(_id, { ...deed, usable_for_stats: usable, internal }));
        }
      }
      if (entries.length > 0) await bulkChange(client, deeds, entries);
      rewritten += entries.length;
    }
  }
  return rewritten;
}

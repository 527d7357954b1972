import type { estypes } from '@elastic/elasticsearch';
import { cents } from '../domain/figures.ts';
import type { IndexView } from './index-view.ts';

const GROUPS_AT_ONCE = 10_000;

export interface Group {
  keys: Record<string, string>;
  count: number;
  sum: number;
  valued: number;
}

/**
 * Groups the matching records by keyword fields and ranks the groups by count, then sum, then key: for filters that no
 * stored ranking answers. Time and memory grow with the number of groups.
 */
export async function rankGroups(
  view: IndexView,
  filter: estypes.QueryDslQueryContainer[],
  fields: string[],
  summed: string,
): Promise<Group[]> {
  interface Bucket {
    key: Record<string, string>;
    doc_count: number;
    sum: { value: number };
    valued: { value: number };
  }
  const groups: Group[] = [];
  let after: Record<string, string> | undefined;
  for (;;) {
    const answer = await view.search<
      unknown,
      { groups: { buckets: Bucket[]; after_key?: Record<string, string> } }
    >({
      size: 0,
      request_cache: true,
      track_total_hits: false,
      query: { bool: { filter } },
      aggs: {
        groups: {
          composite: {
            size: GROUPS_AT_ONCE,
            after,
            sources: fields.map((field) => ({ [field]: { terms: { field } } })),
          },
          aggs: { sum: { sum: { field: summed } }, valued: { value_count: { field: summed } } },
        },
      },
    });
    const { buckets, after_key } = answer.aggregations!.groups;
    for (const { key, doc_count, sum, valued } of buckets) {
      groups.push({ keys: key, count: doc_count, sum: cents(sum.value), valued: valued.value });
    }
    if (!after_key) break;
    after = after_key;
  }
  // Composite groups arrive in the order of their keys, and sorting is stable.
  return groups.sort((a, b) => b.count - a.count || b.sum - a.sum);
}

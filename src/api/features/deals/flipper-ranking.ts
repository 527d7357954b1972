import type { estypes } from '@elastic/elasticsearch';
import { addFlip, FLIP_SOURCE, type FlipRecord, flipperRow, newFlipping } from '../../../domain/flipper.ts';
import type { IndexView } from '../../../records/index-view.ts';
import { rankGroups } from '../../../records/ranking.ts';
import type { Records } from '../../../records/records.ts';
import type { Page } from '../../../records/rows.ts';
import type { PageRequest } from '../../../records/schemas/common.ts';

const FLIPPER = 'internal.flipper';
const FLIPS_AT_ONCE = 10_000;

async function figuresOf(flips: IndexView, filter: estypes.QueryDslQueryContainer[], flippers: string[]) {
  const figures = new Map(flippers.map((id) => [id, newFlipping()]));
  let after: estypes.SortResults | undefined;
  for (;;) {
    const { hits } = await flips.search<FlipRecord>({
      size: FLIPS_AT_ONCE,
      track_total_hits: false,
      query: { bool: { filter: [...filter, { terms: { [FLIPPER]: flippers } }] } },
      sort: [{ 'internal.seq': 'asc' }, { 'internal.key': 'asc' }],
      search_after: after,
      _source: FLIP_SOURCE,
    });
    for (const { _source: flip } of hits.hits) addFlip(figures.get(flip!.internal.flipper)!, flip!);
    if (hits.hits.length < FLIPS_AT_ONCE) return figures;
    after = hits.hits.at(-1)!.sort;
  }
}

/** One page of flippers, ranked by the matching flips: for filters that no stored ranking answers. */
export function rankFlippers(
  records: Records,
  filter: estypes.QueryDslQueryContainer[],
  page: PageRequest,
): Promise<Page> {
  return records.computed('flips', filter, page, async (flips, { limit, offset }) => {
    const groups = await rankGroups(flips, filter, [FLIPPER], 'profit');
    const shown = groups.slice(offset, offset + limit).map(({ keys }) => keys[FLIPPER]!);
    const figures = shown.length > 0 ? await figuresOf(flips, filter, shown) : new Map();
    // A load may have become visible since the groups were counted, and removed a flipper.
    const found = shown.filter((id) => figures.get(id)!.profits.length > 0);
    const data = found.map((id, at) => ({ rank: offset + at + 1, ...flipperRow(id, figures.get(id)!) }));
    return { rows: Buffer.from(JSON.stringify(data)), count: data.length, total: groups.length };
  });
}

import type { Client, estypes } from '@elastic/elasticsearch';
import { addFlip, FLIP_SOURCE, type FlipRecord, flipperRow, newFlipping } from '../../domain/flipper.ts';
import type { Paging } from '../../elastic/paging/paging.ts';
import { computedPage } from '../../elastic/paging/walk.ts';
import { rankGroups } from '../../elastic/ranking.ts';
import type { Source } from '../../elastic/source.ts';

const FLIPPER = 'internal.flipper';
const FLIPS_AT_ONCE = 10_000;

/** The figures of these flippers over the flips that match. */
async function figuresOf(
  client: Client,
  source: Source,
  filter: estypes.QueryDslQueryContainer[],
  flippers: string[],
) {
  const figures = new Map(flippers.map((id) => [id, newFlipping()]));
  let after: estypes.SortResults | undefined;
  for (;;) {
    const { hits } = await client.search<FlipRecord>({
      ...source,
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

/** One page of flippers, ranked by just the flips that match: for filters by which no ranking is kept. */
export function rankFlippers(
  client: Client,
  index: string,
  filter: estypes.QueryDslQueryContainer[],
  page: Pick<Paging, 'limit' | 'offset' | 'walk'>,
) {
  return computedPage(index, filter, page, (source, { limit, offset }) =>
    ranked(client, source, filter, limit, offset),
  );
}

async function ranked(
  client: Client,
  source: Source,
  filter: estypes.QueryDslQueryContainer[],
  limit: number,
  offset: number,
) {
  const groups = await rankGroups(client, source, filter, [FLIPPER], 'profit');
  const shown = groups.slice(offset, offset + limit).map(({ keys }) => keys[FLIPPER]!);
  const figures = shown.length > 0 ? await figuresOf(client, source, filter, shown) : new Map();
  // A load may have become visible since the groups were added up, and a flipper may be gone with it.
  const found = shown.filter((id) => figures.get(id)!.profits.length > 0);
  return {
    data: found.map((id, at) => ({ rank: offset + at + 1, ...flipperRow(id, figures.get(id)!) })),
    total: groups.length,
    limit,
    offset,
  };
}

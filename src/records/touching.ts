import type { Client, estypes } from '@elastic/elasticsearch';
import { borderCells } from '../domain/geometry/border.ts';
import { meetingTest } from '../domain/geometry/meeting.ts';
import type { Outline } from '../domain/geometry/outline.ts';
import { wrong } from '../domain/problems.ts';
import type { SearchTarget } from '../stores/elastic/search-target.ts';
import { pausingByTime } from './pauses.ts';
import { type Clause, type ElasticCondition, isTouching, type Touching } from './question.ts';

/** Whether a filter needs no outlines. */
export const isPlain = (filter: readonly ElasticCondition[]): filter is Clause[] => !filter.some(isTouching);

/** The field of the points of parcels whose location lies outside of the box of their outline. */
export const MIDDLE = 'internal.middle';

/** Far below the 65,536 terms that Elasticsearch takes. */
const MOST_CELLS = 30_000;
const MOST_OUTLINES = 10_000;
/** Outlines in memory at a time. */
const AT_ONCE = 2_500;

const refused = (why: string) => wrong('touches', `must be asked of a smaller area: ${why}`);

async function* outlinesUnder(
  client: Client,
  source: SearchTarget,
  cells: string[],
): AsyncGenerator<{ id: string; outline: Outline }[]> {
  for (let after: estypes.SortResults | undefined; ; ) {
    const { hits } = await client.search<{ rings: Outline }>({
      ...source,
      size: AT_ONCE,
      track_total_hits: after === undefined ? MOST_OUTLINES + 1 : false,
      query: { bool: { filter: [{ terms: { cells } }] } },
      sort: ['_shard_doc'],
      search_after: after,
    });
    const total = hits.total as estypes.SearchTotalHits | undefined;
    if (total && total.value > MOST_OUTLINES)
      throw refused(`more than ${MOST_OUTLINES} outlines lie on the border of this one`);
    if (hits.hits.length > 0)
      yield hits.hits.map(({ _id, _source }) => ({ id: _id!, outline: _source!.rings }));
    if (hits.hits.length < AT_ONCE) return;
    after = hits.hits.at(-1)!.sort;
  }
}

/**
 * An outline that is in none of the border's cells lies entirely inside or entirely outside the area, so any point of its
 * box shows which. The others are tested one by one.
 */
async function clauseOf(
  client: Client,
  outlines: SearchTarget,
  { touches, points }: Touching<Clause>,
): Promise<Clause> {
  const cells = borderCells(touches, MOST_CELLS);
  if (cells === null)
    throw refused(
      `the border of this one meets more than ${MOST_CELLS} cells of the map, or the same ones many times`,
    );
  const meets = meetingTest(touches);
  const found: string[] = [];
  const pause = pausingByTime();
  for await (const some of outlinesUnder(client, outlines, cells)) {
    for (const { id, outline } of some) {
      if (meets(outline)) found.push(id);
      await pause();
    }
  }
  const onBorder = {
    bool: { filter: [{ term: { has_outline: true } }, { terms: { 'internal.cells': cells } }] },
  };
  const byLocation = { bool: { filter: [points.location], must_not: [{ exists: { field: MIDDLE } }] } };
  const inside = {
    bool: { should: [byLocation, points.middle], minimum_should_match: 1, must_not: [onBorder] },
  };
  return { bool: { should: [inside, { ids: { values: found } }], minimum_should_match: 1 } };
}

/**
 * The clauses of a filter.
 * @param outlines where outlines are read, in the same state in which the parcels are searched.
 * @throws 400 when too many outlines lie on the border of an area: 10,000 are tested, under 30,000 cells.
 */
export async function clausesOf(
  client: Client,
  outlines: SearchTarget,
  filter: readonly ElasticCondition[],
): Promise<Clause[]> {
  const clauses: Clause[] = [];
  for (const test of filter) clauses.push(isTouching(test) ? await clauseOf(client, outlines, test) : test);
  return clauses;
}

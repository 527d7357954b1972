import { LRUCache } from 'lru-cache';
import type { IndexReader } from '../../stores/elastic/search-target.ts';
import type { SortKey } from './paging.ts';

/** Each part has about half a percent of a field's values. */
const PARTS = 200;
const REMEMBERED = 10 * 60_000;
const PERCENTS = Array.from({ length: PARTS - 1 }, (_, part) => ((part + 1) * 100) / PARTS);

const remembered = new LRUCache<string, number[]>({ max: 100, ttl: REMEMBERED });

/** The next larger number: `[value, next)` holds only the value. */
function nextUp(value: number): number {
  const bits = new DataView(new ArrayBuffer(8));
  bits.setFloat64(0, value === 0 ? 0 : value);
  bits.setBigInt64(0, bits.getBigInt64(0) + (value >= 0 ? 1n : -1n));
  return bits.getFloat64(0);
}

/** Ascending; a value that fills more than one part gets two edges of its own. */
function edgesOf(values: number[], next: (value: number) => number): number[] {
  const edges = new Set<number>();
  values.forEach((value, at) => {
    edges.add(value);
    if (value === values[at - 1]) edges.add(next(value));
  });
  return [...edges].sort((a, b) => a - b);
}

/** Edges that divide a field's values into about equal parts. They may be old: the counts between them are exact anyway. */
export async function quantileEdges(
  { client, index }: Pick<IndexReader, 'client' | 'index'>,
  { field, isTime }: SortKey,
): Promise<number[]> {
  const key = `${index} ${field}`;
  const known = remembered.get(key);
  if (known) return known;
  const answer = await client.search<unknown, { parts: { values: Record<string, number | string | null> } }>({
    index,
    size: 0,
    request_cache: true,
    track_total_hits: false,
    aggs: { parts: { percentiles: { field, percents: PERCENTS } } },
  });
  // Times are also returned as texts.
  const values = Object.values(answer.aggregations!.parts.values).filter(
    (value) => typeof value === 'number',
  );
  values.sort((a, b) => a - b);
  const edges = isTime ? edgesOf(values.map(Math.round), (time) => time + 1) : edgesOf(values, nextUp);
  remembered.set(key, edges);
  return edges;
}

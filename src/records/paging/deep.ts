import type { estypes } from '@elastic/elasticsearch';
import { LRUCache } from 'lru-cache';
import type { IndexReader, SearchTarget } from '../../stores/elastic/search-target.ts';
import type { Direction, SortKey } from './paging.ts';

/** Each part has about half a percent of a field's values. */
const QUANTILES = 200;
const REMEMBERED = 10 * 60_000;
const PERCENTS = Array.from({ length: QUANTILES - 1 }, (_, part) => ((part + 1) * 100) / QUANTILES);

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

type Clause = estypes.QueryDslQueryContainer;

/** Rows that a page may skip within the last bucket. */
const LARGEST_SKIP = 5_000;
const PARTS = 256;
const SEQUENCE_END = 2 ** 53;

/** `source` is what is read; quantiles may come from another state of the index. */
interface Reader extends Pick<IndexReader, 'client' | 'index'> {
  source: SearchTarget;
}

interface Bucket {
  from?: number;
  to?: number;
  count: number;
}

/** The clauses that exclude rows before a page, and the rows still to skip after that. */
export interface Start {
  filter: Clause[];
  from: number;
}

interface Counted {
  total: number;
  buckets: Bucket[];
  nulls: number;
}

/** Elasticsearch caches the counts until the index changes. */
async function countBuckets(
  { client, source }: Reader,
  filter: Clause[],
  field: string,
  edges: number[],
): Promise<Counted> {
  const bounds = [undefined, ...edges, undefined];
  const ranges = bounds.slice(1).map((to, at) => ({ from: bounds[at], to }));
  const answer = await client.search<
    unknown,
    { parts: { buckets: { from?: number; to?: number; doc_count: number }[] }; nulls: { doc_count: number } }
  >({
    ...source,
    size: 0,
    request_cache: true,
    track_total_hits: true,
    query: { bool: { filter } },
    aggs: { parts: { range: { field, ranges } }, nulls: { missing: { field } } },
  });
  const { parts, nulls } = answer.aggregations!;
  return {
    total: (answer.hits.total as estypes.SearchTotalHits).value,
    buckets: parts.buckets.map(({ from, to, doc_count }) => ({ from, to, count: doc_count })),
    nulls: nulls.doc_count,
  };
}

const inOrder = (buckets: Bucket[], order: Direction) => (order === 'asc' ? buckets : buckets.toReversed());

/** The bucket with the row to skip to, and how many rows to skip in it; null beyond the last bucket. */
function bucketAt(
  buckets: Bucket[],
  order: Direction,
  skip: number,
): { bucket: Bucket; skip: number } | null {
  let left = skip;
  for (const bucket of inOrder(buckets, order)) {
    if (left < bucket.count) return { bucket, skip: left };
    left -= bucket.count;
  }
  return null;
}

const between = (
  { field, isTime }: SortKey,
  bounds: Partial<Record<'gte' | 'gt' | 'lte' | 'lt', number>>,
): Clause => ({ range: { [field]: { ...bounds, ...(isTime && { format: 'epoch_millis' }) } } });

const within = (key: SortKey, { from, to }: Bucket): Clause => between(key, { gte: from, lt: to });

const onwards = (key: SortKey, { from, to }: Bucket): Clause =>
  between(key, key.order === 'asc' ? { gte: from } : { lt: to });

const beyond = (key: SortKey, value: number): Clause =>
  between(key, key.order === 'asc' ? { gt: value } : { lt: value });

const missing = (field: string): Clause => ({ bool: { must_not: [{ exists: { field } }] } });
const either = (clauses: Clause[]): Clause =>
  clauses.length === 1 ? clauses[0]! : { bool: { should: clauses, minimum_should_match: 1 } };

function evenEdges(low: number, high: number, { isTime }: SortKey): number[] {
  const step = (high - low) / PARTS;
  const edges = Array.from({ length: PARTS - 1 }, (_, part) => low + step * (part + 1));
  const exact = isTime ? edges.map(Math.round) : edges;
  return [...new Set([...exact, high])].filter((edge) => edge > low);
}

async function extremes({ client, source }: Reader, filter: Clause[], field: string) {
  const answer = await client.search<unknown, { low: { value: number }; high: { value: number } }>({
    ...source,
    size: 0,
    request_cache: true,
    track_total_hits: false,
    query: { bool: { filter } },
    aggs: { low: { min: { field } }, high: { max: { field } } },
  });
  return { low: answer.aggregations!.low.value, high: answer.aggregations!.high.value };
}

/** A bucket, or a single value with too many rows to skip. */
type Narrowed =
  | { kind: 'bucket'; bucket: Bucket; skip: number }
  | { kind: 'value'; value: number; skip: number };

async function narrow(
  reader: Reader,
  filter: Clause[],
  key: SortKey,
  found: { bucket: Bucket; skip: number },
): Promise<Narrowed> {
  const { field, order } = key;
  let { bucket, skip } = found;
  while (skip > LARGEST_SKIP) {
    const inside = [...filter, within(key, bucket)];
    const { low, high } = await extremes(reader, inside, field);
    if (low === high) return { kind: 'value', value: low, skip };
    const { buckets } = await countBuckets(reader, inside, field, evenEdges(low, high, key));
    const next = bucketAt(buckets, order, skip);
    // A load has changed the rows since: start at their end.
    if (!next) return { kind: 'bucket', bucket, skip: LARGEST_SKIP };
    bucket = {
      from: Math.max(next.bucket.from ?? -Infinity, bucket.from ?? -Infinity),
      to: Math.min(next.bucket.to ?? Infinity, bucket.to ?? Infinity),
      count: next.bucket.count,
    };
    if (bucket.from === -Infinity) delete bucket.from;
    if (bucket.to === Infinity) delete bucket.to;
    skip = next.skip;
  }
  return { kind: 'bucket', bucket, skip };
}

/** Finds the start among rows that only the last key orders: the tiebreaker, whose values are spread evenly. */
async function startAmongTies(reader: Reader, filter: Clause[], key: SortKey, skip: number): Promise<Start> {
  if (skip <= LARGEST_SKIP) return { filter: [], from: skip };
  const { field, order } = key;
  const { buckets } = await countBuckets(reader, filter, field, evenEdges(0, SEQUENCE_END, key));
  const found = bucketAt(buckets, order, skip) ?? { bucket: buckets.at(-1)!, skip: 0 };
  const end = await narrow(reader, filter, key, found);
  if (end.kind === 'value') {
    return { filter: [onwards(key, { from: end.value, count: 0 })], from: 0 };
  }
  return { filter: [onwards(key, end.bucket)], from: end.skip };
}

async function startSorted(
  reader: Reader,
  filter: Clause[],
  [first, ...rest]: SortKey[],
  skip: number,
  known?: Counted,
): Promise<Start> {
  const key = first!;
  const { field, order } = key;
  if (rest.length === 0) return startAmongTies(reader, filter, key, skip);
  if (skip <= LARGEST_SKIP) return { filter: [], from: skip };
  const counted = known ?? (await countBuckets(reader, filter, field, await quantileEdges(reader, key)));
  const nulls = missing(field);
  const found = bucketAt(counted.buckets, order, skip);
  if (!found) {
    const before = counted.total - counted.nulls;
    const start = await startSorted(reader, [...filter, nulls], rest, skip - before);
    return { filter: [nulls, ...start.filter], from: start.from };
  }
  const tail = counted.nulls > 0 ? [nulls] : [];
  const end = await narrow(reader, filter, key, found);
  if (end.kind === 'bucket') {
    return { filter: [either([onwards(key, end.bucket), ...tail])], from: end.skip };
  }
  const equal = between(key, { gte: end.value, lte: end.value });
  const start = await startSorted(reader, [...filter, equal], rest, end.skip);
  const ties: Clause = { bool: { filter: [equal, ...start.filter] } };
  return { filter: [either([ties, beyond(key, end.value), ...tail])], from: start.from };
}

/**
 * Finds the start of a deep page. A histogram over the first sort key tells which bucket holds the offset; a few thousand
 * rows at most are skipped in it. Large buckets are divided again, and rows of one value are divided by the next key.
 * Memory and time do not grow with the offset.
 * @returns the exact total, and the start; null when the offset lies after the last row.
 */
export async function locatePage(
  reader: Reader,
  { filter, keys, offset }: { filter: Clause[]; keys: SortKey[]; offset: number },
): Promise<{ total: number; rest: Start | null }> {
  const first = keys[0]!;
  const edges = keys.length === 1 ? evenEdges(0, SEQUENCE_END, first) : await quantileEdges(reader, first);
  const counted = await countBuckets(reader, filter, first.field, edges);
  if (offset >= counted.total) return { total: counted.total, rest: null };
  const rest = await startSorted(reader, filter, keys, offset, counted);
  return { total: counted.total, rest };
}

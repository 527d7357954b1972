import type { Client, estypes } from '@elastic/elasticsearch';
import PQueue from 'p-queue';

export interface ScannedHit<T> {
  _id: string;
  _source: T;
  fields?: Record<string, unknown[]>;
  sort: unknown[];
}

const KEEP_ALIVE = '5m';
/** A search that fails on one shard fails entirely: figures are made of all records or of none. */
const WHOLE = { allow_partial_search_results: false };

export type Search = Omit<estypes.SearchRequest, 'index' | 'sort'> & { size: number };
const BY_SEQUENCE: estypes.SortCombinations[] = [{ 'internal.seq': 'asc' }];

/**
 * The answers to several searches, in one request. A search that fails is sent again by itself: the client retries what may
 * be temporary, such as a shard that is starting, and throws the rest.
 */
export async function searchTogether<Answers extends estypes.SearchResponseBody<unknown, unknown>[]>(
  client: Client,
  searches: { index: string; body: estypes.SearchSearchRequestBody }[],
): Promise<Answers> {
  const { responses } = await client.msearch({
    searches: searches.flatMap(({ index, body }) => [{ index, ...WHOLE }, body]),
  });
  const answers = await Promise.all(
    responses.map((response, at) => {
      const { index, body } = searches[at]!;
      return 'error' in response ? client.search({ index, ...WHOLE, ...body }) : response;
    }),
  );
  // The client's types have one kind of document and aggregation for all searches of a request.
  return answers as estypes.SearchResponseBody<unknown, unknown>[] as Answers;
}

/** The search of `scan` for its first page. */
export const firstPageOf = (search: Search, sort = BY_SEQUENCE): estypes.SearchSearchRequestBody => ({
  ...search,
  sort,
  track_total_hits: false,
});

/**
 * All matches of a query as they were at one moment, some at a time. What fits one page takes one request.
 * @param first the hits of the first page, if they were read already.
 */
export async function* scan<T>(
  client: Client,
  index: string,
  search: Search,
  sort: estypes.SortCombinations[] = BY_SEQUENCE,
  first?: ScannedHit<T>[],
): AsyncGenerator<ScannedHit<T>[]> {
  const firstPage = async () =>
    (await client.search<T>({ index, ...WHOLE, ...firstPageOf(search, sort) })).hits.hits;
  const page = first ?? ((await firstPage()) as ScannedHit<T>[]);
  if (page.length === search.size) yield* scanSnapshot(client, index, search, sort);
  else if (page.length > 0) yield page;
}

/** `scan` for several searches, in the order of their indices; their first pages take one request. */
export async function scanTogether(
  client: Client,
  searches: readonly { index: string; search: Search; sort?: estypes.SortCombinations[] }[],
  // biome-ignore lint/suspicious/noExplicitAny: each search has documents of its own
): Promise<AsyncGenerator<ScannedHit<any>[]>[]> {
  if (searches.length === 0) return [];
  const answers = await searchTogether(
    client,
    searches.map(({ index, search, sort = [] }) => ({ index, body: firstPageOf(search, sort) })),
  );
  return searches.map(({ index, search, sort = [] }, at) =>
    scan(client, index, search, sort, answers[at]!.hits.hits as ScannedHit<object>[]),
  );
}

async function* pagesOf<T>(
  client: Client,
  id: string,
  search: Search,
  sort: estypes.SortCombinations[],
): AsyncGenerator<ScannedHit<T>[]> {
  let after: estypes.SortResults | undefined;
  for (;;) {
    const { hits } = await client.search<T>({
      ...search,
      ...WHOLE,
      pit: { id, keep_alive: KEEP_ALIVE },
      sort: [...sort, { _shard_doc: 'asc' }],
      track_total_hits: false,
      search_after: after,
    });
    if (hits.hits.length === 0) return;
    after = hits.hits.at(-1)!.sort;
    yield hits.hits as ScannedHit<T>[];
    if (hits.hits.length < search.size) return;
  }
}

async function* scanSnapshot<T>(
  client: Client,
  index: string,
  search: Search,
  sort: estypes.SortCombinations[],
): AsyncGenerator<ScannedHit<T>[]> {
  const { id } = await client.openPointInTime({ index, keep_alive: KEEP_ALIVE });
  try {
    yield* pagesOf<T>(client, id, search, sort);
  } finally {
    await client.closePointInTime({ id });
  }
}

const PARTS_AT_ONCE = 2;
const RECORDS_AT_ONCE = 5_000;

/**
 * All matches of a query as they were at one moment, in the order of the index, which takes the least time.
 * @param take gets some at a time.
 */
export async function readAll<T>(
  client: Client,
  index: string,
  search: Omit<Search, 'size'>,
  take: (hits: ScannedHit<T>[]) => void,
): Promise<void> {
  const { id } = await client.openPointInTime({ index, keep_alive: KEEP_ALIVE });
  const readPart = async (part: number): Promise<void> => {
    const slice = { id: String(part), max: PARTS_AT_ONCE };
    for await (const hits of pagesOf<T>(client, id, { ...search, size: RECORDS_AT_ONCE, slice }, []))
      take(hits);
  };
  const parts = await Promise.allSettled(Array.from({ length: PARTS_AT_ONCE }, (_, part) => readPart(part)));
  await client.closePointInTime({ id });
  const failed = parts.find(({ status }) => status === 'rejected') as PromiseRejectedResult | undefined;
  if (failed) throw failed.reason;
}

/** Many, since Elasticsearch looks at every match again for each request. */
const VALUES_AT_ONCE = 50_000;

/** The distinct values of a keyword field among the matches of a query, in order, `size` at a time. */
export async function* distinct(
  client: Client,
  index: string,
  field: string,
  query: estypes.QueryDslQueryContainer,
  size: number,
): AsyncGenerator<string[]> {
  let after: Record<string, estypes.FieldValue> | undefined;
  for (;;) {
    const answer = await client.search<
      unknown,
      { keys: { buckets: { key: { value: string } }[]; after_key?: Record<string, estypes.FieldValue> } }
    >({
      index,
      ...WHOLE,
      size: 0,
      query,
      aggs: {
        keys: { composite: { size: VALUES_AT_ONCE, after, sources: [{ value: { terms: { field } } }] } },
      },
    });
    const { buckets, after_key } = answer.aggregations!.keys;
    for (let at = 0; at < buckets.length; at += size) {
      yield buckets.slice(at, at + size).map((bucket) => bucket.key.value);
    }
    if (!after_key || buckets.length < VALUES_AT_ONCE) return;
    after = after_key;
  }
}

const AT_ONCE = 3;

/** Does `work` for each item, some at once, without reading far ahead. Throws the first failure after all have ended. */
export async function inParallel<T>(
  items: AsyncIterable<T> | Iterable<T>,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const queue = new PQueue({ concurrency: AT_ONCE });
  const failures: unknown[] = [];
  for await (const item of items) {
    if (failures.length > 0) break;
    queue.add(() => work(item)).catch((error) => failures.push(error));
    await queue.onSizeLessThan(1);
  }
  await queue.onIdle();
  if (failures.length > 0) throw failures[0];
}

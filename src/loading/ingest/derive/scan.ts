import type { Client, estypes } from '@elastic/elasticsearch';
import PQueue from 'p-queue';
import { throwIfStopped } from '../../../stores/elastic/client.ts';
import { rawRequest } from '../../../stores/elastic/raw.ts';

export interface ScannedHit<T> {
  _id: string;
  _source: T;
  fields?: Record<string, unknown[]>;
  sort: unknown[];
}

const KEEP_ALIVE = '5m';

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
    searches: searches.flatMap(({ index, body }) => [{ index }, body]),
  });
  const answers = await Promise.all(
    responses.map((response, at) => {
      const { index, body } = searches[at]!;
      return 'error' in response ? client.search({ index, ...body }) : response;
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
  const page =
    first ?? ((await client.search<T>({ index, ...firstPageOf(search, sort) })).hits.hits as ScannedHit<T>[]);
  if (page.length === search.size) yield* scanSnapshot(client, index, search, sort);
  else if (page.length > 0) yield page;
}

/** `scan` for several searches, in the order of their indices; their first pages take one request. */
export async function scanTogether(
  client: Client,
  searches: readonly { index: string; search: Search; sort?: estypes.SortCombinations[] }[],
): Promise<AsyncGenerator<ScannedHit<unknown>[]>[]> {
  if (searches.length === 0) return [];
  const answers = await searchTogether(
    client,
    searches.map(({ index, search, sort = [] }) => ({ index, body: firstPageOf(search, sort) })),
  );
  return searches.map(({ index, search, sort = [] }, at) =>
    scan(client, index, search, sort, answers[at]!.hits.hits as ScannedHit<unknown>[]),
  );
}

async function* scanSnapshot<T>(
  client: Client,
  index: string,
  search: Search,
  sort: estypes.SortCombinations[],
): AsyncGenerator<ScannedHit<T>[]> {
  const { id } = await client.openPointInTime({ index, keep_alive: KEEP_ALIVE });
  try {
    let after: estypes.SortResults | undefined;
    for (;;) {
      const { hits } = await client.search<T>({
        ...search,
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
  } finally {
    await client.closePointInTime({ id });
  }
}

const PARTS_AT_ONCE = 2;
const RECORDS_AT_ONCE = 5_000;

type RawHits<T> = Pick<ScannedHit<T>, '_source' | 'fields' | 'sort'>[];
interface RawPage<T> {
  hits: { hits: RawHits<T> };
}

async function rawPage<T>(client: Client, search: object): Promise<RawHits<T>> {
  throwIfStopped(client);
  const { status, body } = await rawRequest(client, 'POST', '/_search', JSON.stringify(search));
  if (status !== 200) throw new Error(`Elasticsearch did not read records: ${body.toString().slice(0, 500)}`);
  const page = JSON.parse(body.toString()) as RawPage<T> & { _shards: { failed: number } };
  if (page._shards.failed > 0) throw new Error('Elasticsearch did not read records: a shard failed');
  return page.hits.hits;
}

/**
 * All matches of a query as they were at one moment, in the order of the index, which takes the least time.
 * @param take gets some at a time.
 */
export async function readAll<T>(
  client: Client,
  index: string,
  search: Omit<Search, 'size'>,
  take: (hits: RawHits<T>) => void,
): Promise<void> {
  const { id } = await client.openPointInTime({ index, keep_alive: KEEP_ALIVE });
  const readPart = async (part: number): Promise<void> => {
    let after: unknown[] | undefined;
    for (;;) {
      const hits = await rawPage<T>(client, {
        ...search,
        size: RECORDS_AT_ONCE,
        pit: { id, keep_alive: KEEP_ALIVE },
        slice: { id: part, max: PARTS_AT_ONCE },
        sort: ['_shard_doc'],
        track_total_hits: false,
        search_after: after,
      });
      take(hits);
      if (hits.length < RECORDS_AT_ONCE) return;
      after = hits.at(-1)!.sort;
    }
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
  items: AsyncIterable<T>,
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

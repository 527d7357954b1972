import type { Client, estypes } from '@elastic/elasticsearch';
import type { Kind } from '../../elastic/indices.ts';

/** What a derive step works on. */
export interface DeriveContext {
  client: Client;
  /** The indices or aliases that are read and written. */
  indices: Record<Kind, string>;
  load: number;
  /** `updated_at` of the records that change, ISO 8601 UTC. */
  at: string;
  today: string;
  /** Everything is derived anew, scores as of today. */
  all: boolean;
  /** Chooses the records that changed since the last complete derive step. */
  changed: estypes.QueryDslQueryContainer;
  /** Kinds whose index is new and empty: everything in it is derived. */
  fresh: ReadonlySet<Kind>;
  /** Told of each step as it begins: what is derived in it. */
  onStep: (what: string) => void;
  /** Told of work done, in records looked at; a record may be looked at several times. */
  onProgress: (done: number) => void;
}

/** Where the keys of changed records stand: among the records of a kind, and among what was deleted. */
export const changedIn = ({ indices }: DeriveContext, kind: Kind): string =>
  `${indices[kind]},${indices.removals}`;

/** What a scan yields of each hit. */
export interface ScannedHit<T> {
  _id: string;
  _source: T;
  fields?: Record<string, unknown[]>;
  sort: unknown[];
}

const KEEP_ALIVE = '5m';

/**
 * All matches of a query as they were at one moment, some at a time, in memory of one page.
 * `sort` must be total.
 */
export async function* scan<T>(
  client: Client,
  index: string,
  search: Omit<estypes.SearchRequest, 'index' | 'sort'>,
  sort: estypes.SortCombinations[] = [{ 'internal.seq': 'asc' }],
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
    }
  } finally {
    await client.closePointInTime({ id });
  }
}

/** Values that Elasticsearch lists at once; it looks at every match again for each list. */
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
    if (!after_key) return;
    after = after_key;
  }
}

/** Records changed by loads after `derivedLoad`; all of them after none. */
export function changedSince(derivedLoad: number): estypes.QueryDslQueryContainer {
  return derivedLoad === 0 ? { match_all: {} } : { range: { 'internal.load': { gt: derivedLoad } } };
}

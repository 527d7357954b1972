import type { estypes } from '@elastic/elasticsearch';
import type { Kind } from '../../../elastic/indices.ts';
import type { DeriveContext } from '../context.ts';
import { scan } from '../scan.ts';

const RECORDS_AT_ONCE = 5_000;

/** Makes figures of the records of one key, one at a time, so that memory holds no group whole. */
export interface Fold<R, A> {
  start(key: string): A;
  add(figures: A, record: R): void;
}

export interface Grouping {
  kind: Kind;
  field: string;
  keys: string[];
  filter?: estypes.QueryDslQueryContainer[];
  sort?: estypes.SortCombinations[];
  source: string[];
}

/** The figures of every key that has a record. */
export async function foldGroups<R, A>(
  { client, indices }: DeriveContext,
  { kind, field, keys, filter = [], sort = [], source }: Grouping,
  keyOf: (record: R) => string,
  fold: Fold<R, A>,
): Promise<Map<string, A>> {
  const groups = new Map<string, A>();
  const search = {
    query: { bool: { filter: [{ terms: { [field]: keys } }, ...filter] } },
    size: RECORDS_AT_ONCE,
    _source: source,
  };
  for await (const hits of scan<R>(client, indices[kind], search, sort)) {
    for (const { _source: record } of hits) {
      const key = keyOf(record);
      let figures = groups.get(key);
      if (figures === undefined) {
        figures = fold.start(key);
        groups.set(key, figures);
      }
      fold.add(figures, record);
    }
  }
  return groups;
}

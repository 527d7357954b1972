import type { estypes } from '@elastic/elasticsearch';
import type { Kind } from '../../../elastic/indices.ts';
import type { DeriveContext } from '../context.ts';
import { scan } from '../scan.ts';

const RECORDS_AT_ONCE = 5_000;

/** How the records of one key become its figures, one record at a time, so that memory holds no group whole. */
export interface Fold<R, A> {
  start(key: string): A;
  add(figures: A, record: R): void;
}

/** Which records, and what of them. */
export interface Grouping {
  kind: Kind;
  /** The keyword field that holds the key. */
  field: string;
  keys: string[];
  /** Only these records. */
  filter?: estypes.QueryDslQueryContainer[];
  /** An order within a key. */
  sort?: estypes.SortCombinations[];
  /** The keys of the record that are read. */
  source: string[];
}

/** The figures of every key that has a record. `keyOf` reads the key of a record. */
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

import type { estypes } from '@elastic/elasticsearch';
import type { IndexKind } from '../../../../stores/elastic/indices.ts';
import type { DeriveContext } from '../context.ts';
import { scan } from '../scan.ts';

const RECORDS_AT_ONCE = 5_000;

/** Makes figures from the records of one key, one at a time, so that memory never holds a whole group. */
export interface Fold<R, A> {
  start(key: string): A;
  add(figures: A, record: R): void;
}

/** Records in groups, by a key. */
export interface Records<R> {
  kind: IndexKind;
  /** The field that holds the key. */
  field: string;
  /** The key of a record; null for one that counts nowhere. */
  keyOf(record: R): string | null;
  filter?: estypes.QueryDslQueryContainer[];
  /** The order in which the records of a key are added. */
  sort?: estypes.SortCombinations[];
  /** The same order, if it matters. */
  order?(a: R, b: R): number;
  /** What keys that need each other have in common; by default each is independent. */
  among?(key: string): string;
  source: string[];
}

/** Adds records to the figures of their keys. */
export function foldRecords<R, A>(
  groups: Map<string, A>,
  records: Iterable<R>,
  keyOf: Records<R>['keyOf'],
  fold: Fold<R, A>,
): void {
  for (const record of records) {
    const key = keyOf(record);
    if (key === null) continue;
    let figures = groups.get(key);
    if (figures === undefined) {
      figures = fold.start(key);
      groups.set(key, figures);
    }
    fold.add(figures, record);
  }
}

/** The figures of these keys, without those that have no record. */
export async function foldGroups<R, A>(
  { client, indices }: DeriveContext,
  { kind, field, keyOf, filter = [], sort = [], source }: Records<R>,
  fold: Fold<R, A>,
  keys: string[],
): Promise<Map<string, A>> {
  const groups = new Map<string, A>();
  const search = {
    query: { bool: { filter: [{ terms: { [field]: keys } }, ...filter] } },
    size: RECORDS_AT_ONCE,
    _source: source,
  };
  for await (const hits of scan<R>(client, indices[kind], search, sort)) {
    foldRecords(
      groups,
      hits.map(({ _source }) => _source),
      keyOf,
      fold,
    );
  }
  return groups;
}

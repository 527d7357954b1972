import type { estypes } from '@elastic/elasticsearch';
import type { IndexKind } from '../../../stores/elastic/indices.ts';
import { openSpool } from '../../readers/spool.ts';
import type { DeriveContext } from './changes.ts';
import { readAll, type ScannedHit, type Search } from './scan.ts';

/** The most that a search returns. */
const RECORDS_AT_ONCE = 10_000;
const KEYS_AT_ONCE = 1_000;

/** How records become the figures of their keys, one record at a time, so that memory never holds all records of a key. */
export interface Fold<R, A> {
  kind: IndexKind;
  /** The field that holds the keys. */
  field: string;
  keysOf(record: R): readonly string[];
  filter?: estypes.QueryDslQueryContainer[];
  /** The order in which the records of a key are added. */
  sort?: estypes.SortCombinations[];
  /** The same order, if it matters. */
  order?(a: R, b: R): number;
  /** What keys have in common whose figures are needed together; by default each is independent. */
  among?(key: string): string;
  /** What is read of a record. */
  source: readonly string[];
  /** Its doc values are read instead, lists by the names of their fields: that takes less time. */
  docValues?: true;
  start(): A;
  add(figures: A, record: R): void;
}

type Read = Pick<Fold<unknown, unknown>, 'filter' | 'source' | 'docValues'>;

function searchOf({ filter = [], source, docValues }: Read, keys: object[]) {
  const query = { bool: { filter: [...keys, ...filter] } };
  const fields = [...source];
  return docValues ? { query, docvalue_fields: fields, stored_fields: '_none_' } : { query, _source: fields };
}

const recordsOf = <R>(hits: readonly Pick<ScannedHit<R>, '_source' | 'fields'>[], { docValues }: Read): R[] =>
  hits.map(({ _source, fields = {} }) => (docValues ? (fields as R) : _source));

type Entry<R> = [key: string, record: R];

function* entriesOf<R>(
  records: readonly R[],
  { keysOf }: Pick<Fold<R, never>, 'keysOf'>,
): Generator<Entry<R>> {
  for (const record of records) for (const key of keysOf(record)) yield [key, record];
}

function addTo<R, A>(figures: Map<string, A>, [key, record]: Entry<R>, { start, add }: Fold<R, A>): void {
  const own = figures.get(key) ?? start();
  figures.set(key, own);
  add(own, record);
}

/** The search for the records of some keys. */
export const recordsWith = <R, A>(fold: Fold<R, A>, keys: readonly string[]) => ({
  search: {
    ...searchOf(fold, [{ terms: { [fold.field]: [...new Set(keys)] } }]),
    size: RECORDS_AT_ONCE,
  } as Search,
  sort: fold.sort ?? [],
});

/** The figures of these keys, without those that have no record; `pages` are the matches of `recordsWith`. */
export async function figuresFrom<R, A>(
  pages: AsyncIterable<ScannedHit<R>[]>,
  fold: Fold<R, A>,
  keys: readonly string[],
): Promise<Map<string, A>> {
  const figures = new Map<string, A>();
  const wanted = new Set(keys);
  for await (const hits of pages)
    for (const entry of entriesOf(recordsOf(hits, fold), fold))
      if (wanted.has(entry[0])) addTo(figures, entry, fold);
  return figures;
}

/**
 * The figures of all keys, some keys at a time, from one reading of all records: for many keys, that takes less time than
 * searching for the records of each. The figures come with those of all keys that they have `among` in common with.
 */
export async function* allFigures<R, A>(
  { client, indices, home }: DeriveContext,
  fold: Fold<R, A>,
): AsyncGenerator<{ figures: Map<string, A>; keys: string[] }> {
  const { kind, among = (key) => key, order } = fold;
  const { count } = await client.count({ index: indices[kind] });
  const spool = openSpool<Entry<R>>(home, count);
  try {
    await readAll<R>(client, indices[kind], searchOf(fold, []), (hits) => {
      for (const entry of entriesOf(recordsOf(hits, fold), fold)) spool.add(among(entry[0]), entry);
    });
    for (const part of spool.parts()) {
      const figures = new Map<string, A>();
      if (order) part.sort(([, a], [, b]) => order(a, b));
      for (const entry of part) addTo(figures, entry, fold);
      const keys = [...figures.keys()];
      for (let at = 0; at < keys.length; at += KEYS_AT_ONCE)
        yield { figures, keys: keys.slice(at, at + KEYS_AT_ONCE) };
    }
  } finally {
    spool.close();
  }
}

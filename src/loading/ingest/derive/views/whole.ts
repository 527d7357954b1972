import type { DeriveContext } from '../context.ts';
import { readAll } from '../scan.ts';
import { openSpool, type Spool } from '../spool.ts';
import type { ViewDocument } from './document.ts';
import { type Fold, foldGroups, foldRecords, type Records } from './fold.ts';

/** How all documents of a view are made of records, reading each record once. */
export interface Whole<R, A> {
  records: Records<R>;
  fold: Fold<R, A>;
  /** Of some keys; `found` has the figures of these and of all keys with the same `among`. */
  documents(
    context: DeriveContext,
    found: ReadonlyMap<string, A>,
    keys: string[],
  ): ViewDocument[] | Promise<ViewDocument[]>;
}

const KEYS_AT_ONCE = 1_000;

async function spoolOf<R>({ client, indices, home }: DeriveContext, records: Records<R>): Promise<Spool> {
  const { kind, filter = [], source, keyOf, among } = records;
  const { count } = await client.count({ index: indices[kind] });
  const spool = openSpool(home, count);
  try {
    await readAll<R>(client, indices[kind], { query: { bool: { filter } }, _source: source }, (page) => {
      for (const record of page) {
        const key = keyOf(record);
        if (key !== null) spool.add(among ? among(key) : key, record);
      }
    });
  } catch (error) {
    spool.close();
    throw error;
  }
  return spool;
}

/** Reads records once for all views that are made of them. Close it at the end. */
export function spools(context: DeriveContext) {
  const open = new Map<unknown, Spool>();
  return {
    async of<R>(records: Records<R>): Promise<Spool> {
      const spool = open.get(records) ?? (await spoolOf(context, records));
      open.set(records, spool);
      return spool;
    },
    close(): void {
      for (const spool of open.values()) spool.close();
    },
  };
}
export type Spools = ReturnType<typeof spools>;

/** The documents of some keys, made of their records, which a search finds. */
export async function documentsOf<R, A>(
  context: DeriveContext,
  { records, fold, documents }: Whole<R, A>,
  keys: string[],
): Promise<ViewDocument[]> {
  const found = await foldGroups(context, records, fold, keys);
  return documents(context, found, [...found.keys()]);
}

/** All keys of a view with the figures that their documents are made of, some at a time. */
export async function* foldAll<R, A>(
  from: Spools,
  { records, fold }: Whole<R, A>,
): AsyncGenerator<{ found: Map<string, A>; keys: string[] }> {
  const spool = await from.of(records);
  for (const part of spool.parts() as Generator<R[]>) {
    const found = new Map<string, A>();
    foldRecords(found, records.order ? part.sort(records.order) : part, records.keyOf, fold);
    const keys = [...found.keys()];
    for (let at = 0; at < keys.length; at += KEYS_AT_ONCE) {
      yield { found, keys: keys.slice(at, at + KEYS_AT_ONCE) };
    }
  }
}

import {
  type IndexReader,
  isGone,
  type SearchTarget,
  searchTarget,
} from '../../stores/elastic/search-target.ts';
import type { Clause, ElasticCondition } from '../question.ts';
import { clausesOf, isPlain } from '../touching.ts';
import { pairOf, type Snapshots } from './snapshots.ts';

type Read<T> = (source: SearchTarget, filter: Clause[]) => Promise<T>;

/** What records are read from, with a filter as clauses. */
export interface State {
  /** If the snapshot is gone, it reads again from a new one. */
  read<T>(read: Read<T>): Promise<T>;
  close(): void;
}

/** The sources of a snapshot of records and outlines. */
export const sourcesOf = (index: string, snapshot: string): [own: SearchTarget, outlines: SearchTarget] => {
  const [own, outlines] = pairOf(snapshot);
  return [searchTarget(index, own), searchTarget(index, outlines)];
};

/** For a filter that needs outlines: reads them once, from the same snapshot that the records are then read from. */
function inSnapshot(
  { client, index, outlines }: IndexReader,
  snapshots: Snapshots,
  filter: readonly ElasticCondition[],
): State {
  let open: { snapshot: string; source: SearchTarget; clauses: Clause[] } | null = null;

  async function opened() {
    const snapshot = await snapshots.openPair(index, outlines);
    const [source, beside] = sourcesOf(index, snapshot);
    try {
      return { snapshot, source, clauses: await clausesOf(client, beside, filter) };
    } catch (error) {
      snapshots.close(snapshot);
      throw error;
    }
  }

  function close(): void {
    if (open) snapshots.close(open.snapshot);
    open = null;
  }

  return {
    async read(read) {
      open ??= await opened();
      snapshots.use(open.snapshot);
      try {
        return await read(open.source, open.clauses);
      } catch (error) {
        if (!isGone(error)) throw error;
        close();
        open = await opened();
        return read(open.source, open.clauses);
      }
    },
    close,
  };
}

/** The state that records are read from: the current one, or a snapshot for a filter that needs outlines. */
export function stateOf(
  reader: IndexReader,
  snapshots: Snapshots,
  filter: readonly ElasticCondition[],
): State {
  if (!isPlain(filter)) return inSnapshot(reader, snapshots, filter);
  const source = { index: reader.index };
  return { read: (read) => read(source, filter), close() {} };
}

/** Reads from one state, then closes it. */
export async function readOnce<T>(
  reader: IndexReader,
  snapshots: Snapshots,
  filter: readonly ElasticCondition[],
  read: Read<T>,
): Promise<T> {
  const state = stateOf(reader, snapshots, filter);
  try {
    return await state.read(read);
  } finally {
    state.close();
  }
}

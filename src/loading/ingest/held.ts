import { sortedBy } from '../../domain/sorted-by.ts';
import type { RecordKind } from './kinds/kind.ts';
import type { Publisher } from './publisher.ts';
import type { LoadReport } from './report.ts';

const MOST_HELD = 20_000;

/**
 * Holds the new records that someone watches until all rows of a load are read, so that their events are queued in the order
 * in which they happened.
 */
export function heldRecords<D extends { id: string; county_fips: string }, E extends { draft: D }>(
  kind: Pick<RecordKind<D>, 'named' | 'happened'>,
  publisher: Publisher,
  report: LoadReport,
) {
  const held = new Map<string, E>();
  /** Later records under ids that are held. */
  const corrections = new Map<string, E>();

  /** From the oldest to the newest event. */
  const inOrder = (entries: Iterable<E>): E[] => sortedBy([...entries], ({ draft }) => kind.happened!(draft));

  return {
    inOrder,
    /**
     * Takes out the records that wait.
     * @param before what is stored of each; null for new ones.
     * @returns the others, with what is stored of them.
     */
    async hold<S>(entries: E[], before: (S | null)[]): Promise<{ entries: E[]; before: (S | null)[] }> {
      const places = entries.map(({ draft }) => kind.named!(draft));
      const watched = await publisher.watched(places.filter((_, at) => before[at] === null));
      const isHeld = entries.map((entry, at) => {
        const { id } = entry.draft;
        if (held.has(id)) {
          if (corrections.has(id)) report.duplicates++;
          corrections.set(id, entry);
        } else if (watched.has(places[at]!)) held.set(id, entry);
        return held.has(id);
      });
      return {
        entries: entries.filter((_, at) => !isHeld[at]),
        before: before.filter((_, at) => !isHeld[at]),
      };
    },
    /** Whether they must be written before more are read. */
    isFull: (): boolean => held.size >= MOST_HELD,
    /** Gives them back in their order, and then the later records under their ids. */
    release(): E[][] {
      const released = [inOrder(held.values()), [...corrections.values()]];
      held.clear();
      corrections.clear();
      return released;
    },
  };
}

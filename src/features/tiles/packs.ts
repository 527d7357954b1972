import { LRUCache } from 'lru-cache';
import { type Filters, filterClauses } from '../../records/filters.ts';
import { lotsNear } from '../../records/lots-near.ts';
import type { Records } from '../../records/records.ts';
import type { TileMaker } from '../../tiles/maker.ts';
import { cellsNear, type Place, packKey } from '../../tiles/packed-tiles.ts';
import type { PackTask } from '../../tiles/question.ts';
import { openPack, type StoredPack } from '../../tiles/stored-pack.ts';

/** A pack that a load left; null where there is none. */
async function storedPackOf(records: Records, place: Place): Promise<SharedArrayBuffer | null> {
  const stored = await records.stored('packs', packKey(place));
  return stored && openPack(JSON.parse(stored.toString()) as StoredPack);
}

async function lotsOf(records: Records, place: Place, filters: Filters): Promise<PackTask> {
  const views = { parcels: records.of('parcels'), outlines: records.of('outlines') };
  return { ...place, ...(await lotsNear(views, cellsNear(place), filterClauses(filters))) };
}

/**
 * Packs of lots, kept by the edition of the data within a limit of bytes. Tiles that need the same one at once wait for one
 * reading.
 */
export function createPacks(records: Records, maker: TileMaker, megabytes: number) {
  const kept =
    megabytes === 0
      ? null
      : new LRUCache<string, SharedArrayBuffer>({
          maxSize: megabytes * 2 ** 20,
          sizeCalculation: (pack, key) => pack.byteLength + key.length * 2 + 200,
        });
  const reading = new Map<string, Promise<SharedArrayBuffer>>();

  async function read(place: Place, filters: Filters, key: string | null): Promise<SharedArrayBuffer> {
    const stored = await storedPackOf(records, place);
    const task = stored ? null : await lotsOf(records, place, filters);
    const pack = stored ?? (await maker.pack(task!));
    // What is not whole depends on the filters.
    if (key !== null && task?.isWhole !== false) kept?.set(key, pack);
    return pack;
  }

  /** @param edition null while it changes: then nothing is kept. */
  return async (edition: string | null, place: Place, filters: Filters): Promise<SharedArrayBuffer> => {
    if (edition === null) return read(place, filters, null);
    const key = `${edition} ${packKey(place)}`;
    const known = kept?.get(key);
    if (known) return known;
    const question = `${key} ${JSON.stringify(filters)}`;
    const running = reading.get(question);
    if (running) return running;
    const started = read(place, filters, key).finally(() => reading.delete(question));
    reading.set(question, started);
    return started;
  };
}
export type Packs = ReturnType<typeof createPacks>;

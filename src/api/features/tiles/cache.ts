import { LRUCache } from 'lru-cache';

/**
 * Tiles, and the packs of lots that they are drawn from. Both share one memory: what was used last stays. Keys include the
 * edition of the data.
 * @param megabytes 0 keeps nothing.
 */
export function createTileCache(megabytes: number) {
  const kept = new LRUCache<string, Buffer | SharedArrayBuffer>({
    // Nothing fits into one byte.
    maxSize: megabytes * 2 ** 20 || 1,
    sizeCalculation: (bytes, key) => bytes.byteLength + key.length * 2 + 200,
  });
  const part = <Bytes extends Buffer | SharedArrayBuffer>(name: string) => ({
    get: (key: string) => kept.get(`${name} ${key}`) as Bytes | undefined,
    set(key: string, bytes: Bytes): void {
      kept.set(`${name} ${key}`, bytes);
    },
  });
  return { tiles: part<Buffer>('tile'), packs: part<SharedArrayBuffer>('pack') };
}
export type TileCache = ReturnType<typeof createTileCache>;

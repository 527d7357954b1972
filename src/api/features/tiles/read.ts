import type { estypes } from '@elastic/elasticsearch';
import { LRUCache } from 'lru-cache';
import { cellsMeeting } from '../../../domain/geometry/cells.ts';
import { createShared } from '../../../domain/shared.ts';
import { countByCell } from '../../../records/clusters.ts';
import { type Filters, filterConditions } from '../../../records/filters.ts';
import { LARGEST_FIRST, lotsNear } from '../../../records/lots-near.ts';
import { elasticConditions, type Test } from '../../../records/question.ts';
import type { Records } from '../../../records/records.ts';
import { BUFFER, boxOfTile, EXTENT } from '../../../records/tiles/grid.ts';
import type { TileMaker } from '../../../records/tiles/maker.ts';
import { openPack, PACK_ZOOM, readPack, type StoredPack } from '../../../records/tiles/pack.ts';
import { cellsNear, type PackAddress, packedTiles, packKey } from '../../../records/tiles/packed-tiles.ts';
import {
  type ClustersTask,
  LOTS_FROM,
  type LotsTask,
  MOST_LOTS,
  type PackedTile,
  type PackTask,
  type TileAddress,
  type TileField,
  type TileTask,
} from '../../../records/tiles/question.ts';

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
type TileCache = ReturnType<typeof createTileCache>;

/** A pack that a load stored; null where there is none. */
async function storedPackOf(records: Records, address: PackAddress): Promise<SharedArrayBuffer | null> {
  const stored = await records.stored('packs', packKey(address));
  return stored && openPack(JSON.parse(stored.toString()) as StoredPack);
}

async function lotsOf(
  records: Records,
  address: PackAddress,
  filters: Filters,
  cells = cellsNear(address),
): Promise<PackTask & { isWhole: boolean }> {
  const views = { parcels: records.of('parcels'), outlines: records.of('outlines') };
  return { ...address, ...(await lotsNear(views, cells, elasticConditions(filterConditions(filters)))) };
}

/** The cache keys of a pack. */
interface Keys {
  whole: string;
  filtered: string;
}

/** Packs of lots, cached by the edition of the data. Tiles that need the same pack at the same time share one read. */
export function createPacks(records: Records, maker: TileMaker, cache: TileCache) {
  const shared = createShared<SharedArrayBuffer>();

  async function read(address: PackAddress, filters: Filters, keys: Keys | null): Promise<SharedArrayBuffer> {
    const stored = await storedPackOf(records, address);
    const task = stored ? null : await lotsOf(records, address, filters);
    const pack = stored ?? (await maker.pack(task!));
    if (keys === null) return pack;
    // A pack that is not whole depends on the filters.
    cache.packs.set(task?.isWhole === false ? keys.filtered : keys.whole, pack);
    return pack;
  }

  async function packOf(
    edition: string | null,
    address: PackAddress,
    filters: Filters,
  ): Promise<SharedArrayBuffer> {
    if (edition === null) return read(address, filters, null);
    const whole = `${edition} ${packKey(address)}`;
    const filtered = `${whole} ${JSON.stringify(filters)}`;
    const known = cache.packs.get(whole) ?? cache.packs.get(filtered);
    if (known) return known;
    return shared(filtered, () => read(address, filters, { whole, filtered }));
  }

  /**
   * The packs that a tile is drawn from. If a packed tile leaves lots out because it has too many, a tile of a finer zoom
   * level gets a pack of its own.
   * @param edition null while the data changes: then nothing is cached.
   */
  return (edition: string | null, tile: TileAddress, filters: Filters): Promise<PackedTile[]> =>
    Promise.all(
      packedTiles(tile).map(async (address) => {
        const pack = await packOf(edition, address, filters);
        if (tile.z <= PACK_ZOOM || readPack(pack).leftOut === 0) return { ...address, pack };
        const task = await lotsOf(records, address, filters, cellsMeeting(boxOfTile(tile, BUFFER / EXTENT))!);
        return { ...address, pack: await maker.pack(task) };
      }),
    );
}
type Packs = ReturnType<typeof createPacks>;

interface TileQuestion extends TileAddress {
  filters: Filters;
  fields: readonly TileField[];
  /** The edition of the data; null while the data changes. */
  edition: string | null;
}

/** Zoom levels between a tile and its cells: cells are an eighth of a tile wide. */
const FINER = 3;
const MOST_CELLS = 4 ** FINER;

async function readClusters(records: Records, { z, x, y, filters }: TileQuestion): Promise<ClustersTask> {
  const { north, south, east, west } = boxOfTile({ z, x, y });
  const box: Test = { is: 'in', field: 'location', place: { box: { north, south, east, west } } };
  const { cells } = await countByCell(records, [box, ...filterConditions(filters)], {
    zoom: z + FINER,
    // The search includes the edges, where cells of neighboring tiles match too.
    most: MOST_CELLS * 2,
  });
  const isInTile = (cell: string) => {
    const [, column, row] = cell.split('/').map(Number);
    return column! >> FINER === x && row! >> FINER === y;
  };
  return { z, x, y, clusters: cells.filter(({ cell }) => isInTile(cell)) };
}

/** The ids of the parcels near a tile that pass its filters; if there are too many, the largest. */
async function readChosen(records: Records, question: TileQuestion) {
  const cells = cellsMeeting(boxOfTile(question, BUFFER / EXTENT))!;
  const search = (sort: estypes.Sort) =>
    records.of('parcels').raw({
      size: MOST_LOTS,
      track_total_hits: true,
      query: {
        bool: {
          filter: [
            { terms: { 'internal.cells': cells } },
            ...elasticConditions(filterConditions(question.filters)),
          ],
        },
      },
      sort,
      _source: false,
      stored_fields: '_none_',
      docvalue_fields: ['id'],
    });
  const all = await search(['_doc']);
  const leftOut = Math.max(0, all.total! - MOST_LOTS);
  const { answer } = leftOut > 0 ? await search(LARGEST_FIRST) : all;
  return { chosen: answer, leftOut };
}

async function readLots(records: Records, packs: Packs, question: TileQuestion): Promise<LotsTask> {
  const { z, x, y, fields, filters, edition } = question;
  const isFiltered = Object.keys(filters).length > 0;
  const [chosen, packed] = await Promise.all([
    isFiltered ? readChosen(records, question) : { chosen: null, leftOut: 0 },
    packs(edition, { z, x, y }, filters),
  ]);
  return { z, x, y, fields, ...chosen, packs: packed };
}

/** What a tile is made of. Throws 503 when Elasticsearch does not answer. */
export const readTile = (records: Records, packs: Packs, question: TileQuestion): Promise<TileTask> =>
  question.z < LOTS_FROM ? readClusters(records, question) : readLots(records, packs, question);

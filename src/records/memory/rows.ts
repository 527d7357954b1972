import type { Client } from '@elastic/elasticsearch';
import { rawSearch } from '../../stores/elastic/raw.ts';
import { cutRows } from '../cut.ts';
import { TIEBREAK } from '../paging/paging.ts';
import type { ParcelRow } from './search.ts';

/** Rows in a few large blocks, which the garbage collector never scans. The oldest block is overwritten by new rows. */
export interface RowStore {
  /** The row as it was put; null when it is no longer kept. Its bytes stay the same until the next `put`. */
  get(offset: number): Uint8Array | null;
  /** Stores a row and returns its offset; 0 when it is larger than a block. */
  put(row: Uint8Array): number;
  /** Rows at offsets before this one are dropped next. */
  aging(): number;
  /** Drops the oldest rows when columns need their memory. */
  fit(): void;
  /** The bytes of all blocks, and how many rows were dropped. */
  figures(): { bytes: number; dropped: number };
}

interface Block {
  bytes: ArrayBuffer;
  /** The same memory as bytes, and as numbers: the length of each row, which precedes it. */
  all: Uint8Array;
  lengths: Uint32Array;
  rows: number;
}

const BLOCKS = 32;
/** This part of the blocks, the oldest, is dropped next. */
const AGING = 1 / 4;
/** Bytes of a length. */
const WORD = 4;

/**
 * @param most bytes in all, ever.
 * @param allowed bytes that rows may take now: at least two blocks, a sixteenth of `most`.
 */
export function createRowStore(most: number, allowed: () => number): RowStore {
  const size = Math.floor(most / BLOCKS / WORD) * WORD;
  /** Block numbers only go up: an offset tells its block, and whether that is still kept. */
  const blocks = new Array<Block | undefined>(BLOCKS);
  let [oldest, current, used, dropped] = [1, 0, size, 0];

  const blockOf = (offset: number) => Math.floor(offset / size);
  const count = () => current - oldest + 1;
  const hasMemoryFor = (more: number) => (count() + more) * size <= allowed();

  function drop(): Block {
    const at = oldest++ % BLOCKS;
    const block = blocks[at]!;
    blocks[at] = undefined;
    dropped += block.rows;
    return block;
  }

  function newBlock(): Block {
    const bytes = new ArrayBuffer(size);
    return { bytes, all: new Uint8Array(bytes), lengths: new Uint32Array(bytes), rows: 0 };
  }

  function begin(): void {
    let free: Block | undefined;
    while (count() > 0 && !hasMemoryFor(1)) free = drop();
    const block = free ?? newBlock();
    block.rows = 0;
    blocks[++current % BLOCKS] = block;
    used = 0;
  }

  return {
    get(offset) {
      if (blockOf(offset) < oldest) return null;
      const { bytes, lengths } = blocks[blockOf(offset) % BLOCKS]!;
      const at = offset % size;
      // A Buffer would take twice as long to make.
      return new Uint8Array(bytes, at + WORD, lengths[at / WORD]!);
    },
    put(row) {
      const length = WORD + Math.ceil(row.length / WORD) * WORD;
      if (length > size) return 0;
      if (used + length > size) begin();
      const block = blocks[current % BLOCKS]!;
      const offset = current * size + used;
      block.lengths[used / WORD] = row.length;
      block.all.set(row, used + WORD);
      block.rows++;
      used += length;
      return offset;
    },
    aging: () => (hasMemoryFor(1) ? 0 : (oldest + Math.floor(count() * AGING)) * size),
    fit() {
      while (count() > 1 && !hasMemoryFor(0)) drop();
    },
    figures: () => ({ bytes: count() * size, dropped }),
  };
}

/** The rows of parcels in memory, without their closing braces: kept ones from memory, the others in one request. */
export function countyRows(client: Client, index: string, store: RowStore) {
  const figures = { hits: 0, misses: 0 };

  const kept = ({ county, row }: ParcelRow) => store.get(county.offsets[row]!);
  function keep({ county, row }: ParcelRow, bytes: Uint8Array): void {
    county.offsets[row] = store.put(bytes);
  }

  /** Keeps rows that were just used from being dropped next. */
  function refresh(parcels: ParcelRow[]): void {
    const aging = store.aging();
    for (const parcel of parcels) {
      if (parcel.county.offsets[parcel.row]! >= aging) continue;
      // Keeping an earlier row may have dropped this one.
      const row = kept(parcel);
      if (row !== null) keep(parcel, row.slice());
    }
  }

  async function read(parcels: ParcelRow[]): Promise<Buffer[] | null> {
    const answer = await rawSearch(
      client,
      { index },
      {
        // One more than needed: it shows when parcels of several counties share a number.
        size: parcels.length + 1,
        track_total_hits: false,
        query: {
          bool: { filter: [{ terms: { [TIEBREAK]: parcels.map(({ county, row }) => county.seq[row]!) } }] },
        },
        sort: [{ [TIEBREAK]: 'asc' }],
      },
    );
    const bySeq = new Map<number, Buffer>();
    let count = 0;
    for (const { row, sort } of cutRows(answer)) {
      bySeq.set((JSON.parse(sort) as [number])[0], row);
      count++;
    }
    const rows = parcels.map(({ county, row }) => bySeq.get(county.seq[row]!));
    return count === parcels.length && rows.every((row) => row !== undefined) ? rows : null;
  }

  return {
    figures,
    /**
     * @param join makes a page of the rows.
     * @param isStill whether the data is still of the same edition as the parcels.
     * @returns null when the rows are not certain.
     */
    async read<T>(
      parcels: ParcelRow[],
      join: (rows: Uint8Array[]) => T,
      isStill: () => Promise<boolean>,
    ): Promise<T | null> {
      const rows = parcels.map(kept);
      const missing = parcels.filter((_, at) => rows[at] === null);
      figures.hits += parcels.length - missing.length;
      figures.misses += missing.length;
      if (missing.length === 0) {
        const page = join(rows as Uint8Array[]);
        refresh(parcels);
        return page;
      }
      // Copied, because other rows may overwrite these during the read.
      const copies = rows.map((row) => row?.slice());
      const others = await read(missing);
      if (others === null || !(await isStill())) return null;
      for (const [at, row] of others.entries()) keep(missing[at]!, row);
      let next = 0;
      return join(copies.map((row) => row ?? others[next++]!));
    },
  };
}

/** Rows in a few large blocks, which the garbage collector never scans. The oldest block makes room for new rows. */
export interface RowStore {
  /** The row as it was put; null when it is no longer kept. Its bytes stay the same until the next `put`. */
  get(place: number): Uint8Array | null;
  /** Stores a row and returns its place; 0 when it is larger than a block. */
  put(row: Uint8Array): number;
  /** Rows at places before this one are dropped next. */
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
  /** Block numbers only go up: a place tells its block, and whether that is still kept. */
  const blocks = new Array<Block | undefined>(BLOCKS);
  let [oldest, current, used, dropped] = [1, 0, size, 0];

  const blockOf = (place: number) => Math.floor(place / size);
  const count = () => current - oldest + 1;
  const hasRoomFor = (more: number) => (count() + more) * size <= allowed();

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
    while (count() > 0 && !hasRoomFor(1)) free = drop();
    const block = free ?? newBlock();
    block.rows = 0;
    blocks[++current % BLOCKS] = block;
    used = 0;
  }

  return {
    get(place) {
      if (blockOf(place) < oldest) return null;
      const { bytes, lengths } = blocks[blockOf(place) % BLOCKS]!;
      const at = place % size;
      // A Buffer would take twice as long to make.
      return new Uint8Array(bytes, at + WORD, lengths[at / WORD]!);
    },
    put(row) {
      const length = WORD + Math.ceil(row.length / WORD) * WORD;
      if (length > size) return 0;
      if (used + length > size) begin();
      const block = blocks[current % BLOCKS]!;
      const place = current * size + used;
      block.lengths[used / WORD] = row.length;
      block.all.set(row, used + WORD);
      block.rows++;
      used += length;
      return place;
    },
    aging: () => (hasRoomFor(1) ? 0 : (oldest + Math.floor(count() * AGING)) * size),
    fit() {
      while (count() > 1 && !hasRoomFor(0)) drop();
    },
    figures: () => ({ bytes: count() * size, dropped }),
  };
}

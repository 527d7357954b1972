/** Bytes in a few large blocks, which the garbage collector never looks into. The oldest block makes room for new bytes. */
export interface Slabs {
  /** A place for so many bytes, a multiple of 8; null when they are more than a block holds. */
  reserve(length: number): number | null;
  /** The bytes from a place on; they stay the same until the next reservation. */
  at(place: number, length: number): Buffer;
  /** The number that was set at a place and so many numbers on: reading it needs no buffer. */
  number(place: number, nth: number): number;
  setNumber(place: number, nth: number, value: number): void;
  has(place: number): boolean;
  /** Whether the place is among those that are pushed out next. */
  isAging(place: number): boolean;
  /** The memory of all blocks so far, bytes, and the reservations that are kept and that were pushed out. */
  figures(): { bytes: number; kept: number; dropped: number };
}

const BLOCKS = 16;
/** A quarter of the blocks. */
const AGING = 4;
/** Bytes of a number. */
const WORD = 8;

/** @param limit bytes in all */
export function createSlabs(limit: number): Slabs {
  const size = Math.floor(limit / BLOCKS / WORD) * WORD;
  const blocks: { bytes: Buffer; numbers: Float64Array }[] = [];
  const reservations = new Array<number>(BLOCKS).fill(0);
  let dropped = 0;
  /** Blocks are counted on and on: a place tells when it was given. */
  let current = 0;
  let used = 0;

  const blockOf = (place: number) => Math.floor(place / size);
  function newBlock() {
    const bytes = Buffer.allocUnsafeSlow(size);
    return { bytes, numbers: new Float64Array(bytes.buffer) };
  }
  const blockAt = (place: number) => (blocks[blockOf(place) % BLOCKS] ??= newBlock());
  const wordAt = (place: number, nth: number) => (place % size) / WORD + nth;
  const has = (place: number) => blockOf(place) > current - BLOCKS;

  return {
    has,
    isAging: (place) => blockOf(place) <= current - BLOCKS + AGING,
    figures: () => ({
      bytes: blocks.length * size,
      kept: reservations.reduce((sum, count) => sum + count, 0),
      dropped,
    }),
    at(place, length) {
      const from = place % size;
      return blockAt(place).bytes.subarray(from, from + length);
    },
    number: (place, nth) => blockAt(place).numbers[wordAt(place, nth)]!,
    setNumber(place, nth, value) {
      blockAt(place).numbers[wordAt(place, nth)] = value;
    },
    reserve(wanted) {
      const length = Math.ceil(wanted / WORD) * WORD;
      if (length > size) return null;
      if (used + length > size) {
        current++;
        used = 0;
        dropped += reservations[current % BLOCKS]!;
        reservations[current % BLOCKS] = 0;
      }
      reservations[current % BLOCKS]!++;
      const place = current * size + used;
      used += length;
      return place;
    },
  };
}

const BLOCK = 65_536;

/** Remembers object ids, which mostly follow each other, in about a bit each. */
export function createSeen() {
  const blocks = new Map<number, Uint8Array>();
  return {
    /** Whether an id comes for the first time. */
    add(id: number): boolean {
      const block = Math.floor(id / BLOCK);
      const within = id - block * BLOCK;
      let bits = blocks.get(block);
      if (bits === undefined) {
        bits = new Uint8Array(BLOCK / 8);
        blocks.set(block, bits);
      }
      const mask = 1 << (within & 7);
      const isNew = (bits[within >> 3]! & mask) === 0;
      bits[within >> 3]! |= mask;
      return isNew;
    },
  };
}

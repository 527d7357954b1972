const BLOCK = 65_536;

/** Remembers object ids, which mostly follow each other, in about a bit each. */
function createSeen() {
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

/** A row whose id has not come before, another row with an id that has, or one that comes again. */
export type Coming = 'new' | 'shared' | 'again';

/**
 * Tells rows that come again from others with the same object id, as joined tables have: within an answer and the one before
 * by what they say, and further back by their id alone.
 */
export function createComings() {
  const seen = createSeen();
  let before = new Map<number, unknown[]>();
  let now = new Map<number, unknown[]>();
  return {
    /** Notes an id of a row that was read earlier. */
    recall: seen.add,
    nextAnswer(): void {
      before = now;
      now = new Map();
    },
    look(id: number, feature: unknown): Coming {
      const alike = now.get(id) ?? [];
      const known = [...(before.get(id) ?? []), ...alike];
      if (!seen.add(id)) {
        const text = JSON.stringify(feature);
        if (known.length === 0 || known.some((one) => JSON.stringify(one) === text)) return 'again';
      }
      now.set(id, [...alike, feature]);
      return known.length === 0 ? 'new' : 'shared';
    },
  };
}

const BLOCK = 65_536;

/** Remembers object ids, which are mostly consecutive, in about one bit each. */
function createSeen() {
  const blocks = new Map<number, Uint8Array>();
  return {
    /** Adds an id; returns whether it is new. */
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

/** A row with a new id, a different row with an id seen before, or the same row again. */
export type Coming = 'new' | 'shared' | 'again';

/**
 * Tells repeated rows from different rows with the same object id, which joined tables have. Rows of the same answer and
 * the one before are compared by content, earlier ones by id alone.
 */
export function createComings() {
  const seen = createSeen();
  let before = new Map<number, unknown[]>();
  let now = new Map<number, unknown[]>();
  return {
    /** Remembers the id of a row that an earlier run read. */
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

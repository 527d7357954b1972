const MOST = 10_000;

/** 53 bits of a text, evenly spread. */
function spread(text: string): number {
  let a = 0xdeadbeef;
  let b = 0x41c6ce57;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    a = Math.imul(a ^ unit, 2654435761);
    b = Math.imul(b ^ unit, 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return 4294967296 * (2097151 & b) + (a >>> 0);
}

export interface Distinct {
  /** Different values: counted up to a limit, estimated beyond it; with a limit of 10,000, to about two percent. */
  count: number;
  /** Values that repeat an earlier one, estimated in the same way; 0 when all values differ. */
  surplus: number;
  exact: boolean;
  /** The share of the different values that appear in more than one row. */
  repeated: number;
}

/**
 * Counts different values in limited memory: when there are more than `most`, it keeps those whose hash ends in one more
 * zero bit. Every row of the kept values is counted, so that the share of repeated values is right.
 */
export function distinctCounter(most = MOST) {
  const rows = new Map<number, number>();
  let step = 1;
  let added = 0;
  return {
    /** @param times how often it occurs. */
    add(text: string, times = 1): void {
      added += times;
      const hash = spread(text);
      if (hash % step !== 0) return;
      rows.set(hash, (rows.get(hash) ?? 0) + times);
      while (rows.size > most) {
        step *= 2;
        for (const kept of rows.keys()) if (kept % step !== 0) rows.delete(kept);
      }
    },
    result(): Distinct {
      let repeated = 0;
      let kept = 0;
      for (const count of rows.values()) {
        if (count > 1) repeated++;
        kept += count;
      }
      const surplus = (kept - rows.size) * step;
      // Where most values appear once, few repeat, and the estimate of those few is closer.
      const count = surplus < added / 2 ? added - surplus : rows.size * step;
      return { count, surplus, exact: step === 1, repeated: rows.size ? repeated / rows.size : 0 };
    },
  };
}

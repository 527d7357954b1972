/** From this share of kept rows on, asking for versions first is faster than asking for whole rows. */
const ENOUGH = 0.65;
/** Weight of a page beside all pages before it. */
const WEIGHT = 0.05;

/** What part of the rows of each index were kept lately, which tells how to ask for the next ones. */
export function createShares() {
  const shares = new Map<string, number>();
  return {
    note(index: string, kept: number, all: number): void {
      if (all === 0) return;
      const before = shares.get(index) ?? 0;
      shares.set(index, before + (kept / all - before) * WEIGHT);
    },
    isWarm: (index: string): boolean => (shares.get(index) ?? 0) >= ENOUGH,
  };
}

/**
 * The seed of a file's generated records and properties: its own with every change, so that a failure is caused by the
 * change; the one in SEED if it is set, as nightly. `SEED=… npm test -- FILE` repeats a failure.
 */
export const seedOf = (own: number): number => Number(process.env.SEED ?? own);

/** How often a slow property is tried: a quarter of `all` with every change, all of them if SEED is set. */
export const runsOf = (all: number): number => (process.env.SEED === undefined ? Math.ceil(all / 4) : all);

/** Numbers from 0 to 1 that are the same in every run. */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Choices that are the same for a seed. */
export function choices(seed: number) {
  const random = randomNumbers(seed);
  const whole = (low: number, high: number) => low + Math.floor(random() * (high - low + 1));
  const pick = <T>(list: readonly T[]): T => list[whole(0, list.length - 1)]!;
  return { random, whole, pick };
}

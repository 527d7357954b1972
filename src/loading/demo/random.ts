/** A source of numbers in [0, 1): the same seed gives the same numbers on every machine. */
export type Random = () => number;

function mix(x: number): number {
  let z = (x + 0x9e3779b9) | 0;
  z = Math.imul(z ^ (z >>> 16), 0x21f0aaad);
  z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
  return z ^ (z >>> 15);
}

/**
 * The stream of random numbers of a seed, an index and a purpose (splitmix32). Streams with different arguments are
 * unrelated, so one record can be computed without those before it.
 */
export function random(seed: number, index = 0, purpose = 0): Random {
  let state = mix(mix(mix(seed) ^ index) ^ Math.imul(purpose + 1, 0x85ebca6b));
  return () => {
    state = (state + 0x9e3779b9) | 0;
    let z = state ^ (state >>> 16);
    z = Math.imul(z, 0x21f0aaad);
    z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
    return ((z ^ (z >>> 15)) >>> 0) / 4294967296;
  };
}

/** A whole number from `low` to `high`, both included. */
export function int(r: Random, low: number, high: number): number {
  return low + Math.floor(r() * (high - low + 1));
}

/** One item of a list that is not empty. */
export function pick<T>(r: Random, list: readonly T[]): T {
  return list[Math.floor(r() * list.length)] as T;
}

/** A number from a bell curve around `mean`, never more than three times `spread` away from it. */
export function near(r: Random, mean: number, spread: number): number {
  return mean + (r() + r() + r() - 1.5) * 2 * spread;
}

/** Builds a picker of values that come up in proportion to their weights. */
export function wheel<T>(entries: readonly (readonly [weight: number, value: T])[]): (r: Random) => T {
  const total = entries.reduce((sum, [weight]) => sum + weight, 0);
  return (r) => {
    let left = r() * total;
    for (const [weight, value] of entries) {
      left -= weight;
      if (left < 0) return value;
    }
    return entries.at(-1)![1];
  };
}

/** The same for words with their weights: `sale 62, flip 9`. */
export const words = <T extends string>(text: string): ((r: Random) => T) =>
  wheel(
    text.split(', ').map((entry) => {
      const [word, weight] = entry.split(' ');
      return [Number(weight), word as T];
    }),
  );

/** Builds a picker from a list in which the k-th value comes up in proportion to k to the power of −`steepness`. */
export const rankedPicker = <T>(list: readonly T[], steepness: number): ((r: Random) => T) =>
  wheel(list.map((value, i) => [(i + 1) ** -steepness, value] as const));

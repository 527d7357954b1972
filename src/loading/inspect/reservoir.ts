/** Uniform pseudo-random numbers in [0, 1), the same ones every time. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/**
 * Keeps up to `most` of the things it is offered, each with the same chance, and the same ones every time. `make` is called
 * only for what is kept.
 */
export function reservoir<T>(most: number) {
  const next = random(1);
  const kept: { order: number; thing: T }[] = [];
  let seen = 0;
  return {
    offer(make: () => T): void {
      const order = seen++;
      const place = kept.length < most ? kept.length : Math.floor(next() * seen);
      if (place < most) kept[place] = { order, thing: make() };
    },
    /** In the order in which they were offered. */
    result: (): T[] => kept.sort((a, b) => a.order - b.order).map(({ thing }) => thing),
  };
}

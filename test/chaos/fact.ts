interface Told<T> {
  value: T;
  begun: number;
  /** When a later value was acknowledged. */
  replaced: number;
}

/** What readers may see of something that loads change. */
export interface Fact<T> {
  /** A load with this value begins; until it is acknowledged, readers may see it or the value before. */
  begin(value: T): void;
  acknowledge(): void;
  /** The values that a request during this time may be answered with. */
  possible(from: number, to: number): T[];
  last(): T;
}

/** A fact that has this value from the beginning. */
export function createFact<T>(value: T): Fact<T> {
  let told: Told<T>[] = [{ value, begun: 0, replaced: Number.POSITIVE_INFINITY }];
  return {
    begin(next) {
      told.push({ value: next, begun: Date.now(), replaced: Number.POSITIVE_INFINITY });
    },
    acknowledge() {
      const now = Date.now();
      for (const one of told.slice(0, -1)) one.replaced = Math.min(one.replaced, now);
      // No request takes that long.
      told = told.filter(({ replaced }) => replaced > now - 120_000);
    },
    possible: (from, to) =>
      told.filter(({ begun, replaced }) => begun <= to && replaced >= from).map((one) => one.value),
    last: () => told.at(-1)!.value,
  };
}

/** The best of many, by two numbers of which larger ones come first: a heap whose root is the last of those kept. */
export interface Best {
  offer(first: number, second: number, item: number): void;
  /** The kept items in their order; null when two of them have the same numbers. */
  sorted(): number[] | null;
}

/** @param most items to keep. */
export function best(most: number): Best {
  const [firsts, seconds, items] = [new Float64Array(most), new Float64Array(most), new Float64Array(most)];
  let size = 0;

  const isBefore = (first: number, second: number, at: number) =>
    first > firsts[at]! || (first === firsts[at]! && second > seconds[at]!);

  function move(from: number, to: number): void {
    firsts[to] = firsts[from]!;
    seconds[to] = seconds[from]!;
    items[to] = items[from]!;
  }

  function put(at: number, first: number, second: number, item: number): void {
    firsts[at] = first;
    seconds[at] = second;
    items[at] = item;
  }

  function rise(first: number, second: number, item: number): void {
    let at = size++;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (isBefore(first, second, parent)) break;
      move(parent, at);
      at = parent;
    }
    put(at, first, second, item);
  }

  function sink(first: number, second: number, item: number): void {
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= size) break;
      if (child + 1 < size && isBefore(firsts[child]!, seconds[child]!, child + 1)) child++;
      if (!isBefore(first, second, child)) break;
      move(child, at);
      at = child;
    }
    put(at, first, second, item);
  }

  return {
    offer(first, second, item) {
      if (size < most) rise(first, second, item);
      else if (isBefore(first, second, 0)) sink(first, second, item);
    },
    sorted() {
      const order = Array.from({ length: size }, (_, at) => at).sort(
        (a, b) => firsts[b]! - firsts[a]! || seconds[b]! - seconds[a]!,
      );
      const isTied = (at: number, next: number | undefined) =>
        next !== undefined && firsts[at] === firsts[next] && seconds[at] === seconds[next];
      return order.some((at, nth) => isTied(at, order[nth + 1])) ? null : order.map((at) => items[at]!);
    },
  };
}

import type { Numbers } from './columns.ts';

/** What rows are ordered by: a number of each, times 1 or −1, so that larger ones come first. NaN comes last. */
export interface Order {
  values: Numbers;
  sign: 1 | -1;
}

/** The best of many rows by two numbers: a heap whose root is the last of those kept. */
export interface Best {
  /** Offers `rows` from one place to another; places are what is kept. */
  offer(rows: Uint32Array, from: number, to: number, first: Order, second: Order): void;
  /** The kept places in their order, for the last time; null when two of them have the same numbers. */
  sorted(): number[] | null;
}

/** @param most places to keep. */
export function best(most: number): Best {
  const [firsts, seconds, places] = [new Float64Array(most), new Float64Array(most), new Uint32Array(most)];
  let size = 0;

  const isBefore = (first: number, second: number, at: number) =>
    first > firsts[at]! || (first === firsts[at]! && second > seconds[at]!);

  function move(from: number, to: number): void {
    firsts[to] = firsts[from]!;
    seconds[to] = seconds[from]!;
    places[to] = places[from]!;
  }

  function put(at: number, first: number, second: number, place: number): void {
    firsts[at] = first;
    seconds[at] = second;
    places[at] = place;
  }

  function rise(first: number, second: number, place: number): void {
    let at = size++;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (isBefore(first, second, parent)) break;
      move(parent, at);
      at = parent;
    }
    put(at, first, second, place);
  }

  function sink(first: number, second: number, place: number): void {
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= size) break;
      if (child + 1 < size && isBefore(firsts[child]!, seconds[child]!, child + 1)) child++;
      if (!isBefore(first, second, child)) break;
      move(child, at);
      at = child;
    }
    put(at, first, second, place);
  }

  return {
    offer(rows, from, to, first, second) {
      for (let place = from; place < to; place++) {
        const row = rows[place]!;
        const value = first.values[row]! * first.sign;
        const one = Number.isNaN(value) ? Number.NEGATIVE_INFINITY : value;
        // Most rows end here.
        if (size === most && one < firsts[0]!) continue;
        const other = second.values[row]! * second.sign;
        if (size < most) rise(one, other, place);
        else if (isBefore(one, other, 0)) sink(one, other, place);
      }
    },
    sorted() {
      const order = new Array<number>(size);
      let isTied = false;
      while (size > 0) {
        const [first, second] = [firsts[0]!, seconds[0]!];
        order[--size] = places[0]!;
        sink(firsts[size]!, seconds[size]!, places[size]!);
        isTied ||= size > 0 && firsts[0] === first && seconds[0] === second;
      }
      return isTied ? null : order;
    },
  };
}

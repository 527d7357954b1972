import type { Numbers } from './columns.ts';

/** What rows are ordered by: a number for each, times 1 or −1, so that larger ones come first. NaN comes last. */
export interface Order {
  values: Numbers;
  sign: 1 | -1;
}

/** The best of many rows by two numbers: a heap whose root is the worst row kept. */
export interface Best {
  most: number;
  size: number;
  firsts: Float64Array;
  seconds: Float64Array;
  /** What is kept of a row: its place in the list that was offered. */
  places: Uint32Array;
}

// Functions, not methods: closures made in each search are optimized less well and cost four times as much.

/** @param room the most rows it can hold; `clear` sets how many are kept. */
export const newBest = (room: number): Best => ({
  most: room,
  size: 0,
  firsts: new Float64Array(room),
  seconds: new Float64Array(room),
  places: new Uint32Array(room),
});

export function clear(best: Best, most: number): void {
  best.most = most;
  best.size = 0;
}

const isBefore = ({ firsts, seconds }: Best, first: number, second: number, at: number) =>
  first > firsts[at]! || (first === firsts[at]! && second > seconds[at]!);

function move({ firsts, seconds, places }: Best, from: number, to: number): void {
  firsts[to] = firsts[from]!;
  seconds[to] = seconds[from]!;
  places[to] = places[from]!;
}

function put({ firsts, seconds, places }: Best, at: number, first: number, second: number, place: number) {
  firsts[at] = first;
  seconds[at] = second;
  places[at] = place;
}

function rise(best: Best, first: number, second: number, place: number): void {
  let at = best.size++;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    if (isBefore(best, first, second, parent)) break;
    move(best, parent, at);
    at = parent;
  }
  put(best, at, first, second, place);
}

function sink(best: Best, first: number, second: number, place: number): void {
  const { firsts, seconds, size } = best;
  let at = 0;
  for (;;) {
    let child = 2 * at + 1;
    if (child >= size) break;
    if (child + 1 < size && isBefore(best, firsts[child]!, seconds[child]!, child + 1)) child++;
    if (!isBefore(best, first, second, child)) break;
    move(best, child, at);
    at = child;
  }
  put(best, at, first, second, place);
}

/** The first place whose row may be among the best; `last` is the number of the worst row kept. */
function skip(rows: Uint32Array, from: number, to: number, { values, sign }: Order, last: number): number {
  for (let place = from; place < to; place++) if (values[rows[place]!]! * sign >= last) return place;
  return to;
}

/** Offers `rows` from one place to another. */
export function offer(
  best: Best,
  rows: Uint32Array,
  from: number,
  to: number,
  first: Order,
  second: Order,
): void {
  for (let place = from; place < to; place++) {
    const last = best.size < best.most ? Number.NEGATIVE_INFINITY : best.firsts[0]!;
    // Once the heap is full, most rows are skipped.
    if (last > Number.NEGATIVE_INFINITY) place = skip(rows, place, to, first, last);
    if (place === to) return;
    const row = rows[place]!;
    const value = first.values[row]! * first.sign;
    const one = Number.isNaN(value) ? Number.NEGATIVE_INFINITY : value;
    const other = second.values[row]! * second.sign;
    if (best.size < best.most) rise(best, one, other, place);
    else if (isBefore(best, one, other, 0)) sink(best, one, other, place);
  }
}

/** The places in order, best first; null when two have the same numbers. Empties the heap. */
export function sorted(best: Best): number[] | null {
  const { firsts, seconds, places } = best;
  const order = new Array<number>(best.size);
  let isTied = false;
  while (best.size > 0) {
    const [first, second] = [firsts[0]!, seconds[0]!];
    const at = --best.size;
    order[at] = places[0]!;
    sink(best, firsts[at]!, seconds[at]!, places[at]!);
    isTied ||= at > 0 && firsts[0] === first && seconds[0] === second;
  }
  return isTied ? null : order;
}

import { sequenceOf } from '../../stores/elastic/sequence.ts';

const FIRST_ROOM = 1 << 12;

/**
 * Remembers ids by their numbers (see `sequenceOf`), in 8 bytes each. Two ids with the same number, about one pair in 150
 * million records, count as one.
 */
export function seenIds() {
  let numbers = new Float64Array(FIRST_ROOM);
  let size = 0;
  let sorted = true;

  function add(id: string): void {
    if (size === numbers.length) numbers = new Float64Array(numbers.buffer.transfer(2 * numbers.byteLength));
    numbers[size++] = sequenceOf(id);
    sorted = false;
  }

  function hasNumber(number: number): boolean {
    if (!sorted) numbers.subarray(0, size).sort();
    sorted = true;
    let low = 0;
    let high = size;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (numbers[middle]! < number) low = middle + 1;
      else high = middle;
    }
    return low < size && numbers[low] === number;
  }

  return { add, hasNumber };
}

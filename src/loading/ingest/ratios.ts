import { sequenceOf } from '../../stores/elastic/sequence.ts';

const FIRST_ROOM = 1 << 10;

/** The same numbers, with room for as many more; `numbers` cannot be used afterward. */
export const doubled = (numbers: Float64Array<ArrayBuffer>) =>
  new Float64Array(numbers.buffer.transfer(2 * numbers.byteLength));

/** The last ratio of each id, in the order in which they were added. */
function lastOf(numbers: Float64Array, ratios: Float64Array): Float64Array {
  const ordered = numbers.slice().sort();
  if (!ordered.some((number, at) => number === ordered[at + 1])) return ratios;
  const last = new Map(Array.from(numbers, (number, at) => [number, at]));
  return ratios.filter((_, at) => last.get(numbers[at]!) === at);
}

/** Keeps a ratio or none for each id, in 16 bytes; the last one of an id counts. */
export function idRatios() {
  let numbers = new Float64Array(FIRST_ROOM);
  let ratios = new Float64Array(FIRST_ROOM);
  let size = 0;
  return {
    add(id: string, ratio: number | null): void {
      if (size === numbers.length) {
        numbers = doubled(numbers);
        ratios = doubled(ratios);
      }
      numbers[size] = sequenceOf(id);
      ratios[size++] = ratio ?? Number.NaN;
    },
    /** The median, which may be the mean of the middle two; null without any. */
    median(): number | null {
      const found = lastOf(numbers.subarray(0, size), ratios.subarray(0, size))
        .filter((ratio) => !Number.isNaN(ratio))
        .sort();
      if (found.length === 0) return null;
      const upper = Math.floor(found.length / 2);
      return found.length % 2 === 1 ? found[upper]! : (found[upper - 1]! + found[upper]!) / 2;
    },
  };
}

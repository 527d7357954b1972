import { COLUMNS } from './columns.ts';
import { type County, isNumbers } from './county.ts';

/** How many parcels have each value of a field, words and flags as words. */
export interface ValueCounts {
  counts: Map<string | number, number>;
  /** Parcels without a value. */
  missing: number;
}

/** More values than this take too long to put in order. */
const MOST_VALUES = 1_000;

/** Whole numbers below this, such as years, are counted in a list: in a map it takes several times as long. */
const SMALL = 4_096;

/** Whether memory can count by the values of a field. */
export const isCounted = (field: string): boolean => {
  const is = COLUMNS.get(field)?.is;
  return is === 'words' || is === 'numbers';
};

export const noValues = (): ValueCounts => ({ counts: new Map(), missing: 0 });

function add(into: ValueCounts, value: string | number, count: number): void {
  into.counts.set(value, (into.counts.get(value) ?? 0) + count);
}

/**
 * Adds the values that rows of a county have in a field.
 * @returns false when there are too many.
 */
export function addValues(county: County, field: string, rows: Uint32Array, into: ValueCounts): boolean {
  const column = county.columns.get(field)!;
  if (isNumbers(column)) {
    const small = new Uint32Array(SMALL);
    for (const row of rows) {
      const value = column[row]!;
      if (Number.isNaN(value)) into.missing++;
      else if (small[value] === undefined) add(into, value, 1);
      else small[value]++;
    }
    for (const [value, count] of small.entries()) if (count > 0) add(into, value, count);
    return into.counts.size <= MOST_VALUES;
  }
  const { codes, words } = column;
  const byCode = new Uint32Array(words.length);
  for (const row of rows) byCode[codes[row]!]!++;
  into.missing += byCode[0]!;
  for (let code = 1; code < words.length && into.counts.size <= MOST_VALUES; code++)
    if (byCode[code]! > 0) add(into, words[code]!, byCode[code]!);
  return into.counts.size <= MOST_VALUES;
}

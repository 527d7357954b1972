/**
 * Counts something to report as one remark when a read ends: the sentence that `words` makes of how often it was found
 * and of the first row that has it.
 */
export function tally(words: (count: number, line: number) => string) {
  let count = 0;
  let first = 0;
  let said: string | null = null;
  return {
    add(line: number): void {
      if (count++ === 0) first = line;
    },
    /** How often it was found in this read. */
    count: (): number => count,
    /** Starts counting again. */
    reset(): void {
      count = 0;
    },
    /** Adds the sentence to the remarks, in place of an earlier read's. */
    say(remarks: string[]): void {
      const at = said === null ? -1 : remarks.indexOf(said);
      if (at >= 0) remarks.splice(at, 1);
      said = count > 0 ? words(count, first) : null;
      if (said !== null) remarks.push(said);
    },
  };
}

export type Tally = ReturnType<typeof tally>;

/** A number with its noun: `1 row`, `12 rows`. */
export const some = (count: number, one: string): string =>
  `${count.toLocaleString('en-US')} ${one}${count === 1 ? '' : 's'}`;

/**
 * Counts what a reading should say in the end, as one remark: the sentence that `words` makes of how often, and of the
 * row where it was first.
 */
export function tally(words: (count: number, line: number) => string) {
  let count = 0;
  let first = 0;
  let said: string | null = null;
  return {
    add(line: number): void {
      if (count++ === 0) first = line;
    },
    /** How often in this reading. */
    count: (): number => count,
    /** Begins to count again. */
    reset(): void {
      count = 0;
    },
    /** Puts the sentence among the remarks, in place of that of an earlier reading. */
    say(remarks: string[]): void {
      const at = said === null ? -1 : remarks.indexOf(said);
      if (at >= 0) remarks.splice(at, 1);
      said = count > 0 ? words(count, first) : null;
      if (said !== null) remarks.push(said);
    },
  };
}

/** A number of things in words: `1 row`, `12 rows`. */
export const some = (count: number, one: string): string =>
  `${count.toLocaleString('en-US')} ${one}${count === 1 ? '' : 's'}`;

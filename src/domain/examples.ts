import { standsForNone } from './written-number.ts';

const LONGEST = 20;
/** Values that are kept to find the most frequent ones. */
const MOST_KEPT = 50;
/** A text with letters that is in so many rows names nobody. */
const COMMON = 3;

const cut = (text: string) => (text.length <= LONGEST ? text : `${text.slice(0, LONGEST)}…`);

/** The shape of a value without its content: figures as 9, letters as A; `$1,234.50` is `$9,999.99`. */
export const formOf = (text: string): string =>
  cut(text.trim().replace(/\p{N}/gu, '9').replace(/\p{L}/gu, 'A'));

/** Counts values, to show the most frequent ones. Rare texts with letters may name people: only their form is shown. */
export function exampleCounter() {
  const counts = new Map<string, number>();
  const shown = (text: string, times: number) =>
    times >= COMMON || !/\p{L}/u.test(text) || standsForNone(text) ? cut(text) : formOf(text);
  return {
    add(value: unknown): void {
      if (typeof value !== 'string' && typeof value !== 'number') return;
      const text = String(value).replace(/\p{C}/gu, '').trim();
      if (counts.has(text) || counts.size < MOST_KEPT) counts.set(text, (counts.get(text) ?? 0) + 1);
    },
    /** Up to this many different ones, the most frequent first. */
    best(most: number): string[] {
      const ordered = [...counts].sort((a, b) => b[1] - a[1]).map(([text, times]) => shown(text, times));
      return [...new Set(ordered)].slice(0, most);
    },
  };
}

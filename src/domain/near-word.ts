import { distance } from 'fastest-levenshtein';

/** The longest word that is compared, in letters: the cost grows with their square. */
const LONGEST = 40;
const LEAST_BEGINNING = 3;
const MOST_CHANGES = 3;

const plain = (word: string) => word.toLowerCase().replace(/[_-]/g, '');

const lettersOf = (word: string) => [...word].sort().join('');

/** How many letters were changed, left out or added; two swapped letters are one change. */
function changes(from: string, to: string): number {
  const cost = distance(from, to);
  return cost === 2 && lettersOf(from) === lettersOf(to) ? 1 : cost;
}

/**
 * The word of a list that a mistyped one most likely means, or undefined: the one with the fewest changes, at most three
 * and at most one in three letters; else the first that begins like it.
 */
export function nearWord(mistyped: string, known: readonly string[]): string | undefined {
  if (mistyped.length > LONGEST) return undefined;
  const word = plain(mistyped);
  let best: { name: string; cost: number } | undefined;
  for (const name of known) {
    const other = plain(name);
    if (other.length > LONGEST) continue;
    const most = Math.min(MOST_CHANGES, Math.floor(Math.max(word.length, other.length) / 3));
    const cost = changes(word, other);
    if (cost <= most && cost < (best?.cost ?? Infinity)) best = { name, cost };
  }
  if (best) return best.name;
  return word.length < LEAST_BEGINNING ? undefined : known.find((name) => plain(name).startsWith(word));
}

/** The word of a list that a mistyped one most likely means, to end a sentence: `; did you mean …?`, or nothing. */
export function didYouMean(mistyped: string, known: readonly string[]): string {
  const near = nearWord(mistyped, known);
  return near === undefined ? '' : `; did you mean ${near}?`;
}

/**
 * Whether two words differ by at most `most` letters: each one changed, left out or added (Levenshtein distance).
 * Between short words, that would match almost any word, so no more than a third of the shorter one's letters may differ.
 */
export function fewLettersApart(a: string, b: string, most: number): boolean {
  const allowed = Math.min(most, Math.floor(Math.min(a.length, b.length) / 3));
  return Math.abs(a.length - b.length) <= allowed && distance(a, b) <= allowed;
}

import { distance } from 'fastest-levenshtein';

/**
 * Whether two words differ by at most `most` letters: each one changed, left out or added (Levenshtein distance).
 * Between short words, that would match almost any word, so no more than a third of the shorter one's letters may differ.
 */
export function fewLettersApart(a: string, b: string, most: number): boolean {
  const allowed = Math.min(most, Math.floor(Math.min(a.length, b.length) / 3));
  return Math.abs(a.length - b.length) <= allowed && distance(a, b) <= allowed;
}

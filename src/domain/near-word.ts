/** Letters of the longest word that is compared: the cost grows with their square. */
const LONGEST = 40;
const LEAST_BEGINNING = 3;
const MOST_CHANGES = 3;

const plain = (word: string) => word.toLowerCase().replace(/[_-]/g, '');

function changes(from: string, to: string): number {
  let [before, last] = [[] as number[], Array.from({ length: to.length + 1 }, (_, at) => at)];
  for (let row = 1; row <= from.length; row++) {
    const next = [row];
    for (let at = 1; at <= to.length; at++) {
      const same = from[row - 1] === to[at - 1];
      const swapped = row > 1 && at > 1 && from[row - 1] === to[at - 2] && from[row - 2] === to[at - 1];
      next[at] = Math.min(
        last[at]! + 1,
        next[at - 1]! + 1,
        last[at - 1]! + (same ? 0 : 1),
        swapped ? before[at - 2]! + 1 : Infinity,
      );
    }
    [before, last] = [last, next];
  }
  return last[to.length]!;
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

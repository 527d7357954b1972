/**
 * Whether two words differ by at most `most` letters: each one changed, left out or put in (Levenshtein distance). Of
 * short words that would be any word, so no more than a third of the shorter one's letters may differ.
 */
export function fewLettersApart(a: string, b: string, most: number): boolean {
  const allowed = Math.min(most, Math.floor(Math.min(a.length, b.length) / 3));
  if (Math.abs(a.length - b.length) > allowed) return false;
  return within(a, b, allowed);
}

function within(a: string, b: string, allowed: number): boolean {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  if (at === a.length || at === b.length) return a.length + b.length - 2 * at <= allowed;
  if (allowed === 0) return false;
  const left = a.slice(at);
  const right = b.slice(at);
  return (
    within(left.slice(1), right.slice(1), allowed - 1) ||
    within(left.slice(1), right, allowed - 1) ||
    within(left, right.slice(1), allowed - 1)
  );
}

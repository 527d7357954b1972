/**
 * The names of columns as the keys of a row: trimmed, `column_7` for a blank one, and with a number from 2 for a repeated
 * one. As many as given, all different.
 */
export function uniqueNames(given: readonly string[]): string[] {
  const trimmed = given.map((name, at) => name.trim() || `column_${at + 1}`);
  const original = new Set(trimmed);
  // An object would lose this key.
  const taken = new Set(['__proto__']);
  return trimmed.map((name) => {
    let unique = name;
    for (let n = 2; taken.has(unique) || (unique !== name && original.has(unique)); n++)
      unique = `${name}_${n}`;
    taken.add(unique);
    return unique;
  });
}

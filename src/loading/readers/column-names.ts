/**
 * The names of columns as the keys of a row: trimmed, `column_7` where one is blank, and with a number from 2 where one
 * comes again. As many as given, all different.
 */
export function uniqueNames(given: readonly string[]): string[] {
  const trimmed = given.map((name, at) => name.trim() || `column_${at + 1}`);
  const original = new Set(trimmed);
  // As a key of an object, it would be lost.
  const taken = new Set(['__proto__']);
  return trimmed.map((name) => {
    let unique = name;
    for (let n = 2; taken.has(unique) || (unique !== name && original.has(unique)); n++)
      unique = `${name}_${n}`;
    taken.add(unique);
    return unique;
  });
}

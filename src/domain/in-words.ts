/** Names in a sentence, `a, b, c`; of many, only the first: `a, b and 7 more`. */
export const listed = (names: readonly string[], most = 5): string =>
  names.slice(0, most).join(', ') + (names.length > most ? ` and ${names.length - most} more` : '');

/** A number with its noun: `1 event`, `2 events`; `several` is the plural of a noun that needs more than an s. */
export function counted(number: number, noun: string, several = `${noun}s`): string {
  return `${number} ${number === 1 ? noun : several}`;
}

/** A number with its noun: `1 event`, `2 events`; `several` is the plural of a noun that needs more than an s. */
export function counted(number: number, noun: string, several = `${noun}s`): string {
  return `${number} ${number === 1 ? noun : several}`;
}

/** The words of a text, for lists of values without blanks. */
export const each = (text: string): string[] => text.trim().split(/\s+/);

/** The items of a text that are separated by `·`. */
export const listed = (text: string): string[] => text.split('·').map((one) => one.trim());

/** The values of NDJSON. */
// biome-ignore lint/suspicious/noExplicitAny: values of any shape
export const jsonLines = (text: string): any[] =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

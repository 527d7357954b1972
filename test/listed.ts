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

/**
 * Pairs of a value and what it is. Each line of the text begins with what it is, a colon, and the first of its values, which
 * are separated by `·`; a line that begins with `·` goes on with those of the line before.
 */
export const grouped = <What extends string>(text: string): [value: string, what: What][] =>
  text
    .trim()
    .replace(/\n\s*·/g, ' ·')
    .split('\n')
    .flatMap((line) => {
      const [, what, values] = /^\s*(.*?): (.*)$/.exec(line)!;
      return listed(values!).map((value): [string, What] => [value, what as What]);
    });

/** The value that each row has under a key. */
// biome-ignore lint/suspicious/noExplicitAny: rows of any shape
export const valuesOf = <Rows extends readonly any[], Key extends keyof Rows[number]>(
  rows: Rows,
  key: Key,
): Rows[number][Key][] => rows.map((row) => row[key]);

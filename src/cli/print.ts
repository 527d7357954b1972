/** What steers a terminal or turns the order of its text around; line ends and tabs may stay. */
const STEERING = /(?![\n\t])[\p{Cc}\p{Bidi_Control}]/gu;

/** A text from anywhere, as a terminal may show it. The escapes are those of JSON. */
const printable = (text: string): string =>
  text.replace(STEERING, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Prints the answer of a command. */
export const print = (text: string): void => console.log(printable(text));

/** Prints what a command says in addition to its answer. */
export const tell = (text: string): void => console.error(printable(text));

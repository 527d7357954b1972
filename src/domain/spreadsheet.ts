/** How a formula begins, including invisible characters before it. Source: OWASP, CSV Injection. */
const BEGINS = String.raw`\p{Cf}*[=+\-@＝＋－＠]`;
/**
 * Where a cell begins: at the start of the text, or after what separates cells or lines. A spreadsheet whose language
 * separates cells by semicolons does not honor the quotes of a comma-separated file.
 */
const FORMULA = new RegExp(String.raw`^(?='*(?:${BEGINS}|[\t\r\n]))|(?<=[;\t\r\n])(?='*${BEGINS})`, 'gu');
const MARK = new RegExp(String.raw`^'(?='*(?:${BEGINS}|[\t\r\n]))|(?<=[;\t\r\n])'(?='*${BEGINS})`, 'gu');

/** Matches most texts, in which nothing can begin a formula: this is faster than a test of each letter. */
const PLAIN = /^[A-Za-z0-9][^;\t\r\n]*$/;

/** A text as a cell that a spreadsheet does not run: an apostrophe marks each formula as text. */
export const asCell = (text: string): string => (PLAIN.test(text) ? text : text.replace(FORMULA, "'"));

/** The text of a cell that `asCell` made. */
export const fromCell = (cell: string): string => (PLAIN.test(cell) ? cell : cell.replace(MARK, ''));

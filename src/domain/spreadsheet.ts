/** How a formula begins, invisible characters before it included. Source: OWASP, CSV Injection. */
const BEGINS = String.raw`\p{Cf}*[=+\-@＝＋－＠]`;
/**
 * Where a cell begins: with the text, or after what parts cells or lines for a spreadsheet whose language separates them by
 * semicolons, and so does not honor the quotes of a comma-separated file.
 */
const FORMULA = new RegExp(String.raw`^(?='*(?:${BEGINS}|[\t\r\n]))|(?<=[;\t\r\n])(?='*${BEGINS})`, 'gu');
const MARK = new RegExp(String.raw`^'(?='*(?:${BEGINS}|[\t\r\n]))|(?<=[;\t\r\n])'(?='*${BEGINS})`, 'gu');

/** Most texts: nothing in them can begin a formula, which a look at each letter would find more slowly. */
const PLAIN = /^[A-Za-z0-9][^;\t\r\n]*$/;

/** A text as a cell that a spreadsheet does not run: an apostrophe marks each formula as text. */
export const asCell = (text: string): string => (PLAIN.test(text) ? text : text.replace(FORMULA, "'"));

/** The text of a cell that `asCell` made. */
export const fromCell = (cell: string): string => (PLAIN.test(cell) ? cell : cell.replace(MARK, ''));

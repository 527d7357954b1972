/** What a spreadsheet takes for a formula, white space before it included. Source: OWASP, CSV Injection. */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/;
const MARKED = /^''*[=+\-@\t\r\n＝＋－＠]/;

/** A text as a cell that a spreadsheet does not run: an apostrophe marks a formula as text. */
export const asCell = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

/** The text of a cell that `asCell` made. */
export const fromCell = (cell: string): string => (MARKED.test(cell) ? cell.slice(1) : cell);

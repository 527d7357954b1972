/**
 * What a spreadsheet takes for a formula: =, +, -, @, the same in full width, and the white space that it skips before
 * them. Source: OWASP, CSV Injection.
 */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/;
const MARKED = /^''*[=+\-@\t\r\n＝＋－＠]/;

/** A text as a cell that a spreadsheet shows and does not run: an apostrophe before it marks it as text. */
export const asCell = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

/** The text behind such a cell: what `asCell` made of a text becomes that text again, whatever it is. */
export const fromCell = (cell: string): string => (MARKED.test(cell) ? cell.slice(1) : cell);

const WORD = /^[A-Z]/i;
const PLAIN = /^-?\d+(?:\.\d+)?$/;
/** `$1,200`, `-$5`, `($1,200)`, `1,200-`, `12 %`: marks around a figure, with the blanks between them taken out. */
const MARKED = /^(\$?)(\(?)([-+]?)(\$?)([-+]?)([\d.,]+(?:e[-+]?\d+)?)(-?)(%?)(\)?)$/i;
const BLANKS = /\s*([-+$()%])\s*/g;
/** A blank of any kind before each three digits: `1 234`, `1 234 567.50`. */
const SPACED = /(?<![\d.,])[1-9]\d{0,2}(?:\s\d{3})+(?![\d\s])/;
/** The characters that a figure with its marks may have. */
const FIGURES_ONLY = /^[-+$()%.,\de\s]+$/i;
/** A comma before each three digits, or none at all; with commas, the first digit is not zero. */
const FIGURE = /^(?:(?:[1-9]\d{0,2}(?:,\d{3})+|\d+)(?:\.\d*)?|\.\d+)$/;
const EXPONENT = /^(?:\d+\.?\d*|\.\d+)e[-+]?\d+$/i;
/** `1.234,50`, `1.234.567`, `12,5`, `0,123`: with a decimal comma they mean another number. */
const OTHER_FIGURE = /^(?:\d{1,3}(?:\.\d{3})+(?:,\d*)?|\d*,\d+)$/;
const LONGEST = 100;
const LONGEST_NOTHING = '#VALUE!'.length;
const LONGEST_NONE = 40;
const NONE =
  /^(?:\(?\$? *[-–—−]+(?:0?[-–—−]+)?\)?|#{2,}|n\/?a\b.*|(?:never|not|un)[- ]?sold|no[- ](?:sales?|price|date|value|data)|not (?:available|applicable)|vacant(?: (?:land|lot))?)$/i;
const NOTHING =
  /^(?:<null>|null|#?n\/a|n\.a\.?|none|\((?:none|null|blank)\)|[.-]|#(?:ref|value|num|null|div\/0)!|#name\?|\\n|<na>)$/i;

/**
 * Whether a text alone stands for "no value": blank, `NULL`, `<Null>`, `N/A`, `N.A.`, `NONE`, `(none)`, a period or a hyphen; what
 * databases and spreadsheets write for none (`\N`, `<NA>`) and for errors (`#REF!`).
 */
export function saysNothing(text: string): boolean {
  const told = text.trim();
  return told === '' || (told.length <= LONGEST_NOTHING && NOTHING.test(told));
}

/**
 * Whether a text in a column of figures, dates or flags says that there is none: an accounting zero (`$ -`, `-0-`, `–`), a
 * cell that was too narrow (`####`), or words such as `N/A-EXEMPT`, `NEVER SOLD` and `VACANT`.
 */
export const standsForNone = (text: string): boolean => {
  const told = text.trim();
  return told.length <= LONGEST_NONE && NONE.test(told);
};

/** The figure without its marks, and whether they make it negative; null where they contradict each other. */
function figureOf(text: string): { figure: string; isNegative: boolean } | null {
  const whole = text.trim();
  if (whole.length > LONGEST || !FIGURES_ONLY.test(whole)) return null;
  const closed = whole.replace(BLANKS, '$1').replace(SPACED, (figure) => figure.replace(/\s/g, ''));
  const found = MARKED.exec(closed);
  if (found === null) return null;
  const [, dollar, open, sign, dollarWithin, signWithin, figure, signAfter, percent, close] = found;
  const signs = [sign, signWithin, signAfter, open].filter((mark) => mark !== '');
  if ((open === '') !== (close === '') || signs.length > 1) return null;
  if ([dollar, dollarWithin, percent].filter((mark) => mark !== '').length > 1) return null;
  return { figure: figure!, isNegative: signs.length === 1 && signs[0] !== '+' };
}

/**
 * The number that a text is, as American rolls write it: with commas or blanks before each three digits, a dollar sign,
 * parentheses or a trailing minus for a negative one, a percent sign (`5 %` is 5), an exponent. Null for other text, and for
 * figures that would be another number with a decimal comma, such as `1.234,50` and `12,5`.
 */
export function readNumber(text: string): number | null {
  if (PLAIN.test(text)) return finite(Number(text));
  // Most cells of a table are words.
  if (WORD.test(text)) return null;
  const found = figureOf(text);
  if (found === null || !(FIGURE.test(found.figure) || EXPONENT.test(found.figure))) return null;
  const number = finite(Number(found.figure.replaceAll(',', '')));
  return number !== null && found.isNegative ? -number : number;
}

const finite = (number: number): number | null => (Number.isFinite(number) ? number : null);

/** Whether a text is not a number to `readNumber`, but would be one with a decimal comma. */
export function isAmbiguousNumber(text: string): boolean {
  const figure = figureOf(text)?.figure;
  return figure !== undefined && !FIGURE.test(figure) && OTHER_FIGURE.test(figure);
}

/** Like `readNumber`, for text that is known to have decimal commas: `1.234,50` is 1234.5. */
export const readCommaDecimal = (text: string): number | null =>
  readNumber(text.replace(/[.,]/g, (mark) => (mark === '.' ? ',' : '.')));

import { isZipOfState } from './zip-state.ts';

const ZEROS = /^0[0-]*$/;
const FIGURES = /^(\d{3,9})(?:[- ]+(\d{4})?)?$/;
const POINT_ZERO = /\.0*$/;
const THOUSANDS = /,(?=\d{3}(?:\D|$))/g;
const NO_PLUS_FOUR = '0000';

/** Figures with the leading zeros that a number has lost; null where ZIP codes of the state do not begin with them. */
function completed(figures: string, whole: number, state: string | null): string | null {
  if (figures.length === whole) return figures;
  const all = figures.padStart(whole, '0');
  return state !== null && isZipOfState(all, state) ? all : null;
}

/**
 * A ZIP code as five digits, or `02138-1200` where the last four are given: from `2138`, `2138.0`, `021381200`,
 * `02138-0000`, `2,138`. Lost zeros are put back where codes of the state begin with one. Zeros alone are blank. Null for
 * other text, such as a postal code of another country.
 * @param state its USPS abbreviation; null where it is not known.
 */
export function readZip(text: string, state: string | null): string | null {
  const plain = text.trim().replace(POINT_ZERO, '').replace(THOUSANDS, '');
  if (ZEROS.test(plain)) return '';
  const found = FIGURES.exec(plain);
  if (found === null) return null;
  const [, figures = '', after] = found;
  const isWhole = figures.length > 5;
  if (isWhole && after !== undefined) return null;
  const all = completed(figures, isWhole ? 9 : 5, state);
  if (all === null) return null;
  const plusFour = isWhole ? all.slice(5) : (after ?? NO_PLUS_FOUR);
  return plusFour === NO_PLUS_FOUR ? all.slice(0, 5) : `${all.slice(0, 5)}-${plusFour}`;
}

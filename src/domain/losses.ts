/** The share of a column's filled values that a load may lose before a person is asked. */
const MOST_LOST = 0.02;
const LONGEST_FORM = 20;

/** How many values of one field are lost. */
export interface Loss {
  /** Values that say something. */
  filled: number;
  /** Those among them that would not be stored. */
  lost: number;
}

/** Reasons to null a value without a loss: the value itself says, in its own way, that there is none. */
const NO_LOSS: ReadonlySet<string> = new Set(['placeholder_date', 'zero', 'cut']);

/** Whether a value that is nulled for this reason is lost. */
export const isLost = (reason: string): boolean => !NO_LOSS.has(reason);

/** Whether so many values are lost that a load needs a person’s approval: more than 2 % of those that are filled. */
export const isTooMuch = ({ filled, lost }: Loss): boolean => lost > filled * MOST_LOST;

/** The shape of a value without its content: figures as 9, letters as A; `$1,234.50` is `$9,999.99`. */
export function formOf(text: string): string {
  const form = text.trim().replace(/\p{N}/gu, '9').replace(/\p{L}/gu, 'A');
  return form.length <= LONGEST_FORM ? form : `${form.slice(0, LONGEST_FORM)}…`;
}

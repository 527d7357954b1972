import type { DateForm } from './dates.ts';

export type Unit = 'acres' | 'sqft' | 'sqm' | 'cents';

/** How a canonical field is made of columns. */
export type Form =
  | {
      column: string;
      /** Of areas and money; without one, the field's own: acres, square feet, dollars. */
      unit?: Unit;
      /** Without one, dates are `YYYY-MM-DD`. */
      dates?: DateForm;
      /** Meanings of codes. */
      values?: Readonly<Record<string, string>>;
      /** Only what this expression finds of the text; of several, its first group. */
      pattern?: string;
    }
  /** Several columns with a separator between what is filled. */
  | { columns: readonly string[]; separator: string }
  /** Part of the `CITY ST ZIP` line, which is the last of these columns that is filled. */
  | { cityLine: readonly string[]; part: 'city' | 'state' | 'zip' };

/** The columns that a form reads. */
export function columnsOf(form: Form): readonly string[] {
  if ('column' in form) return [form.column];
  return 'columns' in form ? form.columns : form.cityLine;
}

import type { DateForm } from '../../domain/written-date.ts';

export type Unit = 'acres' | 'sqft' | 'sqm' | 'cents';

/** How a canonical field is made of columns. */
export type Form =
  | {
      column: string;
      /** Of areas and money; without one, the field's own: acres, square feet, dollars. */
      unit?: Unit;
      /** Without one, dates are `YYYY-MM-DD`. */
      dates?: DateForm;
      /** What stands before decimals; without one, a point. */
      decimal?: '.' | ',';
      /** Meanings of codes. */
      values?: Readonly<Record<string, string>>;
      /** Texts that mean nothing. */
      blank?: readonly string[];
      /** Only what this expression finds of the text; of several, its first group. */
      pattern?: string;
    }
  /** Several columns with a separator between what is filled; of a street, the one that is the house number. */
  | { columns: readonly string[]; separator: string; number?: string }
  /** Part of the `CITY ST ZIP` line, the last filled one of these columns. */
  | { cityLine: readonly string[]; part: 'city' | 'state' | 'zip' };

/** The parts of a line `CITY ST` or `CITY ST ZIP`, as regular expressions. */
export const CITY_LINE = {
  city: String.raw`^(.*?)[ ,]+[A-Za-z]{2}(?:[ ,]+\d{5}.*)?$`,
  state: String.raw`[ ,]([A-Za-z]{2})(?:[ ,]+\d{5}.*)?$`,
  zip: String.raw`(\d{5}(?:-\d{4})?)$`,
} as const;

/** The columns that a form reads. */
export function columnsOf(form: Form): readonly string[] {
  if ('column' in form) return [form.column];
  return 'columns' in form ? form.columns : form.cityLine;
}

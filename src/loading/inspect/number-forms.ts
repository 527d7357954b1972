import { readFileSync } from 'node:fs';
import type { Column } from '../readers/table.ts';

/** How a state writes parcel numbers of several columns; all are in `data/parcel-numbers.json`. */
interface NumberForm {
  state: string;
  /** The names that the column of each part may have; the last part of more than two may be missing. */
  parts: readonly string[];
  separator: string;
  /** A number in this form. */
  written: string;
  source: string;
}

// The file is this project's own.
const FORMS = JSON.parse(
  readFileSync(new URL('./data/parcel-numbers.json', import.meta.url), 'utf8'),
) as readonly NumberForm[];

/** Between the parts where no state is known to write them in another way. */
const SEPARATOR = '-';

/** The columns that are parts of a parcel number as a state writes it, in their order. */
export function numbersOfStates(columns: readonly Column[]): { columns: string[]; separator: string }[] {
  const byName = new Map(columns.map(({ name }) => [name.toUpperCase(), name]));
  const find = (names: string) => names.split(' ').flatMap((name) => byName.get(name) ?? [])[0];
  return FORMS.flatMap(({ parts, separator }) => {
    const found = parts.map(find);
    const optional = parts.length > 2 ? 1 : 0;
    const isThere = found.slice(0, parts.length - optional).every((name) => name !== undefined);
    return isThere ? [{ columns: found.filter((name) => name !== undefined), separator }] : [];
  });
}

/** What a state writes between the parts of a parcel number; a hyphen where nothing is known. */
export function separatorOf(parts: readonly string[], columns: readonly Column[]): string {
  const key = parts.join('\n');
  return numbersOfStates(columns).find((one) => one.columns.join('\n') === key)?.separator ?? SEPARATOR;
}

import { readFileSync } from 'node:fs';
import type { DeedKey } from '../ingest/kinds/deeds.ts';
import type { ParcelKey } from '../ingest/kinds/parcels.ts';
import type { PermitKey } from '../ingest/kinds/permits.ts';
import type { Column } from '../readers/table.ts';
import { columnsOf, type Form } from './form.ts';

export type Field = ParcelKey | DeedKey | PermitKey;

/** A layout that many publishers share; all are in `data/layouts.json`. */
export interface Layout {
  name: string;
  /** Names that tell it, with blanks between them; it is recognized when most of them are there. */
  marks: string;
  /** What its columns mean: a column, several to be joined with blanks, or a form. */
  fields: Partial<Record<Field, string | readonly string[] | Form>>;
  /** Columns that look like one of these fields and are something else. */
  ignored?: readonly string[];
}

// The file is this project's own.
export const LAYOUTS = JSON.parse(
  readFileSync(new URL('./data/layouts.json', import.meta.url), 'utf8'),
) as readonly Layout[];

const SHARE = 0.6;
const LONGEST_DBF_NAME = 10;

const fold = (name: string) => name.toUpperCase();

/** Finds columns by their names in any case, also where a .dbf has cut them to ten characters. */
function columnFinder(columns: readonly Column[]): (name: string) => string | undefined {
  const names = new Map(columns.map(({ name }) => [fold(name), name]));
  return (name) => names.get(fold(name)) ?? names.get(fold(name).slice(0, LONGEST_DBF_NAME));
}

/** The layout that most of the columns' names tell; null when none has at least six of ten of its marks. */
export function layoutOf(columns: readonly Column[]): Layout | null {
  const find = columnFinder(columns);
  const shareOf = ({ marks }: Layout) => {
    const names = marks.split(' ');
    return names.filter((mark) => find(mark) !== undefined).length / names.length;
  };
  const best = LAYOUTS.reduce((a, b) => (shareOf(b) > shareOf(a) ? b : a));
  if (shareOf(best) < SHARE) return null;
  return { ...best, ignored: (best.ignored ?? []).flatMap((name) => find(name) ?? []) };
}

function formOf(
  given: string | readonly string[] | Form,
  find: (name: string) => string | undefined,
): Form | null {
  if (typeof given === 'string') {
    const column = find(given);
    return column === undefined ? null : { column };
  }
  if (Array.isArray(given)) {
    const columns = given.flatMap((name) => find(name) ?? []);
    return columns.length > 0 ? { columns, separator: ' ', number: columns[0]! } : null;
  }
  const form = given as Form;
  const names = columnsOf(form).flatMap((name) => find(name) ?? []);
  if (names.length < columnsOf(form).length) return null;
  return 'column' in form ? { ...form, column: names[0]! } : form;
}

/** Of a layout's fields, those whose columns are all there, or some of a street's. */
export function knownForms(layout: Layout | null, columns: readonly Column[]): Map<Field, Form> {
  const find = columnFinder(columns);
  const forms = new Map<Field, Form>();
  for (const [field, given] of Object.entries(layout?.fields ?? {})) {
    const form = formOf(given, find);
    // Object.entries forgets the type of the keys.
    if (form !== null) forms.set(field as Field, form);
  }
  return forms;
}

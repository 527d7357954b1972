import { withoutEntities } from '../../domain/entities.ts';
import { typedNumber } from '../../domain/parcel-id.ts';
import { saysNothing } from '../../domain/written-number.ts';
import type { Cell, Column } from '../readers/table.ts';
import { hint, type Report } from './checks.ts';
import type { Printed } from './printed.ts';

export type Cells = Readonly<Record<string, Cell>>;
/** Reads something from a row. */
export type Read<T> = (cells: Cells) => T;
/** Makes the reader of a column, by its name in the source file and the place where the file names it. */
export type Columns = (name: string, place: string) => Read<Cell>;

const FLOAT = /^(\d+)\.0+$/;

/** A cell as text: numbers as they are printed, whole ones without a point; blank for none. */
export function textOf(cell: Cell | undefined): string {
  if (typeof cell === 'string') return cell;
  return cell === null || cell === undefined ? '' : String(cell);
}

/** A cell as one of several that make a text: trimmed, without HTML entities; blank for `NULL` and the like. */
export function wordsOf(cell: Cell | undefined): string {
  const words = withoutEntities(textOf(cell)).trim();
  return saysNothing(words) ? '' : words;
}

/**
 * The text of a key, such as a parcel number: trimmed, `75.0` as `75` unless its column has printed numbers; blank for `NULL`
 * and the like.
 */
export function keyText(cell: Cell | undefined, isPrinted = false): string {
  const text = typedNumber(textOf(cell)).trim();
  if (saysNothing(text)) return '';
  return (isPrinted ? null : FLOAT.exec(text)?.[1]) ?? text;
}

/**
 * Finds the columns of a table by name: exactly, else in any case when only one fits. An unknown one is reported.
 */
export function columnFinder(columns: readonly string[], report: Report): Columns {
  const exact = new Set(columns);
  const byCase = Map.groupBy(columns, (name) => name.toLowerCase());
  return (name, place) => {
    const alike = exact.has(name) ? [name] : (byCase.get(name.toLowerCase()) ?? []);
    const [found] = alike;
    if (found !== undefined && alike.length === 1) return (cells) => cells[found] ?? null;
    if (alike.length > 1) {
      report(place, `"${name}" may be each of the columns ${alike.join(', ')}: write it as the table does`);
    } else report(place, `the table has no column "${name}"${hint(name, columns)}`);
    return () => null;
  };
}

/** Meanings of the codes in columns, by the name of the column in lower case. */
export type Codes = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** The meanings of codes that a table's publisher lists. */
export const codesIn = (columns: readonly Column[]): Codes =>
  new Map(
    columns.flatMap(({ name, codes }) =>
      codes === null ? [] : [[name.toLowerCase(), new Map(Object.entries(codes))] as const],
    ),
  );

/** The same columns, with codes replaced by their meanings; other cells stay. */
export const decodedColumns =
  (columns: Columns, codes: Codes): Columns =>
  (name, place) => {
    const read = columns(name, place);
    const meanings = codes.get(name.toLowerCase());
    if (meanings === undefined) return read;
    return (cells) => {
      const cell = read(cells);
      return meanings.get(textOf(cell).trim()) ?? meanings.get(keyText(cell)) ?? cell;
    };
  };

/** The same columns, with their cells as the text of keys. */
export const keyColumns =
  (columns: Columns, printed: Printed): Columns =>
  (name, place) => {
    const read = columns(name, place);
    const key = name.toLowerCase();
    return (cells) => keyText(read(cells), printed.has(key));
  };

import { typedNumber } from '../../domain/parcel-id.ts';
import { saysNothing } from '../../domain/written-number.ts';
import { withoutEntities } from '../../domain/written-text.ts';
import { type Cell, type Column, heldBack, type ReadRow, type Table } from '../readers/table.ts';
import { hint, type Report } from './checks.ts';

/** Columns, in lower case, whose numbers are printed with figures after the point: in them `19.000` is not 19. */
export type Printed = ReadonlySet<string>;

export type PrintedTable = Table & { printed: Printed };

/** The most rows that are held back until that is known. */
const MOST_HELD = 5_000;
const WHOLE = /^\d+\.0+$/;
const FRACTION = /^\d+\.\d*[1-9]\d*$/;
/** Fewer numbers with fractions are faults in a column of whole ones. */
const LEAST = 0.05;

/**
 * The same table, which knows by its first rows which columns have printed numbers: those with `019.000` beside `019.001`,
 * while the numbers of others are whole ones that a program wrote as `75.0`. It is known before the first row is passed on.
 */
export function withPrinted(table: Table): PrintedTable {
  const texts = table.columns.filter(({ type }) => type === 'text').map(({ name }) => name);
  const printed = new Set<string>();

  function read(): AsyncGenerator<ReadRow[]> {
    const counts = new Map<string, { whole: number; fractions: number }>();
    let rows = 0;
    function look(row: ReadRow): void {
      if ('reason' in row) return;
      for (const name of texts) {
        const cell = row.cells[name];
        if (typeof cell !== 'string' || !cell.includes('.')) continue;
        const count = counts.get(name) ?? { whole: 0, fractions: 0 };
        if (WHOLE.test(cell.trim())) count.whole++;
        else if (FRACTION.test(cell.trim())) count.fractions++;
        counts.set(name, count);
      }
    }
    function isOpen(batch: readonly ReadRow[]): boolean {
      if (rows < MOST_HELD) batch.forEach(look);
      rows += batch.length;
      return rows < MOST_HELD && counts.values().some(({ whole }) => whole > 0);
    }
    return heldBack(table.read(), isOpen, () => {
      for (const [name, { whole, fractions }] of counts)
        if (fractions > 0 && fractions >= LEAST * (whole + fractions)) printed.add(name.toLowerCase());
    });
  }

  return { ...table, printed, read };
}

export type Cells = Readonly<Record<string, Cell>>;
/** Reads something from a row. */
export type Read<T> = (cells: Cells) => T;
/** Makes the reader of a column, by its name in the source file and the place where the file names it. */
export type Columns = (name: string, place: string) => Read<Cell>;

const FLOAT = /^(\d+)\.0+$/;

/** A cell, or what is made of one, as text: numbers as they are printed, whole ones without a point; blank for none. */
export function textOf(cell: unknown): string {
  if (typeof cell === 'string') return cell;
  return cell === null || cell === undefined ? '' : String(cell);
}

/** A cell as one of several that make a text: trimmed, without HTML entities; blank for `NULL` and the like. */
export function wordsOf(cell: unknown): string {
  const words = withoutEntities(textOf(cell)).trim();
  return saysNothing(words) ? '' : words;
}

/**
 * The text of a key, such as a parcel number: trimmed, `75.0` as `75` unless its column has printed numbers; blank for `NULL`
 * and the like.
 */
export function keyText(cell: unknown, isPrinted = false): string {
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
    const [column] = alike;
    if (column !== undefined && alike.length === 1) return (cells) => cells[column] ?? null;
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

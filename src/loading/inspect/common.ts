import type { Cell } from '../readers/table.ts';
import { figure } from './look.ts';

/** A value explains rejected rows if nearly all of its rows are rejected; such values must cover most rejected rows. */
const NEARLY_ALWAYS = 0.9;
const MOST = 0.5;
const FEWEST = 5;
const MOST_VALUES = 50;

interface Counted {
  rows: number;
  rejected: Map<string, number>;
}

const textOf = (cell: Cell | undefined) => (cell === null || cell === undefined ? '' : String(cell).trim());
const shown = (value: string) => (value === '' ? 'blank' : value);

/** `A, B or C`. */
const either = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** Counts rows by the values of columns with few different ones, to find what rejected rows have in common. */
export function commonValues(columns: readonly string[]) {
  const counts = new Map(columns.map((column) => [column, new Map<string, Counted>()]));
  const rejected = new Map<string, number>();
  let taken = 0;

  /** The values of a column whose rows are nearly all rejected for a reason, the most frequent first. */
  function telling(column: string, reason: string) {
    const found = [...counts.get(column)!].flatMap(([value, { rows, rejected: by }]) => {
      const gone = by.get(reason) ?? 0;
      return gone >= FEWEST && gone >= rows * NEARLY_ALWAYS ? [{ value, rows, gone }] : [];
    });
    const gone = found.reduce((sum, one) => sum + one.gone, 0);
    return {
      column,
      gone,
      found: found.sort((a, b) => b.gone - a.gone),
      isAll: found.every((one) => one.gone === one.rows),
    };
  }

  function sentence(reason: string, all: number): string[] {
    const told = columns.map((column) => telling(column, reason));
    const [best] = told.sort((a, b) => b.gone - a.gone || a.found.length - b.found.length);
    if (best === undefined || best.gone < Math.max(FEWEST, all * MOST)) return [];
    const values = either.format(best.found.map(({ value }) => shown(value)));
    const every = best.isAll ? 'all' : 'nearly all';
    return [
      `Of the ${figure(all)} rows with ${reason}, ${figure(best.gone)} are ${every} those where ${best.column} is ${values}.`,
    ];
  }

  return {
    /** @param reason why the row is rejected; null when it is taken. */
    add(cells: Readonly<Record<string, Cell>>, reason: string | null): void {
      if (reason === null) taken++;
      else rejected.set(reason, (rejected.get(reason) ?? 0) + 1);
      for (const [column, values] of counts) {
        const value = textOf(cells[column]);
        let counted = values.get(value);
        if (counted === undefined) {
          if (values.size === MOST_VALUES) continue;
          counted = { rows: 0, rejected: new Map() };
          values.set(value, counted);
        }
        counted.rows++;
        if (reason !== null) counted.rejected.set(reason, (counted.rejected.get(reason) ?? 0) + 1);
      }
    },
    /** A sentence for each reason whose rows share a value that hardly any other row has. */
    sentences(): string[] {
      return taken === 0 ? [] : [...rejected].flatMap(([reason, all]) => sentence(reason, all));
    },
  };
}

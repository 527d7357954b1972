/** A value explains rejected rows if nearly all of its rows are rejected; such values must cover most rejected rows. */
const NEARLY_ALWAYS = 0.9;
const MOST = 0.5;
const FEWEST = 5;
/** Columns with more values say nothing. */
const MOST_VALUES = 41;

interface Counted {
  rows: number;
  rejected: Map<string, number>;
}

const textOf = (cell: unknown) => String(cell ?? '').trim();
const shown = (value: string) => (value === '' ? 'blank' : value);
const figure = (rows: number) => rows.toLocaleString('en-US');

/** `A, B or C`. */
const either = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** The values of a column whose rows are nearly all rejected for a reason, the most frequent first. */
function telling(column: string, values: ReadonlyMap<string, Counted>, reason: string) {
  const found = [...values].flatMap(([value, { rows, rejected }]) => {
    const gone = rejected.get(reason) ?? 0;
    return gone >= FEWEST && gone >= rows * NEARLY_ALWAYS ? [{ value, rows, gone }] : [];
  });
  return {
    column,
    gone: found.reduce((sum, one) => sum + one.gone, 0),
    found: found.sort((a, b) => b.gone - a.gone),
    isAll: found.every((one) => one.gone === one.rows),
  };
}

/** Counts rows by the values of columns with few different ones, to find what rejected rows have in common. */
export function commonValues() {
  let counts: Map<string, Map<string, Counted>> | null = null;
  const rejected = new Map<string, number>();
  let taken = 0;

  function sentence(reason: string, all: number): string[] {
    const told = [...(counts ?? [])].map(([column, values]) => telling(column, values, reason));
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
    add(cells: Readonly<Record<string, unknown>>, reason: string | null): void {
      if (reason === null) taken++;
      else rejected.set(reason, (rejected.get(reason) ?? 0) + 1);
      counts ??= new Map(Object.keys(cells).map((column) => [column, new Map()]));
      for (const [column, values] of counts) {
        const value = textOf(cells[column]);
        const counted = values.get(value) ?? { rows: 0, rejected: new Map() };
        values.set(value, counted);
        counted.rows++;
        if (reason !== null) counted.rejected.set(reason, (counted.rejected.get(reason) ?? 0) + 1);
        if (values.size > MOST_VALUES) counts.delete(column);
      }
    },
    /** A sentence for each reason whose rows share a value that hardly any other row has. */
    sentences(): string[] {
      return taken === 0 ? [] : [...rejected].flatMap(([reason, all]) => sentence(reason, all));
    },
  };
}

import { heldBack, type ReadOptions, type ReadRow, type Table } from '../readers/table.ts';

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

  function read(options?: ReadOptions): AsyncGenerator<ReadRow[]> {
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
    async function* looked() {
      for await (const batch of table.read(options)) {
        if (rows < MOST_HELD) batch.forEach(look);
        rows += batch.length;
        yield batch;
      }
    }
    const isOpen = () => rows < MOST_HELD && counts.values().some(({ whole }) => whole > 0);
    return heldBack(looked(), isOpen, () => {
      for (const [name, { whole, fractions }] of counts)
        if (fractions > 0 && fractions >= LEAST * (whole + fractions)) printed.add(name.toLowerCase());
    });
  }

  return { ...table, printed, read };
}

import type { Geometry } from 'geojson';
import { squareMeters } from '../geometry/area.ts';
import { LOST } from '../readers/cells.ts';
import type { Cell, Column, ReadRow, Table, TableRow } from '../readers/table.ts';
import type { Report } from './checks.ts';
import { columnFinder, type Read } from './columns.ts';
import type { SourceRow } from './conform.ts';
import { keyedRows } from './keyed-rows.ts';
import { bindKey } from './mapping.ts';
import type { Printed, PrintedTable } from './printed.ts';
import type { Join } from './source.ts';

/** A table that completes the rows of another. */
interface JoinedTable {
  join: Join;
  table: PrintedTable;
}

/** A completed row; its line is that of the table. */
export type JoinedRow = TableRow & SourceRow;

interface Kept {
  values: Cell[];
  geometry: Geometry | null;
}

/** One join, with the names of its columns in the completed rows. */
function prepare({ join, table }: JoinedTable, taken: ReadonlySet<string>, printed: Printed, report: Report) {
  const names = table.columns.map(({ name }) => (taken.has(name) ? `${join.name}.${name}` : name));
  const here = bindKey(join.here, columnFinder([...taken], report), printed);
  const own = table.columns.map(({ name }) => name);
  const there: Read<string> = bindKey(join.there, columnFinder(own, report), table.printed);
  return { join, table, names, own, here, there, kept: keyedRows<Kept>(), met: 0, unread: 0 };
}

type Prepared = ReturnType<typeof prepare>;

async function fill(prepared: Prepared): Promise<void> {
  const { join, own, kept } = prepared;
  kept.clear();
  for await (const rows of prepared.table.read()) {
    for (const row of rows) {
      if ('reason' in row) {
        prepared.unread++;
        continue;
      }
      const key = prepared.there(row.cells);
      // Different keys may look alike once letters are lost.
      if (key === '' || key.includes(LOST)) continue;
      const { geometry } = row;
      const area = join.take === 'largest' && geometry ? (squareMeters(geometry) ?? 0) : 0;
      kept.add(key, { values: own.map((name) => row.cells[name] ?? null), geometry }, -area);
    }
  }
}

function complete(row: JoinedRow, prepared: Prepared): JoinedRow {
  const key = prepared.here(row.cells);
  const found = key === '' ? null : prepared.kept.first(key);
  const cells = { ...row.cells };
  for (const [at, name] of prepared.names.entries()) cells[name] = found?.row.values[at] ?? null;
  if (found === null) return { ...row, cells };
  prepared.met++;
  if (row.geometry !== null || found.row.geometry === null) return { ...row, cells };
  const shared = !prepared.join.wholeNumber || !found.isOnly;
  return { ...row, cells, geometry: found.row.geometry, shared };
}

function remarksOf(all: readonly Prepared[], rows: number): string[] {
  return all.flatMap(({ join, met, unread }) => {
    const found = `${met.toLocaleString('en-US')} of ${rows.toLocaleString('en-US')} rows have a row in ${join.name}.`;
    const skipped = `${unread.toLocaleString('en-US')} rows of ${join.name} cannot be read, and are left out.`;
    return unread > 0 ? [found, skipped] : [found];
  });
}

/**
 * A table whose rows are completed from others: its own columns come first, then those of each join, with the join's name
 * before theirs (`owners.CITY`) where theirs is taken. A row without a match has blanks there. A row without a geometry has
 * that of the first match with one. Closing the table closes all of them. Its remarks say how many rows had a match.
 * @throws Error with a line for each key column that a table does not have.
 */
export function joinTables(main: PrintedTable, joined: readonly JoinedTable[]): Table {
  const problems: string[] = [];
  const columns: Column[] = [...main.columns];
  const all = joined.map((one) => {
    const taken = new Set(columns.map(({ name }) => name));
    const report: Report = (place, words) => problems.push(`${place}: ${words}`);
    const prepared = prepare(one, taken, main.printed, report);
    columns.push(...one.table.columns.map((column, at) => ({ ...column, name: prepared.names[at]! })));
    return prepared;
  });
  if (problems.length > 0) {
    for (const { kept } of all) kept.close();
    throw new Error(`The tables cannot be joined:\n${problems.map((line) => `  ${line}`).join('\n')}`);
  }
  const remarks = [...main.remarks, ...joined.flatMap(({ table }) => table.remarks)];
  const geometry = [main, ...joined.map(({ table }) => table)].find((table) => table.geometry !== null);

  async function* read(): AsyncGenerator<ReadRow[]> {
    for (const prepared of all) {
      prepared.met = prepared.unread = 0;
      await fill(prepared);
    }
    let count = 0;
    for await (const rows of main.read()) {
      yield rows.map((row) => {
        if ('reason' in row) return row;
        count++;
        return all.reduce<JoinedRow>(complete, row);
      });
    }
    const said = [main, ...joined.map(({ table }) => table)].flatMap((table) => table.remarks);
    remarks.splice(0, Infinity, ...said, ...remarksOf(all, count));
  }

  return {
    ...main,
    columns,
    projection: geometry?.projection ?? null,
    geometry: geometry?.geometry ?? null,
    remarks,
    read,
    async close() {
      for (const { kept } of all) kept.close();
      await Promise.all([main, ...joined.map(({ table }) => table)].map((table) => table.close()));
    },
  };
}

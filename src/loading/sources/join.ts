import { DatabaseSync } from 'node:sqlite';
import type { Geometry } from 'geojson';
import { squareMeters } from '../../domain/geometry/area.ts';
import { LOST } from '../readers/cells.ts';
import type { Cell, Column, ReadRow, Table, TableRow } from '../readers/table.ts';
import type { Report } from './checks.ts';
import { columnFinder, type Read } from './columns.ts';
import type { SourceRow } from './conform.ts';
import { bindKey } from './mapping.ts';
import type { Printed, PrintedTable } from './printed.ts';
import type { Join } from './source.ts';

/** A table that completes the rows of another. */
export interface JoinedTable {
  join: Join;
  table: PrintedTable;
}

/** A completed row; its line is that of the table. */
export type JoinedRow = TableRow & SourceRow;

interface Kept {
  values: Cell[];
  geometry: Geometry | null;
}

/** Rows by their key, in a temporary SQLite file, so that memory does not grow with them. */
function keeper(take: Join['take']) {
  const database = new DatabaseSync('');
  database.exec(
    'PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;' +
      'CREATE TABLE kept (key TEXT PRIMARY KEY, area REAL, times INTEGER, content TEXT) WITHOUT ROWID;',
  );
  const better = take === 'largest' ? 'excluded.area > area' : 'FALSE';
  const insert = database.prepare(
    'INSERT INTO kept VALUES (?, ?, 1, ?) ON CONFLICT (key) DO UPDATE SET times = times + 1, ' +
      `content = CASE WHEN ${better} THEN excluded.content ELSE content END, area = max(area, excluded.area)`,
  );
  const select = database.prepare('SELECT content, times FROM kept WHERE key = ?');
  return {
    async fill(rows: AsyncIterable<{ key: string; kept: Kept }>): Promise<void> {
      database.exec('DELETE FROM kept; BEGIN');
      for await (const { key, kept } of rows) {
        const area = take === 'largest' && kept.geometry ? (squareMeters(kept.geometry) ?? 0) : 0;
        insert.run(key, area, JSON.stringify(kept));
      }
      database.exec('COMMIT');
    },
    find(key: string): (Kept & { times: number }) | null {
      const found = key === '' ? undefined : select.get(key);
      if (found === undefined) return null;
      // Written above, by `fill`.
      const kept = JSON.parse(String(found.content)) as Kept;
      return { ...kept, times: Number(found.times) };
    },
    close: () => database.close(),
  };
}

/** One join, with the names of its columns in the completed rows. */
function prepare({ join, table }: JoinedTable, taken: ReadonlySet<string>, printed: Printed, report: Report) {
  const names = table.columns.map(({ name }) => (taken.has(name) ? `${join.name}.${name}` : name));
  const here = bindKey(join.here, columnFinder([...taken], report), printed);
  const own = table.columns.map(({ name }) => name);
  const there: Read<string> = bindKey(join.there, columnFinder(own, report), table.printed);
  return { join, table, names, own, here, there, kept: keeper(join.take), met: 0, unread: 0 };
}

type Prepared = ReturnType<typeof prepare>;

async function* keyedRows(prepared: Prepared): AsyncGenerator<{ key: string; kept: Kept }> {
  for await (const rows of prepared.table.read()) {
    for (const row of rows) {
      if ('reason' in row) {
        prepared.unread++;
        continue;
      }
      const key = prepared.there(row.cells);
      const values = prepared.own.map((name) => row.cells[name] ?? null);
      // Different keys may look alike once letters are lost.
      if (key !== '' && !key.includes(LOST)) yield { key, kept: { values, geometry: row.geometry } };
    }
  }
}

function complete(row: JoinedRow, prepared: Prepared): JoinedRow {
  const found = prepared.kept.find(prepared.here(row.cells));
  const cells = { ...row.cells };
  for (const [at, name] of prepared.names.entries()) cells[name] = found?.values[at] ?? null;
  if (found === null) return { ...row, cells };
  prepared.met++;
  if (row.geometry !== null || found.geometry === null) return { ...row, cells };
  const shared = !prepared.join.wholeNumber || found.times > 1;
  return { ...row, cells, geometry: found.geometry, shared };
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
      await prepared.kept.fill(keyedRows(prepared));
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
    share: () => main.share(),
    async close() {
      for (const { kept } of all) kept.close();
      await Promise.all([main, ...joined.map(({ table }) => table)].map((table) => table.close()));
    },
  };
}

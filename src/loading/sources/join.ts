import { DatabaseSync } from 'node:sqlite';
import type { Geometry, Position } from 'geojson';
import { polygonsOf } from '../../domain/geometry/area-shape.ts';
import { counted } from '../../domain/in-words.ts';
import { squareMeters } from '../geometry/area.ts';
import { LOST } from '../readers/cells.ts';
import { polygonFrom } from '../readers/degrees.ts';
import {
  type Cell,
  type Column,
  inBatches,
  type ReadRow,
  type Table,
  type TableRow,
} from '../readers/table.ts';
import type { Report } from './checks.ts';
import { columnFinder, type Printed, type PrintedTable, type Read } from './columns.ts';
import type { SourceRow } from './conform.ts';
import { bindKey } from './mapping.ts';
import type { Join } from './source.ts';

/** Rows by their key, in a temporary SQLite file, so that memory does not grow with them. */
function keyedRows<T>() {
  const database = new DatabaseSync('');
  database.exec(
    'PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;' +
      'CREATE TABLE kept (key TEXT, rank REAL, at INTEGER, content TEXT, PRIMARY KEY (key, rank, at)) WITHOUT ROWID;' +
      'BEGIN',
  );
  const insert = database.prepare('INSERT INTO kept VALUES (?, ?, ?, ?)');
  const firstTwo = database.prepare('SELECT content FROM kept WHERE key = ? ORDER BY rank, at LIMIT 2');
  const keys = database.prepare('SELECT key FROM kept GROUP BY key ORDER BY min(at)');
  const all = database.prepare('SELECT content FROM kept WHERE key = ? ORDER BY rank, at');
  // Written below, by `add`.
  const rowOf = ({ content }: Record<string, unknown>) => JSON.parse(String(content)) as T;
  let at = 0;
  return {
    clear: () => database.exec('DELETE FROM kept'),
    /** Rows of a lower rank come first, then those that are added first. */
    add: (key: string, row: T, rank = 0) => void insert.run(key, rank, at++, JSON.stringify(row)),
    /** The first row of a key, and whether it is the only one. */
    first(key: string): { row: T; isOnly: boolean } | null {
      const [first, second] = firstTwo.all(key);
      return first === undefined ? null : { row: rowOf(first), isOnly: second === undefined };
    },
    /** All rows of each key; the keys in the order in which they were first added. */
    *groups(): Generator<T[]> {
      for (const { key } of keys.iterate()) yield all.all(String(key)).map(rowOf);
    },
    close: () => database.close(),
  };
}

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
  const match = key === '' ? null : prepared.kept.first(key);
  const cells = { ...row.cells };
  for (const [at, name] of prepared.names.entries()) cells[name] = match?.row.values[at] ?? null;
  if (match === null) return { ...row, cells };
  prepared.met++;
  if (row.geometry !== null || match.row.geometry === null) return { ...row, cells };
  const shared = !prepared.join.wholeNumber || !match.isOnly;
  return { ...row, cells, geometry: match.row.geometry, shared };
}

function remarksOf(all: readonly Prepared[], rows: number): string[] {
  return all.flatMap(({ join, met, unread }) => {
    const matched = `${met.toLocaleString('en-US')} of ${rows.toLocaleString('en-US')} rows have a row in ${join.name}.`;
    const skipped = `${unread.toLocaleString('en-US')} rows of ${join.name} cannot be read, and are left out.`;
    return unread > 0 ? [matched, skipped] : [matched];
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
  const all = joined.map((other) => {
    const taken = new Set(columns.map(({ name }) => name));
    const report: Report = (place, words) => problems.push(`${place}: ${words}`);
    const prepared = prepare(other, taken, main.printed, report);
    columns.push(...other.table.columns.map((column, at) => ({ ...column, name: prepared.names[at]! })));
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

const ROWS_AT_ONCE = 500;

/** The polygons of several geometries as one; each outline once, since units are published with that of their building. */
function joined(geometries: readonly (Geometry | null)[]): Geometry | null {
  const polygons = new Map<string, Position[][]>();
  for (const geometry of geometries)
    for (const polygon of geometry === null ? [] : polygonsOf(geometry))
      polygons.set(JSON.stringify(polygon), polygon);
  const all = [...polygons.values()];
  return all.length > 0 ? polygonFrom(all) : (geometries.find((geometry) => geometry !== null) ?? null);
}

/**
 * A table in which rows with the same parcel number become one row, with the values of the first and all their outlines.
 * Such rows come last; rows without a number stay as they are. The table is read twice.
 */
export function oneRowEach(table: Table, numberOf: Read<string>): Table {
  const numbers = keyedRows<null>();
  const repeated = keyedRows<TableRow>();
  const remarks = [...table.remarks];

  async function* read(): AsyncGenerator<ReadRow[]> {
    numbers.clear();
    repeated.clear();
    for await (const rows of table.read())
      for (const row of rows) if ('cells' in row) numbers.add(numberOf(row.cells), null);
    let count = 0;
    for await (const rows of table.read()) {
      yield rows.filter((row) => {
        const number = 'cells' in row ? numberOf(row.cells) : '';
        if (number === '' || !('cells' in row) || numbers.first(number)?.isOnly !== false) return true;
        repeated.add(number, row);
        count++;
        return false;
      });
    }
    let parcels = 0;
    function* parcelRows(): Generator<ReadRow> {
      for (const rows of repeated.groups()) {
        parcels++;
        yield { ...rows[0]!, geometry: joined(rows.map(({ geometry }) => geometry)) };
      }
    }
    yield* inBatches(parcelRows(), ROWS_AT_ONCE);
    remarks.splice(0, remarks.length, ...table.remarks);
    if (parcels > 0)
      remarks.push(
        `${counted(count, 'row')} of ${counted(parcels, 'number')} are one parcel each: their outlines are joined, and the values of the first row count.`,
      );
  }

  return {
    ...table,
    remarks,
    read,
    async close() {
      numbers.close();
      repeated.close();
      await table.close();
    },
  };
}

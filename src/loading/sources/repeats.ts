import { DatabaseSync } from 'node:sqlite';
import type { Geometry, Position } from 'geojson';
import { polygonsOf } from '../../domain/geometry/area-shape.ts';
import { counted } from '../../domain/in-words.ts';
import type { ReadRow, Table, TableRow } from '../readers/table.ts';
import type { Read } from './columns.ts';

const ROWS_AT_ONCE = 500;

/** The polygons of several geometries as one; each outline once, since units are published with that of their building. */
function joined(geometries: readonly (Geometry | null)[]): Geometry | null {
  const polygons = new Map<string, Position[][]>();
  for (const geometry of geometries)
    for (const polygon of geometry === null ? [] : polygonsOf(geometry))
      polygons.set(JSON.stringify(polygon), polygon);
  const all = [...polygons.values()];
  if (all.length === 0) return geometries.find((geometry) => geometry !== null) ?? null;
  return all.length === 1
    ? { type: 'Polygon', coordinates: all[0]! }
    : { type: 'MultiPolygon', coordinates: all };
}

/** Rows by their number, in a temporary SQLite file, so that memory does not grow with them. */
function keeper() {
  const database = new DatabaseSync('');
  database.exec(
    'PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;' +
      'CREATE TABLE numbers (number TEXT PRIMARY KEY, times INTEGER) WITHOUT ROWID;' +
      'CREATE TABLE kept (number TEXT, at INTEGER, content TEXT, PRIMARY KEY (number, at)) WITHOUT ROWID;',
  );
  const count = database.prepare(
    'INSERT INTO numbers VALUES (?, 1) ON CONFLICT (number) DO UPDATE SET times = times + 1',
  );
  const repeated = database.prepare('SELECT 1 FROM numbers WHERE number = ? AND times > 1');
  const keep = database.prepare('INSERT INTO kept VALUES (?, ?, ?)');
  const firsts = database.prepare('SELECT number FROM kept GROUP BY number ORDER BY min(at)');
  const select = database.prepare('SELECT content FROM kept WHERE number = ? ORDER BY at');
  return {
    reset: () => database.exec('DELETE FROM numbers; DELETE FROM kept'),
    count: (number: string) => void count.run(number),
    isRepeated: (number: string) => repeated.get(number) !== undefined,
    keep: (number: string, at: number, row: TableRow) => void keep.run(number, at, JSON.stringify(row)),
    *rows(): Generator<TableRow[]> {
      // Written above, by `keep`.
      for (const { number } of firsts.iterate())
        yield select.all(String(number)).map(({ content }) => JSON.parse(String(content)) as TableRow);
    },
    close: () => database.close(),
  };
}

/**
 * A table in which rows with the same parcel number become one row, with the values of the first and all their outlines.
 * Such rows come last; rows without a number stay as they are. The table is read twice.
 */
export function oneRowEach(table: Table, numberOf: Read<string>): Table {
  const kept = keeper();
  const remarks = [...table.remarks];

  async function* read(): AsyncGenerator<ReadRow[]> {
    kept.reset();
    for await (const rows of table.read())
      for (const row of rows) if ('cells' in row) kept.count(numberOf(row.cells));
    let at = 0;
    for await (const rows of table.read()) {
      yield rows.filter((row) => {
        const number = 'cells' in row ? numberOf(row.cells) : '';
        if (number === '' || !('cells' in row) || !kept.isRepeated(number)) return true;
        kept.keep(number, at++, row);
        return false;
      });
    }
    let made: ReadRow[] = [];
    let parcels = 0;
    for (const rows of kept.rows()) {
      parcels++;
      made.push({ ...rows[0]!, geometry: joined(rows.map(({ geometry }) => geometry)) });
      if (made.length < ROWS_AT_ONCE) continue;
      yield made;
      made = [];
    }
    yield made;
    remarks.splice(0, remarks.length, ...table.remarks);
    if (parcels > 0)
      remarks.push(
        `${counted(at, 'row')} of ${counted(parcels, 'number')} are one parcel each: their outlines are joined, and the values of the first row count.`,
      );
  }

  return {
    ...table,
    remarks,
    read,
    share: () => table.share(),
    async close() {
      kept.close();
      await table.close();
    },
  };
}

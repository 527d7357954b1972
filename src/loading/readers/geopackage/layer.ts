import type { DatabaseSync } from 'node:sqlite';
import { LONGEST_LINE } from '../rows.ts';
import { openSqlite, quoted } from '../sqlite.ts';
import { columnsOf, hasTable, type Layer, type LayerColumn, layersOf, pickLayer, rowsOf } from './layers.ts';

/** A batch ends with so many rows, or with so many bytes of text and geometry. */
const ROWS_AT_ONCE = 500;
const BYTES_AT_ONCE = 4 << 20;
/** Longest geometry in bytes, as in a shapefile. */
const LONGEST_GEOMETRY = 1 << 24;
/** Most bytes of text in a row; each of its columns may have an equal share of it. */
const LONGEST_ROW = 1 << 26;
/** A row takes no fewer bytes of a file: damaged ones whose pages lead in circles would have rows without end. */
const SHORTEST_ROW = 4;

/** Binary data stands for a text that is too long. */
export type Value = null | number | bigint | string | Uint8Array;

/** What is known of a layer before its rows are read. */
export interface Described {
  layer: Layer;
  columns: LayerColumn[];
  /** Columns with binary data, which are not cells. */
  binary: string[];
  /** Rows, by the file's own count if it has one. */
  count: number;
}

const damaged = (reason: string) => new Error(`it is damaged (${reason}). Download it again.`);

/** SQLite's error as a sentence; others as they are. */
function explained(error: unknown): unknown {
  const { code, message, errcode } = error as Error & { code?: string; errcode?: number };
  if (code !== 'ERR_SQLITE_ERROR') return error;
  const AUTH = 23;
  return errcode === AUTH
    ? new Error('it computes its rows with views or functions: save its layer as a table, and load that.')
    : damaged(message);
}

function counted(database: DatabaseSync, layer: string, most: number): number {
  if (hasTable(database, 'gpkg_ogr_contents')) {
    const sql = 'SELECT feature_count FROM gpkg_ogr_contents WHERE table_name = ? LIMIT 1';
    const [found] = rowsOf(database, sql, layer);
    if (typeof found?.feature_count === 'number') return found.feature_count;
  }
  const rows = `SELECT 1 FROM ${quoted(layer)} NOT INDEXED LIMIT ${most + 1}`;
  const count = Number(rowsOf(database, `SELECT count(*) AS rows FROM (${rows})`)[0]!.rows);
  if (count > most) throw damaged('it has more rows than its size allows');
  return count;
}

function described(database: DatabaseSync, wanted: string | undefined, most: number): Described {
  const layer = pickLayer(layersOf(database), wanted);
  if (!hasTable(database, layer.name))
    throw new Error(`its layer ${layer.name} is not a table but a view: save it as a table, and load that.`);
  return { layer, ...columnsOf(database, layer), count: counted(database, layer.name, most) };
}

/** The length of a value is known without reading it. */
const unless = (name: string, most: number) =>
  `CASE WHEN octet_length(${name}) > ${most} THEN x'' ELSE ${name} END`;

function query({ layer, columns }: Described): string {
  const share = Math.min(LONGEST_LINE * 4, Math.floor(LONGEST_ROW / Math.max(1, columns.length)));
  const cells = columns
    .map(({ key }) => quoted(key))
    .map(
      (name) =>
        `CASE typeof(${name}) WHEN 'blob' THEN NULL WHEN 'text' THEN ${unless(name, share)} ELSE ${name} END`,
    );
  const geometry = layer.geometry ? [unless(quoted(layer.geometry.column), LONGEST_GEOMETRY)] : [];
  return `SELECT ${[...cells, ...geometry].join(', ')} FROM ${quoted(layer.name)} NOT INDEXED`;
}

const bytesOf = (values: readonly Value[]): number =>
  values.reduce<number>(
    (sum, value) => sum + (typeof value === 'string' || value instanceof Uint8Array ? value.length : 8),
    0,
  );

/**
 * A layer in a GeoPackage on disk. Its tables may be hostile: everything that reads it runs in a process of its own.
 * @param size of the file, in bytes.
 * @throws Error with a sentence about the file.
 */
export async function openLayer(file: string, size: number, wanted: string | undefined) {
  const most = Math.floor(size / SHORTEST_ROW);
  try {
    const database = await openSqlite(file);
    const found = described(database, wanted, most);
    return {
      found,
      /** The values of all rows, in batches: those of the columns, then that of the geometry. */
      *rows(): Generator<Value[][]> {
        try {
          const statement = database.prepare(query(found));
          statement.setReadBigInts(true);
          statement.setReturnArrays(true);
          let batch: Value[][] = [];
          let bytes = 0;
          let read = 0;
          // setReturnArrays makes the rows arrays; the types do not know that.
          for (const values of statement.iterate() as Iterable<unknown> as Iterable<Value[]>) {
            if (++read > most) throw damaged('it has more rows than its size allows');
            batch.push(values);
            bytes += bytesOf(values);
            if (batch.length < ROWS_AT_ONCE && bytes < BYTES_AT_ONCE) continue;
            yield batch;
            batch = [];
            bytes = 0;
          }
          yield batch;
        } catch (error) {
          throw explained(error);
        }
      },
    };
  } catch (error) {
    throw explained(error);
  }
}

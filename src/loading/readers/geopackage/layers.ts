import type { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { listed } from '../../../domain/in-words.ts';
import { uniqueNames } from '../cells.ts';
import { LONGEST_LINE } from '../rows.ts';
import type { Column } from '../table.ts';

/** Longest value, in bytes: titles and descriptions of tables are far shorter, and longer cells are not read. */
const LONGEST_VALUE = 1 << 26;
const LONGEST_SQL = 1 << 20;
/** Functions without a loop over anything that the file chooses. */
const FUNCTIONS = new Set(['count', 'octet_length', 'typeof']);

type Authorizer = Parameters<DatabaseSync['setAuthorizer']>[0];

/**
 * Opens an SQLite file for reading. Nothing is written next to it, and nothing in it can load code or is computed: a query
 * that needs a view, a recursion or a function of the file fails.
 */
export async function openSqlite(file: string): Promise<DatabaseSync> {
  const { DatabaseSync, constants } = await import('node:sqlite');
  const url = pathToFileURL(file);
  // SQLite neither looks for a journal nor makes one, so the file may be in a read-only folder.
  url.searchParams.set('immutable', '1');
  const database = new DatabaseSync(url, {
    readOnly: true,
    defensive: true,
    limits: { length: LONGEST_VALUE, sqlLength: LONGEST_SQL, exprDepth: 100, attach: 0 },
  });
  database.exec('PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0');
  const allowed: Authorizer = (action, first, second, _database, within) => {
    const isPlain =
      action === constants.SQLITE_READ ||
      action === constants.SQLITE_SELECT ||
      (action === constants.SQLITE_PRAGMA && first === 'table_info') ||
      (action === constants.SQLITE_FUNCTION && FUNCTIONS.has(second ?? ''));
    return isPlain && within === null ? constants.SQLITE_OK : constants.SQLITE_DENY;
  };
  // Node 24.9 and earlier have none: there, what the tables say about themselves has to do.
  database.setAuthorizer?.(allowed);
  return database;
}

/** A name within SQL. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

const MOST_LAYERS = 10_000;

/** A table of a GeoPackage; `geometry` is null if it has none. */
interface Layer {
  name: string;
  geometry: { column: string; type: string; system: string[] } | null;
}

/** A row of a query; null and undefined as null. */
type Row = Record<string, string | number | null>;

/** All rows of a query about the tables themselves. */
const rowsOf = (database: DatabaseSync, sql: string, ...values: string[]): Row[] =>
  database.prepare(sql).all(...values) as Row[]; // no query for this has integers beyond 2^53 or blobs

/** Whether a name is that of a table with stored rows: views and virtual tables are programs of the file's maker. */
const hasTable = (database: DatabaseSync, name: string): boolean =>
  rowsOf(database, 'SELECT type, rootpage, sql FROM sqlite_schema WHERE name = ?', name).some(
    ({ type, rootpage, sql }) =>
      type === 'table' && Number(rootpage) > 0 && String(sql).startsWith('CREATE TABLE'),
  );

/** Descriptions of the coordinate system, the best first: its text, and its number with an authority. */
function systemOf({ definition, organization, number }: Row): string[] {
  const text = String(definition ?? '').trim();
  const isText = text !== '' && text.toLowerCase() !== 'undefined';
  const isNumbered = organization !== null && !/^none$/i.test(String(organization)) && Number(number) > 0;
  return [
    ...(isText ? [text] : []),
    ...(isNumbered ? [`${String(organization).toUpperCase()}:${number}`] : []),
  ];
}

/** @throws Error when it is another kind of SQLite database. */
export function layersOf(database: DatabaseSync): Layer[] {
  if (!hasTable(database, 'gpkg_contents'))
    throw new Error(
      'it is an SQLite database, but not a GeoPackage: it has no table gpkg_contents. Export its layer as a GeoPackage.',
    );
  const hasGeometries = hasTable(database, 'gpkg_geometry_columns');
  const geometries = hasGeometries
    ? `LEFT JOIN gpkg_geometry_columns g ON g.table_name = c.table_name
       LEFT JOIN gpkg_spatial_ref_sys s ON s.srs_id = g.srs_id`
    : '';
  const columns = hasGeometries
    ? 'g.column_name, g.geometry_type_name, s.definition, s.organization, s.organization_coordsys_id AS number'
    : 'NULL AS column_name';
  const rows = rowsOf(
    database,
    `SELECT c.table_name, c.data_type, ${columns} FROM gpkg_contents c ${geometries}
     WHERE c.data_type IN ('features', 'attributes') ORDER BY c.rowid LIMIT ${MOST_LAYERS}`,
  );
  return rows.map((row) => ({
    name: String(row.table_name),
    geometry:
      row.column_name === null
        ? null
        : { column: String(row.column_name), type: String(row.geometry_type_name), system: systemOf(row) },
  }));
}

/**
 * The layer that is wanted: the named one, else the only one with a geometry, else the only one.
 * @throws Error that lists the layers.
 */
export function pickLayer(layers: readonly Layer[], wanted: string | undefined): Layer {
  const names = listed(layers.map(({ name }) => name));
  if (wanted !== undefined) {
    const layer = layers.find(({ name }) => name === wanted);
    if (!layer) throw new Error(`it has no layer ${wanted}, only ${names}.`);
    return layer;
  }
  const located = layers.filter(({ geometry }) => geometry !== null);
  const candidates = located.length > 0 ? located : layers;
  const [only, ...others] = candidates;
  if (!only) throw new Error('it has no layer with rows.');
  if (others.length > 0)
    throw new Error(
      `it has ${candidates.length} layers: ${listed(candidates.map(({ name }) => name))}. Name one with --layer (conform.layer in a source file).`,
    );
  return only;
}

const MOST_CODES = 100_000;

/** `key` is the column's name in the database; `isId` marks the number that the database gives each row. */
export interface LayerColumn extends Column {
  key: string;
  isId: boolean;
}

function typeOf(declared: string): Column['type'] {
  if (/^(DATE|DATETIME|TIMESTAMP)\b/i.test(declared)) return 'date';
  if (/^BOOL/i.test(declared)) return 'boolean';
  if (/INT|REAL|DOUB|FLOA|NUMERIC|DECIMAL/i.test(declared)) return 'number';
  return /CHAR|CLOB|TEXT/i.test(declared) ? 'text' : 'other';
}

function lengthOf(declared: string): number | null {
  const [, length] = /^(?:TEXT|\w*CHAR)\s*\((\d+)\)/i.exec(declared) ?? [];
  return length === undefined ? null : Number(length);
}

/** Titles and code lists from the schema extension. */
function titlesOf(database: DatabaseSync, layer: string) {
  if (!hasTable(database, 'gpkg_data_columns')) return new Map();
  const rows = rowsOf(
    database,
    'SELECT column_name, name, title, constraint_name FROM gpkg_data_columns WHERE table_name = ?',
    layer,
  );
  return new Map(rows.map((row) => [row.column_name, row]));
}

function codesOf(database: DatabaseSync, constraint: string | number | null | undefined) {
  if (!constraint || !hasTable(database, 'gpkg_data_column_constraints')) return null;
  const codes = rowsOf(
    database,
    `SELECT value, description FROM gpkg_data_column_constraints
     WHERE constraint_name = ? AND constraint_type = 'enum' AND description IS NOT NULL LIMIT ${MOST_CODES}`,
    String(constraint),
  );
  return codes.length === 0
    ? null
    : Object.fromEntries(codes.map(({ value, description }) => [String(value), String(description)]));
}

const isBinary = (declared: string) => /BLOB/i.test(declared);

/** The columns of a layer, and the names of those that hold binary data, which are not cells. */
function columnsOf(database: DatabaseSync, layer: Layer): { columns: LayerColumn[]; binary: string[] } {
  const all = rowsOf(database, 'SELECT name, type, pk FROM pragma_table_info(?)', layer.name)
    .map(({ name, type, pk }) => ({ key: String(name), declared: String(type ?? ''), isId: pk === 1 }))
    .filter(({ key }) => key.toLowerCase() !== layer.geometry?.column.toLowerCase());
  const kept = all.filter(({ declared }) => !isBinary(declared));
  const names = uniqueNames(kept.map(({ key }) => key));
  const more = titlesOf(database, layer.name);
  const columns = kept.map(({ key, declared, isId }, at) => {
    const { name, title, constraint_name } = more.get(key) ?? {};
    const alias = title || name;
    return {
      key,
      isId,
      name: names[at]!,
      alias: alias && alias !== key ? String(alias) : null,
      type: typeOf(declared),
      length: lengthOf(declared),
      codes: codesOf(database, constraint_name),
    };
  });
  return { columns, binary: all.filter(({ declared }) => isBinary(declared)).map(({ key }) => key) };
}

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

function countRows(database: DatabaseSync, layer: string, most: number): number {
  if (hasTable(database, 'gpkg_ogr_contents')) {
    const sql = 'SELECT feature_count FROM gpkg_ogr_contents WHERE table_name = ? LIMIT 1';
    const [counted] = rowsOf(database, sql, layer);
    if (typeof counted?.feature_count === 'number') return counted.feature_count;
  }
  const rows = `SELECT 1 FROM ${quoted(layer)} NOT INDEXED LIMIT ${most + 1}`;
  const count = Number(rowsOf(database, `SELECT count(*) AS rows FROM (${rows})`)[0]!.rows);
  if (count > most) throw damaged('it has more rows than its size allows');
  return count;
}

function describe(database: DatabaseSync, wanted: string | undefined, most: number): Described {
  const layer = pickLayer(layersOf(database), wanted);
  if (!hasTable(database, layer.name))
    throw new Error(`its layer ${layer.name} is not a table but a view: save it as a table, and load that.`);
  return { layer, ...columnsOf(database, layer), count: countRows(database, layer.name, most) };
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
    const described = describe(database, wanted, most);
    return {
      described,
      /** The values of all rows, in batches: those of the columns, then that of the geometry. */
      *rows(): Generator<Value[][]> {
        try {
          const statement = database.prepare(query(described));
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

import type { DatabaseSync } from 'node:sqlite';
import { listed } from '../../../domain/in-words.ts';
import { uniqueNames } from '../cells.ts';
import type { Column } from '../table.ts';

const MOST_LAYERS = 10_000;

/** A table of a GeoPackage; `geometry` is null if it has none. */
export interface Layer {
  name: string;
  geometry: { column: string; type: string; system: string[] } | null;
}

/** A row of a query; null and undefined as null. */
export type Found = Record<string, string | number | null>;

/** All rows of a query about the tables themselves. */
export const rowsOf = (database: DatabaseSync, sql: string, ...values: string[]): Found[] =>
  database.prepare(sql).all(...values) as Found[]; // no query for this has integers beyond 2^53 or blobs

/** Whether a name is that of a table with stored rows: views and virtual tables are programs of the file's maker. */
export const hasTable = (database: DatabaseSync, name: string): boolean =>
  rowsOf(database, 'SELECT type, rootpage, sql FROM sqlite_schema WHERE name = ?', name).some(
    ({ type, rootpage, sql }) =>
      type === 'table' && Number(rootpage) > 0 && String(sql).startsWith('CREATE TABLE'),
  );

/** Descriptions of the coordinate system, the best first: its text, and its number with an authority. */
function systemOf({ definition, organization, number }: Found): string[] {
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
  const found = rowsOf(
    database,
    `SELECT c.table_name, c.data_type, ${columns} FROM gpkg_contents c ${geometries}
     WHERE c.data_type IN ('features', 'attributes') ORDER BY c.rowid LIMIT ${MOST_LAYERS}`,
  );
  return found.map((row) => ({
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
    const found = layers.find(({ name }) => name === wanted);
    if (!found) throw new Error(`it has no layer ${wanted}, only ${names}.`);
    return found;
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
function described(database: DatabaseSync, layer: string) {
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
export function columnsOf(
  database: DatabaseSync,
  layer: Layer,
): { columns: LayerColumn[]; binary: string[] } {
  const all = rowsOf(database, 'SELECT name, type, pk FROM pragma_table_info(?)', layer.name)
    .map(({ name, type, pk }) => ({ key: String(name), declared: String(type ?? ''), isId: pk === 1 }))
    .filter(({ key }) => key.toLowerCase() !== layer.geometry?.column.toLowerCase());
  const kept = all.filter(({ declared }) => !isBinary(declared));
  const names = uniqueNames(kept.map(({ key }) => key));
  const more = described(database, layer.name);
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

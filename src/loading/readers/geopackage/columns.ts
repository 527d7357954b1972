import type { DatabaseSync } from 'node:sqlite';
import { uniqueNames } from '../column-names.ts';
import type { Column } from '../table.ts';
import { hasTable, type Layer, rowsOf } from './layers.ts';

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

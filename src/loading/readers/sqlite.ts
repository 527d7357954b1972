import type { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';

/** Opens an SQLite file to read. Nothing is written beside it, and nothing in it can load code. */
export async function openSqlite(file: string): Promise<DatabaseSync> {
  const { DatabaseSync } = await import('node:sqlite');
  const url = pathToFileURL(file);
  // No journal is looked for or made, so that the file may be in a folder that is read-only.
  url.searchParams.set('immutable', '1');
  const database = new DatabaseSync(url, { readOnly: true });
  database.exec('PRAGMA trusted_schema = OFF');
  return database;
}

/** A name within SQL. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

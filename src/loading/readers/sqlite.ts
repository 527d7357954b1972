import type { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';

/** Opens an SQLite file for reading. Nothing is written next to it, and nothing in it can load code. */
export async function openSqlite(file: string): Promise<DatabaseSync> {
  const { DatabaseSync } = await import('node:sqlite');
  const url = pathToFileURL(file);
  // SQLite neither looks for a journal nor makes one, so the file may be in a read-only folder.
  url.searchParams.set('immutable', '1');
  const database = new DatabaseSync(url, { readOnly: true });
  database.exec('PRAGMA trusted_schema = OFF');
  return database;
}

/** A name within SQL. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

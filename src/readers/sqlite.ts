import type { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';

type Sqlite = typeof import('node:sqlite');

let loading: Promise<Sqlite> | undefined;

/** Some versions of Node warn that the module is experimental, which says nothing to people who load a file. */
async function load(): Promise<Sqlite> {
  const { emitWarning } = process;
  process.emitWarning = (warning: string | Error, ...rest: unknown[]) => {
    if (/SQLite is an experimental/.test(String(warning))) return;
    // Its signatures are several, and what was given to one of them is handed on.
    Reflect.apply(emitWarning, process, [warning, ...rest]);
  };
  try {
    return await import('node:sqlite');
  } finally {
    process.emitWarning = emitWarning;
  }
}

/** Opens an SQLite file to read. Nothing is written beside it, and nothing in it can load code. */
export async function openSqlite(file: string): Promise<DatabaseSync> {
  loading ??= load();
  const { DatabaseSync } = await loading;
  const url = pathToFileURL(file);
  // No journal is looked for or made, so that the file may be in a folder that is read-only.
  url.searchParams.set('immutable', '1');
  const database = new DatabaseSync(url, { readOnly: true });
  database.exec('PRAGMA trusted_schema = OFF');
  return database;
}

/** A name within SQL. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
